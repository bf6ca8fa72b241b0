"""From a name to a model that can be asked."""

from typing import TYPE_CHECKING

from deskgraph.errors import UnknownModel
from deskgraph.models.embeddings import builtin_embedder
from deskgraph.models.names import check_name
from deskgraph.settings import BUILTIN, Settings

if TYPE_CHECKING:
    from pydantic_ai.models import Model

    from deskgraph.models.providers import Providers


class Models:
    """The models of this process, each made once; a provider is imported when it is first chosen."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._made: dict[str, Model] = {}
        self._providers: Providers | None = None

    def model(self, name: str) -> "Model":
        """The model of this name. Raises UnknownModel or PlaceholderKey."""
        if name not in self._made:
            self._made[name] = self._make(name)
        return self._made[name]

    async def aclose(self) -> None:
        """Close the connections to providers."""
        if self._providers is not None:
            await self._providers.aclose()

    def _make(self, name: str) -> "Model":
        if name == BUILTIN:
            from deskgraph.models.builtin import BuiltinModel

            # Its thresholds are tuned to this encoder, whatever embeds the articles.
            return BuiltinModel(self._settings, builtin_embedder(self._settings.embedding_threads))
        check_name(name)
        from pydantic_ai.exceptions import UserError
        from pydantic_ai.models import infer_model

        from deskgraph.models.providers import Providers
        from deskgraph.models.readable import Readable

        self._providers = self._providers or Providers(self._settings)
        try:
            return Readable(infer_model(name, provider_factory=self._providers.provider))
        except (UserError, ImportError) as error:
            raise UnknownModel(f"The model {name!r} cannot be made: {error}") from error
