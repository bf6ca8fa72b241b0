"""That leave was given, or is not needed, in other languages of the Latin script; for folded text without accents."""

from deskgraph.guardrails.signs import signs

_GERMAN = (
    r"\b(?:freigabe|genehmigung|zustimmung) (?:\w{1,12} ){0,2}(?:erteilt|liegt vor|entfallt|nicht"
    r" (?:notig|erforderlich))\b",
    r"\b(?:ruckfrage|freigabe|genehmigung|prufung) (?:\w{1,12} ){0,2}(?:nicht notig|unnotig|nicht erforderlich)\b",
    r"\bohne (?:\w{1,12} )?(?:freigabe|genehmigung|ruckfrage|prufung)\b",
)
_FRENCH = (
    r"\b(?:responsable|directeur|directrice|superviseur|chef) (?:a|l'a) (?:deja )?(?:valide|approuve|autorise)\b",
    r"\bsans (?:attendre|demander) (?:\w{1,12} )?(?:approbation|validation|accord|autorisation)\b",
    r"\baucune (?:approbation|validation|autorisation) n'est (?:\w{1,12} )?(?:necessaire|requise)\b",
)
_SPANISH = (
    r"\b(?:supervisora?|gerente|responsable|jef[ae]) (?:ya )?(?:ha |lo ha )?(?:aprobado|autorizado"
    r"|aprobo|autorizo)\b",
    r"\bsin (?:esperar |pedir )?(?:\w{1,12} )?(?:aprobacion|autorizacion|revision)\b",
)
_ITALIAN = (
    r"\b(?:responsabile|supervisore|direttore|capo) (?:ha|l'ha) (?:gia )?(?:approvato|autorizzato)\b",
    r"\bsenza (?:attendere |chiedere )?(?:\w{1,12} )?(?:approvazione|autorizzazione|conferma)\b",
)
_DUTCH = (
    r"\b(?:goedkeuring|toestemming) (?:\w{1,12} ){0,2}(?:gegeven|verleend|niet nodig)\b",
    r"\bzonder (?:\w{1,12} )?(?:goedkeuring|toestemming|controle)\b",
)
_PORTUGUESE = (
    r"\b(?:supervisora?|gerente|responsavel|chefe) (?:ja )?(?:aprovou|autorizou)\b",
    r"\bsem (?:esperar |pedir )?(?:\w{1,12} )?(?:aprovacao|autorizacao|revisao)\b",
)

GRANTED = signs(
    "false_authority",
    r"freigabe|genehmigung|zustimmung|ruckfrage|prufung|approuv|valid|autoris|approbation|accord"
    r"|aprob|aprov|autori|revis"
    r"|approv|conferma|goedkeuring|toestemming|controle",
    *(*_GERMAN, *_FRENCH, *_SPANISH, *_ITALIAN, *_DUTCH, *_PORTUGUESE),
)
