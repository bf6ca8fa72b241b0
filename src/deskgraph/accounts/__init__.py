"""People, roles, sessions, API keys, and the links that let customers in."""

from deskgraph.accounts.attempts import count_try, forget_tries
from deskgraph.accounts.keys import Key, holder, keys, make_key, revoke_key
from deskgraph.accounts.links import customer_of_link, link_token, signing_secret
from deskgraph.accounts.people import (
    Person,
    add_person,
    by_email,
    disable,
    has_lead,
    hold_people,
    people,
    set_password,
    set_role,
    with_password,
)
from deskgraph.accounts.roles import SCOPES, STAFF_ROLES, Role, Scope, StaffRole, Who
from deskgraph.accounts.sessions import close_session, open_session, signed_in

__all__ = [
    "SCOPES",
    "STAFF_ROLES",
    "Key",
    "Person",
    "Role",
    "Scope",
    "StaffRole",
    "Who",
    "add_person",
    "by_email",
    "close_session",
    "count_try",
    "customer_of_link",
    "disable",
    "forget_tries",
    "has_lead",
    "hold_people",
    "holder",
    "keys",
    "link_token",
    "make_key",
    "open_session",
    "people",
    "revoke_key",
    "set_password",
    "set_role",
    "signed_in",
    "signing_secret",
    "with_password",
]
