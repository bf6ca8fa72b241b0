"""Markdown to sections of plain text: what is searched, read by a model and quoted to a customer."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markdown_it.tree import SyntaxTreeNode

PATH = " › "


@dataclass(frozen=True)
class Section:
    """The blocks below one heading. `heading` is the path of headings below the title."""

    heading: str
    blocks: tuple[str, ...]


@dataclass
class _Reader:
    title: str = ""
    path: list[tuple[int, str]] = field(default_factory=list)
    blocks: list[str] = field(default_factory=list)
    sections: list[Section] = field(default_factory=list)

    def heading(self, level: int, text: str) -> None:
        self.close()
        if level == 1 and not self.title and not self.sections:
            self.title = text
            return
        self.path = [(above, name) for above, name in self.path if above < level]
        self.path.append((level, text))

    def close(self) -> None:
        if self.blocks:
            self.sections.append(Section(PATH.join(name for _, name in self.path), tuple(self.blocks)))
            self.blocks = []


def sections(body: str) -> tuple[str, list[Section]]:
    """The title (the first heading of the first level, if no text stands before it) and the sections.

    Blocks are plain text: emphasis and HTML go, link addresses stay in brackets, list items keep their marks.
    """
    reader = _Reader()
    tree = SyntaxTreeNode(_PARSER.parse(body))
    for node in tree.children:
        if node.type == "heading":
            reader.heading(int(node.tag[1:]), _inline(node))
        elif text := _block(node):
            reader.blocks.append(text)
    reader.close()
    return reader.title, reader.sections


_PARSER = MarkdownIt("commonmark").enable("table")


def _block(node: SyntaxTreeNode) -> str:
    match node.type:
        case "bullet_list" | "ordered_list":
            return "\n".join(_items(node))
        case "table":
            return "\n".join(_rows(node))
        case "fence" | "code_block":
            return node.content.rstrip()
        case "html_block" | "hr":
            return ""
        case "paragraph" | "heading":
            return _inline(node)
        case _:
            return "\n".join(filter(None, map(_block, node.children)))


def _items(node: SyntaxTreeNode) -> Iterator[str]:
    first = int(node.attrs.get("start", 1))
    for number, item in enumerate(node.children, first):
        mark = f"{number}. " if node.type == "ordered_list" else "- "
        text = "\n".join(filter(None, map(_block, item.children)))
        yield mark + text.replace("\n", "\n" + " " * len(mark))


def _rows(table: SyntaxTreeNode) -> Iterator[str]:
    for part in table.children:
        for row in part.children:
            yield " | ".join(_inline(cell) for cell in row.children)


def _inline(node: SyntaxTreeNode) -> str:
    inlines = [child.token for child in node.children if child.type == "inline"]
    tokens = [span for token in inlines if token for span in token.children or []]
    return "".join(_spans(tokens)).strip()


def _spans(tokens: list[Token]) -> Iterator[str]:
    address = ""
    shown: list[str] = []
    for token in tokens:
        match token.type:
            case "link_open":
                address, shown = str(token.attrGet("href") or ""), []
            case "link_close":
                if address.startswith(("http://", "https://", "mailto:")) and "".join(shown) not in address:
                    yield f" ({address.removeprefix('mailto:')})"
                address = ""
            case "softbreak" | "hardbreak":
                yield " " if token.type == "softbreak" else "\n"
            case "text" | "code_inline" | "image":
                shown.append(token.content)
                yield token.content
