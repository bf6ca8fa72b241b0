"""Markup that belongs to prompts: our own sections, and the turns of chat templates."""

from re import IGNORECASE, MULTILINE, Pattern
from re import compile as pattern

# The head of a section as `prompts` writes it, wherever on a line it stands and however it is spaced.
SECTION: Pattern[str] = pattern(
    r"#{1,4} {0,3}[a-z][a-z_]{0,40} {0,3}\( {0,3}(?:data|instructions) {0,3}[;)]", IGNORECASE
)

TURNS: tuple[Pattern[str], ...] = (
    pattern(r"<\|[a-z_]{2,30}\|>|\[/?INST\]|<</?SYS>>|<(?:start|end)_of_turn>", IGNORECASE),
    pattern(
        r"</?(?:system|system_prompt|instructions?|assistant|tool_calls?|function_calls?|tool_results?"
        r"|tool_response|function_results?|user_input)>",
        IGNORECASE,
    ),
    pattern(r"^[ \t]{0,8}\[?(?:assistant|ai)\]? ?:", IGNORECASE | MULTILINE),
    pattern(
        r"(?:^|[.!?>] )[ \t]{0,8}\[?system(?: message| prompt| note)?\]? ?: ?(?:you |ignore|new |override|approve"
        r"|refund|from now|all |proceed|execute|grant|the (?:assistant|agent|user|customer|following))",
        IGNORECASE | MULTILINE,
    ),
    # Where lines were joined it stands behind another bracket.
    pattern(r"(?:^[ \t]{0,8}|\] ?)\[(?:system|developer|assistant|tool|admin)\]", IGNORECASE | MULTILINE),
    pattern(
        r"\[ ?(?:end|start|begin(?:ning)?) of (?:the )?(?:customer|user|quoted)(?:'s)? (?:e-?mail|message|input|data"
        r"|text)\b",
        IGNORECASE,
    ),
    pattern(
        r"\bsystem note ?:|\b(?:tool|function) (?:call )?(?:result|output|response|report) ?:", IGNORECASE
    ),
    pattern(
        r"[-=#*<>\[]{2,20} ?(?:end|start|begin(?:ning)?) of (?:the |this )?(?:customer |user |quoted )?(?:e-?mail"
        r"|message|context|document|conversation|input|data|text|article|prompt)\b",
        IGNORECASE,
    ),
)
# An article has headings of these names, and documentation shows such messages.
FORMS: tuple[Pattern[str], ...] = (
    pattern(
        r"^[ \t]{0,8}#{2,4} {0,2}(?:system|instructions?|assistant|human|response)\b", IGNORECASE | MULTILINE
    ),
    pattern(r"[\"']role[\"'] ?: ?[\"'](?:system|assistant|tool|developer)[\"']", IGNORECASE),
)
