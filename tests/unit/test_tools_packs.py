"""Packs and the toolbox: found by name, refused with the reason, and no two tools under one name."""

import sys
from collections.abc import Iterator
from importlib import invalidate_caches
from pathlib import Path
from uuid import uuid4

import pytest

from deskgraph.errors import BadPack, UnknownTool
from deskgraph.runs import Audience
from deskgraph.settings import Settings
from deskgraph.tools import Pack, Tool, Toolbox, ToolContext, load_packs, tool

TOOLS = """
from deskgraph.tools import Pack, ToolContext, tool


@tool(policy="read_only")
async def {name}(context: ToolContext) -> str:
    \"\"\"Look.\"\"\"
    return ""
"""


def made(name: str, audience: tuple[Audience, ...] = ("customer", "team")) -> Tool:
    async def look(context: ToolContext) -> str:
        """Look."""
        return ""

    look.__name__ = name
    return tool(policy="read_only", audience=audience)(look)


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The name of a module that the test may write; it is forgotten afterwards."""
    monkeypatch.syspath_prepend(str(tmp_path))
    name = f"pack_{uuid4().hex}"
    yield name
    sys.modules.pop(name, None)


def load(module: str, source: str, tmp_path: Path) -> tuple[Pack, ...]:
    (tmp_path / f"{module}.py").write_text(source, encoding="utf-8")
    invalidate_caches()
    return load_packs(Settings(packs=(module,), database_url=None))


def test_a_module_with_a_pack_is_that_pack(module: str, tmp_path: Path) -> None:
    source = TOOLS.format(name="look") + "PACK = Pack('shop', (look,))\n"
    assert [(pack.name, [each.name for each in pack.tools]) for pack in load(module, source, tmp_path)] == [
        ("shop", ["look"])
    ]


def test_a_module_with_tools_only_is_a_pack_of_its_own_name(module: str, tmp_path: Path) -> None:
    (pack,) = load(module, TOOLS.format(name="look"), tmp_path)
    assert (pack.name, [each.name for each in pack.tools]) == (module, ["look"])


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("import nowhere_at_all\n", "No module named 'nowhere_at_all'"),
        ("1 / 0\n", "ZeroDivisionError: division by zero"),
        ("x = (\n", "SyntaxError"),
        ("pass\n", "holds no Pack and no tool"),
        (TOOLS.format(name="Look"), "A tool cannot be named 'Look'"),
        (TOOLS.format(name="look") + "PACK = Pack('a', (look, look))\nOTHER = Pack('b')\n", "holds 2 packs"),
    ],
)
def test_a_broken_pack_says_which_and_why(module: str, tmp_path: Path, source: str, why: str) -> None:
    with pytest.raises(BadPack) as refused:
        load(module, source, tmp_path)
    assert refused.value.message.startswith(f"Pack {module} cannot be loaded:")
    assert why in refused.value.message
    assert refused.value.hint


def test_a_pack_that_is_not_there_says_so() -> None:
    with pytest.raises(
        BadPack, match=r"Pack no\.such\.pack cannot be loaded: ModuleNotFoundError"
    ) as refused:
        load_packs(Settings(packs=("no.such.pack",), database_url=None))
    assert "PYTHONPATH" in refused.value.hint


def test_an_installed_pack_is_found_by_its_entry_point(module: str, tmp_path: Path) -> None:
    (tmp_path / f"{module}.py").write_text(TOOLS.format(name="look") + "PACK = Pack('shop', (look,))\n")
    installed = tmp_path / f"{module}-1.0.dist-info"
    installed.mkdir()
    (installed / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1.0\n")
    (installed / "entry_points.txt").write_text(f"[deskgraph.tools]\nshop = {module}:PACK\n")
    invalidate_caches()
    packs = load_packs(Settings(packs=(module,), database_url=None))
    assert [pack.name for pack in packs if pack.name == "shop"] == ["shop"], "found twice, it is loaded once"


def test_a_broken_installed_pack_names_its_entry_point(module: str, tmp_path: Path) -> None:
    installed = tmp_path / f"{module}-1.0.dist-info"
    installed.mkdir()
    (installed / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1.0\n")
    (installed / "entry_points.txt").write_text("[deskgraph.tools]\nshop = math:pi\n")
    invalidate_caches()
    with pytest.raises(BadPack, match=r"Pack shop \(math:pi\) cannot be loaded: It is float"):
        load_packs(Settings(database_url=None))


def test_two_tools_of_one_name_are_refused_in_a_pack_in_a_desk_and_in_a_toolbox() -> None:
    with pytest.raises(BadPack, match="Two tools are named 'look'"):
        Pack("shop", (made("look"), made("look")))
    with pytest.raises(BadPack, match="Two tools are named 'look'"):
        load_packs(Settings(database_url=None), (Pack("a", (made("look"),)), Pack("b", (made("look"),))))
    with pytest.raises(BadPack, match="Two tools are named 'look'"):
        Toolbox([made("look"), made("look")])


def test_two_packs_of_one_name_are_refused() -> None:
    with pytest.raises(BadPack, match="Two different packs are named 'a'"):
        load_packs(Settings(database_url=None), (Pack("a", (made("look"),)), Pack("a", (made("see"),))))


def test_a_toolbox_offers_by_audience_in_order() -> None:
    box = Toolbox([made("look"), made("audit", ("team",)), made("greet", ("customer",))])
    assert [each.name for each in box.offered("customer")] == ["look", "greet"]
    assert [each.name for each in box.offered("team")] == ["look", "audit"]
    assert len(box) == 3


@pytest.mark.parametrize(
    ("asked", "hint"),
    [
        ("refnd", "Did you mean refund?"),
        ("Refund", "Did you mean refund?"),
        ("teleport", "There are: refund, order_status."),
    ],
)
def test_an_unknown_tool_names_the_nearest(asked: str, hint: str) -> None:
    with pytest.raises(UnknownTool) as unknown:
        Toolbox([made("refund"), made("order_status")]).get(asked)
    assert unknown.value.hint == hint
