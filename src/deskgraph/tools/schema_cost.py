"""What a stranger's schema may cost to check by: it is checked where everything else waits meanwhile."""

from collections.abc import Iterator, Mapping
from typing import Any

from deskgraph.errors import BadPack

# Parts that one check may come to when every reference is followed; a tool has some dozens.
_MOST = 2_000
# Read by a machine that may go back and forth for ever over a text that a customer wrote. The server looks itself.
_PATTERNS = frozenset({"pattern", "patternProperties"})
_SAME_OBJECT = frozenset({"allOf", "anyOf", "oneOf", "not", "if", "then", "else"})
_NAMES = frozenset({"properties", "$defs", "definitions", "dependentSchemas"})


def refuse_costly(schema: Mapping[str, Any]) -> None:
    """Raise `BadPack` for a schema in which references lead to more parts than anybody needs."""
    if _parts(schema, schema, {}) > _MOST:
        raise BadPack(f"Its schema comes to more than {_MOST:,} parts where its references are followed.")


def without_patterns(part: Any, *, named: bool = False) -> Any:
    """The schema without its regular expressions. Under `properties` a name is a name, whatever it says."""
    match part:
        case dict():
            return {
                key: without_patterns(value, named=key in _NAMES and not named)
                for key, value in part.items()
                if named or key not in _PATTERNS
            }
        case list():
            return [without_patterns(value) for value in part]
        case _:
            return part


def strangers(part: Any, around: frozenset[str] = frozenset()) -> Iterator[str]:
    """Names that are required and described nowhere: words that would be told as if they were arguments. Parts that
    speak of the same object may require what is described `around` them."""
    match part:
        case dict():
            properties, required = part.get("properties"), part.get("required")
            known = around | frozenset(properties if isinstance(properties, dict) else ())
            if isinstance(required, list):
                yield from (str(name) for name in required if name not in known)
            for key, value in part.items():
                yield from strangers(value, known if key in _SAME_OBJECT else frozenset())
        case list():
            for value in part:
                yield from strangers(value, around)


def _parts(part: Any, root: Mapping[str, Any], known: dict[str, int]) -> int:
    """How many parts a check comes to. What refers to itself goes as deep as what is checked, which has a bound."""
    match part:
        case dict():
            count = 1 + sum(_parts(value, root, known) for value in part.values())
            for key in ("$ref", "$dynamicRef", "$recursiveRef"):
                if isinstance(part.get(key), str):
                    count += _followed(part[key], root, known)
            return count
        case list():
            return sum(_parts(value, root, known) for value in part)
        case _:
            return 0


def _followed(reference: str, root: Mapping[str, Any], known: dict[str, int]) -> int:
    if reference not in known:
        known[reference] = 1
        known[reference] = _parts(_at(reference, root), root, known)
    return known[reference]


def _at(reference: str, root: Mapping[str, Any]) -> Any:
    """What a reference within the schema leads to; nothing where it leads nowhere."""
    found: Any = root
    steps = reference.lstrip("#").strip("/").split("/") if reference != "#" else []
    for step in (each.replace("~1", "/").replace("~0", "~") for each in steps):
        if isinstance(found, dict):
            found = found.get(step)
        elif isinstance(found, list) and step.isdecimal() and int(step) < len(found):
            found = found[int(step)]
        else:
            return None
    return found
