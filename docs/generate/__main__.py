"""Write every generated page."""

from docs.generate.pages import PAGES, ROOT

for name, page in PAGES.items():
    (ROOT / name).write_text(page(), encoding="utf-8")
    print(f"docs/{name}")
