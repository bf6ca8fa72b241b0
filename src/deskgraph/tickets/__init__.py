"""The domain: customer, ticket, message, handling, status."""

from deskgraph.tickets.clean import clean_address, clean_subject, clean_text, says_something
from deskgraph.tickets.customer import known_customer
from deskgraph.tickets.handing import Unanswered, post_words, tell_run, unanswered, work_again
from deskgraph.tickets.rows import (
    get_ticket,
    list_tickets,
    messages,
    messages_of_run,
    post,
    posted,
    set_classification,
    set_handling,
    set_status,
)
from deskgraph.tickets.submit import GRAPH, ask, submit
from deskgraph.tickets.ticket import Handling, Kind, Lane, Message, Role, Status, Submitted, Ticket

__all__ = [
    "GRAPH",
    "Handling",
    "Kind",
    "Lane",
    "Message",
    "Role",
    "Status",
    "Submitted",
    "Ticket",
    "Unanswered",
    "ask",
    "clean_address",
    "clean_subject",
    "clean_text",
    "get_ticket",
    "known_customer",
    "list_tickets",
    "messages",
    "messages_of_run",
    "post",
    "post_words",
    "posted",
    "says_something",
    "set_classification",
    "set_handling",
    "set_status",
    "submit",
    "tell_run",
    "unanswered",
    "work_again",
]
