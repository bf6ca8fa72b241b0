"""A link leads somewhere, and every page can be found from the README."""

from urllib.parse import unquote

from tests.docs.pages import ROOT, anchors, links, pages


def test_every_link_within_the_repository_resolves() -> None:
    broken = []
    for page in pages():
        for link in links(page):
            if "://" in link or link.startswith("mailto:"):
                continue
            path, _, anchor = unquote(link).partition("#")
            target = (page.parent / path).resolve() if path else page
            if not target.exists() or (anchor and anchor not in anchors(target)):
                broken.append(f"{page.relative_to(ROOT)}: {link}")
    assert broken == []


def test_every_page_can_be_reached_from_the_readme() -> None:
    seen = {ROOT / "README.md"}
    waiting = list(seen)
    while waiting:
        page = waiting.pop()
        for link in links(page):
            target = (page.parent / link.partition("#")[0]).resolve()
            if "://" not in link and target.suffix == ".md" and target.exists() and target not in seen:
                seen.add(target)
                waiting.append(target)
    lost = [str(page.relative_to(ROOT)) for page in pages() if page not in seen]
    assert lost == []
