"""Packs: what a company adds to the desk, found by entry point or by module name."""

from collections.abc import Awaitable, Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType

from deskgraph.database import Connection
from deskgraph.errors import BadPack, DeskError
from deskgraph.settings import Settings
from deskgraph.tools.tool import Tool
from deskgraph.tools.toolbox import by_name

GROUP = "deskgraph.tools"


@dataclass(frozen=True)
class Pack:
    """Tools, a folder of Markdown articles, what makes the tables that the tools need, and what erases a customer.

    `migrate` is handed a connection with an open transaction at every start and must be repeatable. `erase` is handed
    one, and the address of a customer, of whom nothing may stay in the pack's tables; it gives rows by table.
    """

    name: str
    tools: tuple[Tool, ...] = ()
    articles: Path | None = None
    migrate: Callable[[Connection], Awaitable[None]] | None = None
    erase: Callable[[Connection, str], Awaitable[dict[str, int]]] | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "tools", tuple(self.tools))
        by_name(self.tools)


def load_packs(settings: Settings, extra: Iterable[Pack] = ()) -> tuple[Pack, ...]:
    """The packs of the entry points, of `settings.packs` and `extra`, each once. `BadPack` says which one
    and why."""
    packs: dict[str, Pack] = {}
    for pack in (*_installed(), *_named(settings.packs), *extra):
        if packs.setdefault(pack.name, pack) != pack:
            raise BadPack(
                f"Two different packs are named {pack.name!r}.", "Rename one, or load only one of them."
            )
    by_name(tool for pack in packs.values() for tool in pack.tools)
    return tuple(packs.values())


def _installed() -> Iterator[Pack]:
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        yield _load(f"{point.name} ({point.value})", point.load)


def _named(modules: Iterable[str]) -> Iterator[Pack]:
    for module in modules:
        yield _load(module, partial(import_module, module))


def _load(named: str, load: Callable[[], object]) -> Pack:
    """Importing a pack runs a stranger's code, so that anything may be raised; all of it names the pack."""
    try:
        return _pack_of(load())
    except DeskError as error:
        raise BadPack(f"Pack {named} cannot be loaded: {error.message}", error.hint) from error
    except Exception as error:
        raise BadPack(
            f"Pack {named} cannot be loaded: {type(error).__name__}: {error}.",
            "Install it beside deskgraph, or name its folder in PYTHONPATH."
            if isinstance(error, ModuleNotFoundError)
            else "Mend it, or take it out of DESKGRAPH_PACKS or the environment.",
        ) from error


def _pack_of(loaded: object) -> Pack:
    match loaded:
        case Pack():
            return loaded
        case ModuleType():
            return _pack_in(loaded)
        case _:
            raise BadPack(f"It is {type(loaded).__name__}.", "Name a Pack, or a module that holds one.")


def _pack_in(module: ModuleType) -> Pack:
    """The module's own Pack; without one, its tools make a pack of the module's name."""
    held = {id(value): value for value in vars(module).values() if isinstance(value, Pack)}
    if len(held) == 1:
        return next(iter(held.values()))
    if held:
        raise BadPack(f"{module.__name__} holds {len(held)} packs.", "Put each into a module of its own.")
    tools = {id(value): value for value in vars(module).values() if isinstance(value, Tool)}
    if not tools:
        raise BadPack(
            f"{module.__name__} holds no Pack and no tool.", "Make one: `PACK = Pack('name', (tool,))`."
        )
    return Pack(module.__name__, tuple(tools.values()))
