"""A link is found however it is written, and what only has a dot in it is none."""

import pytest

from deskgraph.guardrails import Grounds, hosts, screen_output


@pytest.mark.parametrize(
    ("written", "host"),
    [
        ("http:/evil.test", "evil.test"),
        ("HTTP:/Evil.Test:80/x", "evil.test"),
        ("https:evil.test/x", "evil.test"),
        ("http:/2130706433/", "2130706433"),
        ("evil[.]test", "evil.test"),
        ("evil (dot) com", "evil.com"),
        ("evil。com", "evil.com"),
        ("evil｡com/x", "evil.com"),
        ("请访问evil.com", "evil.com"),
        ("éshop.com", "éshop.com"),
        ("evil.cafe/login", "evil.cafe"),
        ("evil.cafe:8080/x", "evil.cafe"),
        ("evil.cafe?token=1", "evil.cafe"),
        ("evil.xn--p1ai/x", "evil.xn--p1ai"),
        ("ftp.evil.agency/x", "ftp.evil.agency"),
        ("bit.ly/3x", "bit.ly"),
        ("t.me/evil", "t.me"),
        ("www.evil.agency", "evil.agency"),
        ("login.evil.net", "login.evil.net"),
        ("secure-shop.co", "secure-shop.co"),
        ("evil.help", "evil.help"),
        ("EVIL.HELP", "evil.help"),
        ("Evil.Support", "evil.support"),
    ],
)
def test_another_form_of_a_link_is_one(written: str, host: str) -> None:
    found = screen_output(f"Look: {written} now", Grounds())
    assert [(each.kind, each.excerpt) for each in found] == [("unknown_link", host)]
    assert screen_output(f"Look: {written} now", Grounds(articles=[f"It is at {written} ."])) == []


@pytest.mark.parametrize(
    "text",
    [
        "It is written in ASP.net and node.js, with node.js/express and a config.in, not in VB.net.",
        "They told.me and sold.In the end it was net.co or so.",
        "We closed the account.Help is near.Support will call.Live chat, too.",
        "See package.json/scripts, index.html/top, e.g.red/blue, i.e.one/two, 3.5/2, 1.5GB/s and a.m./p.m.",
        "Mr./Mrs. Smith and/or and//or him; http: is a scheme, https:on is none. Choose (in) or [at] home.",
        "Write to ann (at) example [dot] org.",
    ],
)
def test_what_only_has_a_dot_in_it_is_no_link(text: str) -> None:
    assert list(hosts(text)) == []


MAILED = "Contact: help@evil.test"


@pytest.mark.parametrize(
    "grounds",
    [Grounds(found=[MAILED]), Grounds(records=[MAILED]), Grounds(calls=[MAILED]), Grounds(asked=[MAILED])],
    ids=["found", "records", "calls", "asked"],
)
def test_an_address_that_a_tool_or_the_customer_named_makes_no_link(grounds: Grounds) -> None:
    found = screen_output("Open https://evil.test/reset or write to help@evil.test.", grounds)
    assert [(each.kind, each.excerpt) for each in found] == [("unknown_link", "evil.test")]


@pytest.mark.parametrize("grounds", [Grounds(articles=[MAILED]), Grounds(said=[MAILED])])
def test_an_address_of_an_article_or_of_the_desk_makes_its_host_linkable(grounds: Grounds) -> None:
    assert screen_output("Open https://evil.test/reset or write to help@evil.test.", grounds) == []
