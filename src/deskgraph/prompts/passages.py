"""A passage of an article in a prompt: its id is the system's, its title and headings are text from outside."""

from dataclasses import dataclass

from deskgraph.prompts.sections import Section

PASSAGE = "passage"


@dataclass(frozen=True)
class Quoted:
    """A passage as a prompt shows it. `heading` is the path of headings below the title, or empty."""

    id: int
    title: str
    heading: str
    text: str


def write_passage(passage: Quoted) -> Section:
    """Title and heading are the first two lines of the body, behind the bar like all that somebody else wrote."""
    body = "\n".join((_one_line(passage.title), _one_line(passage.heading), passage.text))
    return Section(PASSAGE, body, labels={"id": str(passage.id)})


def read_passage(section: Section) -> Quoted | None:
    """The passage of a section that `write_passage` made; None for any other."""
    number = section.labels.get("id", "")
    if section.name != PASSAGE or not number.isdecimal():
        return None
    title, heading, text = (*section.body.split("\n", 2), "", "")[:3]
    return Quoted(int(number), title, heading, text)


def _one_line(text: str) -> str:
    return " ".join(text.split())
