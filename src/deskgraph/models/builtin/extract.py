"""Arguments of a tool call from what people wrote. What they did not write is left out, never made up."""

import re
from collections.abc import Callable, Sequence
from functools import partial

from pydantic import JsonValue

from deskgraph.models.builtin import facts
from deskgraph.models.builtin.addresses import Address, addresses
from deskgraph.models.builtin.amounts import number
from deskgraph.models.builtin.said import Said
from deskgraph.models.builtin.schema import Field

_REASON = re.compile(
    r"\b(?:because|since|due to|as (?=(?:it|they|the|i|we)\b))[ ,]*(?P<reason>[^.!?\n();]{3,300})",
    re.IGNORECASE,
)
_FREE = (
    "reason",
    "note",
    "comment",
    "message",
    "description",
    "summary",
    "explanation",
    "instruction",
    "text",
)
_LIKE = re.compile(r"\b(?:same as|as in|just like|like in)\b.*", re.IGNORECASE)
_NEW = re.compile(r"\b(?:to|for|into|with|by)\b", re.IGNORECASE)


def arguments(wanted: Sequence[Field], said: Said) -> dict[str, JsonValue]:
    """The arguments that were given, by name; choices between words (`enum`) are the planner's."""
    found = {field.name: _value(field, said) for field in wanted if not field.choices}
    return {
        name: value for name, value in found.items() if value is not None and _allowed(wanted, name, value)
    }


def _value(field: Field, said: Said) -> JsonValue | None:
    if "array" in field.kinds:
        return _list(field, said)
    if field.kinds & {"number", "integer"} and not field.says("order"):
        return number(field, said)
    if field.kinds and "string" not in field.kinds:
        return None
    for applies, finder in _FINDERS:
        if applies(field):
            return finder(field, said)
    return _named(field, said)


def _one(find: Callable[[str], list[str]], layers: Sequence[str]) -> str | None:
    """The value of the nearest layer that has any; two different ones there are a question, not an answer."""
    for text in layers:
        values = find(text)
        if values:
            return values[0] if len(values) == 1 else None
    return None


def _order(field: Field, said: Said) -> JsonValue | None:
    return _one(lambda text: facts.orders(_LIKE.sub("", text)), said.layers)


def _email(field: Field, said: Said) -> JsonValue | None:
    if field.says("new"):
        halves = [half for half in _NEW.split(said.request)[1:] if facts.emails(half)]
        return facts.emails(halves[-1])[0] if halves else None
    return _one(facts.emails, said.layers)


def _address(field: Field, said: Said) -> JsonValue | None:
    """The last address of the nearest layer: `from A to B` ends with where it shall go."""
    for text in said.layers:
        if found := addresses(text):
            return _part(field, found[-1])
    return None


def _part(field: Field, address: Address) -> str | None:
    if field.says("city", "town"):
        return address.city or None
    if field.says("state", "province", "region"):
        return address.state or None
    if field.says("zip", "postcode", "postal", "plz"):
        return address.zip or None
    if field.says("country"):
        return address.country or None
    if field.name.endswith("2"):
        return address.unit or None
    return address.street if field.name.endswith("1") or field.says("street") else address.text


def _zip(field: Field, said: Said) -> JsonValue | None:
    return _one(facts.zips, said.layers) or _address(field, said)


def _person(field: Field, said: Said) -> JsonValue | None:
    for text in said.layers:
        if found := facts.person(text):
            first, last = found
            return first if field.says("first") else last if field.says("last") else f"{first} {last}"
    return None


def _reason(field: Field, said: Said) -> JsonValue | None:
    """Why, in the words it was given in; where the tool insists and no reason stands out, the ask itself."""
    if match := _REASON.search(said.request):
        return match["reason"].strip(" ,;")
    return said.clause.strip()[:300] or None if field.required else None


def _named(field: Field, said: Said) -> JsonValue | None:
    """A value that follows the argument's own noun: `user id mia_12`, `tracking number 77812`."""
    nouns = [
        word for word in field.words if word not in ("id", "ids", "number", "no", "code", "new", "the", "of")
    ]
    phrases = [" ".join(nouns), nouns[0].removesuffix("s")] if nouns else []
    for noun in phrases:
        if value := _one(partial(facts.after, noun), said.layers):
            return value
    return None


def _list(field: Field, said: Said) -> JsonValue | None:
    if field.says("order"):
        return list(facts.orders(said.clause) or facts.orders(said.request)) or None
    noun = next(
        (word.removesuffix("s") for word in field.words if word not in ("new", "id", "ids", "old")), ""
    )
    for text in (said.clause, said.sentence, said.request) if noun else ():
        new = facts.after(noun, text, led_by="to|for|into|with")
        values = (
            new if field.says("new") else [value for value in facts.after(noun, text) if value not in new]
        )
        if values:
            return list(values)
    return None


def _currency(field: Field, said: Said) -> JsonValue | None:
    return next((code for code in map(facts.currency_sign, said.layers) if code), None)


def _date(field: Field, said: Said) -> JsonValue | None:
    return _one(facts.dates, said.layers)


def _phone(field: Field, said: Said) -> JsonValue | None:
    return _one(facts.phones, said.layers)


def _allowed(wanted: Sequence[Field], name: str, value: JsonValue) -> bool:
    """A value that the schema's pattern refuses was not meant for it."""
    pattern = next(field.pattern for field in wanted if field.name == name)
    values = value if isinstance(value, list) else [value]
    return not pattern or all(not isinstance(item, str) or bool(re.search(pattern, item)) for item in values)


def _says(*any_of: str) -> Callable[[Field], bool]:
    return lambda field: field.says(*any_of)


_ADDRESSED = (
    "address",
    "address1",
    "address2",
    "street",
    "city",
    "town",
    "state",
    "province",
    "country",
    "destination",
)
_FINDERS: tuple[tuple[Callable[[Field], bool], Callable[[Field, Said], JsonValue | None]], ...] = (
    (lambda field: field.format == "email" or field.says("email", "mail"), _email),
    (_says("order"), _order),
    (_says("zip", "postcode", "postal", "plz"), _zip),
    (_says(*_ADDRESSED), _address),
    (lambda field: field.format in ("date", "date-time") or field.says("date"), _date),
    (_says("phone", "telephone", "mobile"), _phone),
    (_says("amount", "sum", "price"), number),
    (_says("currency"), _currency),
    (lambda field: field.says("name") and field.says("first", "last", "full", "customer", "user"), _person),
    (_says(*_FREE), _reason),
)
