"""The key a provider needs: is it there, and is it one."""

import os
import re

from deskgraph.errors import PlaceholderKey

_KEYS = {
    "anthropic": "ANTHROPIC_API_KEY",
    "openai": "OPENAI_API_KEY",
    "openai-chat": "OPENAI_API_KEY",
    "openai-responses": "OPENAI_API_KEY",
    "google": "GOOGLE_API_KEY",
    "groq": "GROQ_API_KEY",
    "mistral": "MISTRAL_API_KEY",
    "cohere": "CO_API_KEY",
    "deepseek": "DEEPSEEK_API_KEY",
    "openrouter": "OPENROUTER_API_KEY",
}
_PLACEHOLDER = re.compile(
    r"""(?ix) change[-_ ]?me.* | your[-_ ].* | <.*> | \$?\{.*\} | x{3,} | \*{3,} | \.{3,}
        | sk-(ant-)?(\.+|x+|\*+|your.*|key)? | (sk-)?(test|dummy|fake|example|todo|none|null)
        | (my[-_ ]?)?(secret|(api[-_ ]?)?key) | placeholder.* | insert[-_ ].* | replace[-_ ].*"""
)


def check_key(provider: str) -> None:
    """Raise PlaceholderKey when `provider` needs a key and has none, or one that was never filled in."""
    variable = _KEYS.get(provider)
    if variable is None or (provider.startswith("openai") and os.environ.get("OPENAI_BASE_URL")):
        return  # a server of one's own, that speaks like OpenAI, asks for no key
    key = os.environ.get(variable, "").strip()
    if not key:
        raise PlaceholderKey(
            f"The provider {provider!r} needs a key and {variable} is empty.",
            f"Set {variable}, or use the model `builtin`, which needs none.",
        )
    if _PLACEHOLDER.fullmatch(key):
        raise PlaceholderKey(f"{variable} still holds a placeholder.", f"Put the real key into {variable}.")
