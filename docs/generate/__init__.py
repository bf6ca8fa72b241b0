"""Reference pages made from the code: `python -m docs.generate` writes them, a test holds them current."""

from docs.generate.pages import PAGES, ROOT

__all__ = ["PAGES", "ROOT"]
