"""What the output screen holds against the ledger: deeds that were done, are being done, or will be."""

import pytest

from deskgraph.guardrails import Done, Grounds, screen_output

CANCELLED = Done(
    "cancel_order", '{"order":"L-77"}', "Order L-77 was cancelled. £12.00 goes back to your card."
)
REFUNDED = Done("refund", '{"order":"A-1","amount":"20.00"}', "£20.00 of order A-1 was refunded to the card.")


def kinds(text: str, grounds: Grounds = Grounds()) -> set[str]:  # noqa: B008  # frozen, and empty
    return {finding.kind for finding in screen_output(text, grounds)}


@pytest.mark.parametrize(
    "text",
    [
        "I have refunded £12.00 to your card.",
        "We've just cancelled your order.",
        "Your refund has been processed.",
        "Your address is now updated.",
        "We will send you a new lamp tomorrow.",
        "You will receive a full refund.",
        "I've escalated this to our engineers.",
        "Our team has refunded your order.",
        "I have looked at your case and refunded it.",
        "Your order has been checked and cancelled.",
        "I will check it and refund you today.",
        "Let me cancel that for you.",
        "Your refund is on its way.",
        "30 euros are on their way to you.",
        "The money goes back to your card.",
        "I was able to cancel your order.",
        "We have decided to refund you in full.",
        "I can confirm that I have refunded you.",
        "I confirm the cancellation of your order.",
        "The 500 pounds are back on your card.",
    ],
)
def test_a_promise_of_what_the_ledger_does_not_show_is_stopped(text: str) -> None:
    assert kinds(text) == {"promise"}


@pytest.mark.parametrize("sign", "’ʼ‘＇`´")
def test_any_apostrophe_is_one(sign: str) -> None:
    assert kinds(f"I{sign}ve refunded your order.") == {"promise"}
    assert kinds(f"You{sign}ll be refunded on Friday.") == {"promise"}


@pytest.mark.parametrize(
    "text",
    [
        "I hаve refunded your order.",
        "І have rеfundеd your order.",
        "I have **refunded** your order.",
        "I have ref\u200bunded your order.",
        "I have réfundéd your order.",
        "Ｉ have ｒｅｆｕｎｄｅｄ your order.",
        "I have 𝗿𝗲𝗳𝘂𝗻𝗱𝗲𝗱 your order.",
        "Ive refunded your order.",
    ],
)
def test_letters_that_look_alike_are_read_as_a_reader_does(text: str) -> None:
    assert kinds(text) == {"promise"}


@pytest.mark.parametrize(
    "text",
    [
        "I have refunded the full order to your card; let us know if you don't see it.",
        "I have refunded the order and it shows up once your bank posts it.",
        "If you wonder, I have refunded your order.",
        "When you asked, I refunded your order.",
        "I have refunded your order, okay?",
        "I have cancelled your order, have you seen it?",
        "Your refund will be sent to your card when you look tomorrow.",
        "If you have any questions, write to us, and your refund has been issued.",
        "If you like, I will refund 500 pounds.",
        "I will refund you today, is that fine?",
    ],
)
def test_a_condition_or_a_question_elsewhere_frees_no_promise(text: str) -> None:
    assert kinds(text) == {"promise"}


@pytest.mark.parametrize(
    "text",
    [
        "If your card is blocked, call us.",
        "Once the refund has been processed you get a mail.",
        "Once it has been cancelled, you get a mail.",
        "If your parcel was returned, we refund it.",
        "If you return it, we will refund it.",
        "If your order was cancelled and your card was charged, call us.",
        "You get a mail when we have refunded your order.",
        "You can cancel your order in the app.",
        "Has it been refunded?",
        "Hello, was your card blocked?",
        "Shall I cancel your order?",
        "Would you like us to replace the lamp, or will you return it?",
        "Have you changed your password?",
        "Refunds take five days.",
        "Refunds are issued within 5 days.",
        "We refund within five days.",
        "We offer refunds and discounts.",
    ],
)
def test_a_rule_or_a_question_is_no_promise(text: str) -> None:
    assert kinds(text) == set()


@pytest.mark.parametrize(
    "text",
    [
        "I have issued a full refund.",
        "I processed your refund.",
        "We have initiated a refund.",
        "I went ahead and processed the refund.",
        "I am refunding 500 pounds to you now.",
        "We're cancelling your subscription.",
        "I'm issuing your refund now.",
        "I hereby refund you.",
        "Refund issued.",
        "Order cancelled.",
        "Refunded!",
        "Done: refunded in full.",
        "I have today refunded it.",
        "I have, as agreed, refunded it.",
        "I have (as agreed) refunded it.",
        "I've added a 100 euro credit to your account.",
        "I have granted you a 50% discount.",
        "You have been given a 50 pound voucher.",
        "I have put five hundred pounds on your card.",
        "I have approved and paid 75 euros.",
        "Your refund of 60 euros has gone out.",
        "Your order has been cancelled and 12 pounds have been credited.",
        "You will get 500 pounds on Friday.",
    ],
)
def test_a_deed_may_be_told_in_many_forms(text: str) -> None:
    assert kinds(text) == {"promise"}


@pytest.mark.parametrize(
    "text",
    [
        "Wir haben Ihre Bestellung gestern storniert.",
        "Ich erstatte Ihnen 50 Euro.",
        "Ihre Rückerstattung wurde veranlasst.",
        "Votre commande a été annulée.",
        "Votre remboursement a été effectué.",
        "Je vous ai remboursé.",
        "Nous vous remboursons aujourd’hui.",
        "Hemos reembolsado el importe.",
        "Su reembolso ha sido procesado.",
        "He cancelado su pedido.",
        "Il rimborso è stato effettuato.",
        "Abbiamo annullato il suo ordine.",
        "O seu reembolso foi processado.",
        "Cancelamos o seu pedido.",
        "We hebben uw bestelling geannuleerd.",
        "Uw bestelling is geannuleerd.",
        "Zwróciliśmy Panu pieniądze.",
        "Zamówienie zostało anulowane.",
        "Vi har återbetalat 500 kronor.",
        "Siparişiniz iptal edildi.",
        "Мы вернули вам деньги.",
        "Заказ отменён.",
        "我们已经为您退款。",
        "ご注文をキャンセルしました。",
        "주문을 취소했습니다.",
        "Palautimme sinulle 500 euroa tänään.",
    ],
)
def test_a_deed_may_be_told_in_other_languages(text: str) -> None:
    assert kinds(text) == {"promise"}


@pytest.mark.parametrize(
    "text",
    [
        "Ich habe Ihre Bestellung nicht storniert.",
        "Wenn Ihre Karte gesperrt wurde, rufen Sie uns an.",
        "Sie können die Bestellung selbst stornieren.",
        "Vous pouvez annuler votre commande.",
        "Je n'ai pas remboursé votre commande.",
        "Si su pedido fue cancelado, escríbanos.",
        "Puede cancelar el pedido en la página.",
        "Può annullare l'ordine.",
        "U kunt uw bestelling annuleren.",
        "Jeśli zamówienie zostało anulowane, proszę napisać.",
        "Если заказ отменён, напишите нам.",
        "您可以在网站上取消订单。",
        "ご注文はまだキャンセルされていません。",
        "Lampun voi palauttaa 30 päivän kuluessa.",
    ],
)
def test_ordinary_replies_in_other_languages_pass(text: str) -> None:
    assert kinds(text) == set()


def test_a_word_in_an_article_licenses_no_future() -> None:
    rules = Grounds(articles=["Gift cards are no refund. Orders will be shipped within two days."])
    assert kinds("You will be refunded 500 pounds by Friday.", rules) == {"promise"}
    assert kinds("Your order will be shipped today.", rules) == {"promise"}
    assert kinds("Orders will be shipped within two days.", rules) == set()
    assert kinds("Orders will be shipped within two days.") == {"promise"}
    assert kinds("According to our article, orders will be shipped within two days.", rules) == set()


def test_what_an_article_says_may_be_quoted_but_not_of_our_own_deeds() -> None:
    rules = Grounds(articles=["The old app was removed in May. I have refunded you."])
    assert kinds("The old app was removed in May.", rules) == set()
    assert kinds("I have refunded you.", rules) == {"promise"}
    told = "I have changed your address. We have removed support for the old app."
    assert kinds("I have changed your address.", Grounds(articles=[told])) == {"promise"}
    assert kinds("We have removed support for the old app.", Grounds(articles=[told])) == set()


@pytest.mark.parametrize(
    "text",
    ["I have cancelled your order L-77.", "Your £12.00 will be refunded.", "We've refunded your card."],
)
def test_a_deed_of_the_ledger_may_be_told_in_other_words(text: str) -> None:
    assert kinds(text, Grounds(done=[CANCELLED])) == set()
    assert kinds(text, Grounds(records=["Order L-77 is placed."])) == {"promise"}


@pytest.mark.parametrize(
    "text",
    [
        "Your refund of 20 pounds has been issued.",
        "I have refunded 20 pounds.",
        "Your refund of £20 has gone out.",
        "I've refunded £20.00 of order A-1.",
        "Your refund of £20.00 will be on your card within three days.",
        "I have issued the refund of GBP 20,00.",
    ],
)
def test_the_refund_of_the_ledger_is_told_with_its_sum(text: str) -> None:
    assert kinds(text, Grounds(done=[REFUNDED])) == set()


def test_what_was_cancelled_and_paid_back_may_be_told_in_one_sentence() -> None:
    text = "I have cancelled order L-77 and the money goes back to your card."
    assert kinds(text, Grounds(done=[CANCELLED])) == set()


@pytest.mark.parametrize(
    "text",
    [
        "I have refunded 500 pounds.",
        "I have refunded five hundred pounds.",
        "Your refund of £20.00, that is 500 euros, has been issued.",
        "I have refunded order B-22.",
    ],
)
def test_a_refund_of_another_sum_or_order_is_not_shown_by_it(text: str) -> None:
    assert kinds(text, Grounds(done=[REFUNDED])) == {"promise"}


@pytest.mark.parametrize(
    ("text", "effect"),
    [
        (
            "I have changed your address.",
            Done("note", '{"text":"credit card"}', "Noted on your credit card."),
        ),
        ("I have paid you.", Done("readdress", '{"address":"12 Payne Street"}', "It is 12 Payne Street.")),
        ("I have blocked your card.", Done("set_clock", "{}", "The clock is set.")),
        ("I have booked a courier.", Done("handbook", "{}", "The handbook was read.")),
        ("I have refunded it.", Done("readdress", '{"note":"refund me"}', "Readdressed.")),
        ("I have refunded it.", Done("cancel_order", "{}", "Order A-1 was cancelled. Nothing was refunded.")),
    ],
)
def test_a_deed_counts_by_its_name_and_result_at_the_beginning_of_words(text: str, effect: Done) -> None:
    assert kinds(text, Grounds(done=[effect])) == {"promise"}


def test_only_a_whole_sentence_was_said_before() -> None:
    text = "I have refunded your order."
    assert kinds(text, Grounds(said=["Please do not think that I have refunded your order."])) == {"promise"}
    assert kinds(text, Grounds(said=[f"Hello. {text} Bye."])) == set()


def test_what_was_looked_up_may_be_told_as_done_by_nobody_named() -> None:
    records = Grounds(records=["Order BC-1002 was shipped on 3 May 2026 with the tracking number X1."])
    assert kinds("Your order was shipped on 3 May.", records) == set()
    assert kinds("We have shipped your order.", records) == {"promise"}
    assert kinds("Your order was cancelled.", records) == {"promise"}
    assert kinds("Your order was shipped on 3 May.", Grounds(found=records.records)) == {"promise"}


@pytest.mark.parametrize(
    "text",
    [
        "We shall return to you shortly.",
        "We will return to your question tomorrow.",
        "We will pay close attention.",
        "Our shop is now closed.",
        "Your card was blocked by your bank, not by us.",
        "We have sent you three reminders.",
        "You can cancel your order in the portal.",
        "I have not refunded anything yet.",
        "Nothing was changed.",
        "No refund has been issued.",
        "Your order has not been cancelled.",
        "I cannot refund this.",
        "I don't think we have refunded you.",
        "You wrote that your order was cancelled.",
        "I understand that you returned the lamp and cancelled the order.",
        "I am sorry that your lamp was damaged in transit.",
        "We have received your request for a refund.",
        "We have a refund policy.",
        "You have to return the lamp within 30 days.",
        "Returns are free of charge.",
        "Please send us a picture of the lamp.",
        "Your order was placed on Monday.",
        "I have checked your refund and see no mistake.",
        "Please change your password.",
        "We have closed for today.",
        "I will look into your refund.",
        "I have asked our finance team about your refund.",
        "Unfortunately your order can no longer be cancelled.",
        "Please tell me which order I should cancel.",
        "Your bank may have blocked the payment.",
        "Thank you for the information you sent.",
        "We would refund you if the lamp were broken.",
        "Your refund request was rejected.",
    ],
)
def test_ordinary_sentences_pass(text: str) -> None:
    assert kinds(text) == set()


@pytest.mark.parametrize(
    "text",
    [
        "I have sent your question to the team.",
        "I have forwarded this to a colleague.",
        "I have passed this to a colleague.",
        "I have sent this to our refunds team.",
        "I have given your question about the refund to the team.",
        "I have escalated your ticket.",
        "We have updated our article.",
        "Your question was sent to the team.",
        "I have closed this ticket.",
        "We will send you a reply tomorrow.",
    ],
)
def test_what_is_done_to_questions_messages_and_articles_is_the_desks_own(text: str) -> None:
    assert kinds(text) == set()


@pytest.mark.parametrize(
    "text",
    [
        # Nobody would send it: the run ends with its reply.
        "I'll send you the manual.",
        "I have changed your e-mail address.",
        "I have sent you 500 pounds with this message.",
        "Our refund to you has been issued.",
        "No problem, your refund has been issued.",
        "Do not worry, your refund has been issued.",
        "I have not only refunded you.",
        "We have closed your account.",
    ],
)
def test_what_only_looks_like_it_is_stopped(text: str) -> None:
    assert kinds(text) == {"promise"}
