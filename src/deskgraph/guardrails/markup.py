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
        r"</?(?:system|system_prompt|instructions?|assistant|tool_calls?|function_calls?|tool_result)>",
        IGNORECASE,
    ),
    pattern(r"^[ \t]{0,8}\[?(?:assistant|ai)\]? ?:", IGNORECASE | MULTILINE),
    pattern(
        r"^[ \t]{0,8}\[?system(?: message| prompt)?\]? ?: ?(?:you |ignore|new |override|approve|refund"
        r"|from now|all |"
        r"the (?:assistant|agent|user|customer|following))",
        IGNORECASE | MULTILINE,
    ),
)
# An article has headings of this name.
HEADINGS: Pattern[str] = pattern(
    r"^[ \t]{0,8}#{2,4} {0,2}(?:system|instructions?|assistant|human|response)\b", IGNORECASE | MULTILINE
)
