"""What people wrote, as far as it may fill an argument."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Said:
    """What people wrote, nearest to the ask first: its clause and sentence, the request, earlier turns."""

    clause: str
    sentence: str
    request: str
    earlier: tuple[str, ...] = ()

    @property
    def layers(self) -> tuple[str, ...]:
        return (self.clause, self.sentence, self.request, *self.earlier)
