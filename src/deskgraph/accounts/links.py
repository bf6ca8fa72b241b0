"""The link that lets a customer in: signed, and good for a while."""

from itsdangerous import BadSignature, SignatureExpired, URLSafeTimedSerializer

from deskgraph.accounts.tokens import fresh
from deskgraph.database import Connection, first_setting
from deskgraph.errors import BadLink

_SALT = "customer-link"
_SETTING = "signing_secret"


async def signing_secret(conn: Connection) -> str:
    """The desk's own secret, made when it is first needed: there is no default that somebody could forget to change."""
    return str(await first_setting(conn, _SETTING, fresh()))


def link_token(secret: str, customer_id: int) -> str:
    """What a link carries."""
    return URLSafeTimedSerializer(secret, salt=_SALT).dumps(customer_id)


def customer_of_link(secret: str, token: str, hours: float) -> int:
    """Whom a link lets in. Raises `BadLink` for one that is not ours or too old."""
    try:
        return int(URLSafeTimedSerializer(secret, salt=_SALT).loads(token, max_age=int(hours * 3600)))
    except SignatureExpired:
        raise BadLink("That link is too old.", "Ask for another one.") from None
    except (BadSignature, TypeError, ValueError):
        raise BadLink(
            "That is no link of this desk.", "Open it as it was sent, or ask for another one."
        ) from None
