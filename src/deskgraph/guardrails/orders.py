"""Orders to a machine: drop your rules, take this one instead, act, hand data out."""

from deskgraph.guardrails.signs import signs
from deskgraph.guardrails.words import MACHINE, RULES, gap, ordered

_OLD = (
    r"(?:all|any|every|previous|prior|above|earlier|preceding|your|initial|original|system|foregoing|existing"
    r"|former|the rules|the instructions)"
)
_TOLD = (
    r"(?:(?:you )?(?:were|was|have been|had been|are|has been) (?:\w{1,12} )?(?:told|said|asked|given|taught"
    r"|instructed))"
)

OVERRIDE = signs(
    "instruction_override",
    r"instruct|prompt|rule|guid|direct|polic|restrict|constrain|programming|training|safe|system|order|above"
    r"|before|previous|prior|learned|so far|told|said|asked|given|taught|know|follows|comes next|instead"
    r"|stop|filter|screen|task|goal|job|role|purpose|objective|from (?:now|this point)",
    rf"\b(?:ignor(?:e|ing)|disregard(?:ing)?|forget(?:ting)?|overrid(?:e|ing)|overrule|discard|set aside|put"
    rf" aside|drop|abandon|violate|break|(?:do not|don't|stop) (?:follow(?:ing)?"
    rf"|obey(?:ing)?))\b[^.!?]{{0,25}}\b{_OLD}\b[^.!?]{{0,25}}\b{RULES}\b",
    rf"\b(?:ignore|disregard|forget|discard) (?:the |these |those |all ){{0,2}}{RULES} (?:above|before|so far"
    r"|given|written|you (?:were|have|got))\b",
    rf"\b(?:drop|abandon|erase|wipe|reset|clear|set|put|leave|throw) (?:all |all of )?(?:your|the (?:above"
    rf"|previous|prior)) (?:\w{{1,12}} ){{0,2}}{RULES}\b",
    r"\b(?:ignore|disregard|forget) (?:about )?(?:everything|all|anything|what)\b[^.!?]{0,12}\b(?:above"
    r"|before|previously|prior|you (?:were|have been|know|are|learned)|so far)\b",
    rf"\b(?:no attention to|listen to|forget|ignore|disregard) (?:\w{{1,12}} ){{0,2}}{_TOLD}\b",
    rf"\b(?:everything|all|anything|what|whatever) (?:that |you )?{_TOLD}[^.!?]{{0,30}}\b(?:void|wrong|false"
    rf"|outdated|cancelled|invalid|a test)\b",
    rf"\b{RULES} (?:\w{{1,12}} ){{0,3}}(?:no longer appl\w{{1,3}}|(?:is|are|were|have been|has been) (?:now "
    rf"|hereby )?(?:void|cancelled|revoked|replaced|superseded|suspended|lifted|overridden|outdated|obsolete"
    rf"|null))\b",
    r"\b(?:only )?(?:follow|obey|execute|carry out|listen to) (?:only )?(?:what (?:comes next|follows)"
    r"|(?:this|these|the following|my|the new) (?:new )?(?:orders?|instructions? (?:instead|first|below|only"
    r"|now)))\b",
    r"\b(?:and|then|please) do (?:this|that|the following) instead\b|\bdo the following instead\b",
    r"\binstead of (?:helping|answering|replying to|assisting|serving) (?:the |this )?(?:customer|user"
    r"|e-?mail|question|message)\b",
    r"\bstop (?:what you are|whatever you are|what you're) doing\b[^.!?]{0,12}\b(?:carry|do|execute|follow|answer"
    r"|reply|write|send|run|obey|listen)\b",
    r"\b(?:bypass|circumvent|switch off|turn off|disable) (?:all |any )?(?:of )?your (?:\w{1,20}"
    r" ){0,2}(?:filters?|safety|safeguards|guardrails|rules|guidelines|restrictions|policies|screen)",
    r"\b(?:new|updated|revised|real|actual|additional|next) (?:system )?(?:instructions?|directives?|tasks?"
    r"|orders?) ?:",
    r"\byour (?:new|real|actual|true|only|next) (?:task|instructions?|goal|job|role|purpose|objective"
    r"|orders?) (?:is|are|will be)\b",
    r"\bfrom (?:now|this point) on(?:wards?)?,? (?:you (?:are|will|must|should|only)|respond|answer only"
    r"|ignore|act)\b",
)
# The team's articles may say so to the team.
SILENCE = signs(
    "instruction_override",
    r"not |n't |never |keep|hide|conceal|nothing|trace",
    r"\b(?:do not|don't|never) (?:tell|inform|alert|notify|mention (?:this |it )?to|let) (?:the |any |your"
    r" )?(?:user|customer|human|operator|reviewer|staff|team|supervisor|colleagues?)s?\b",
    r"\b(?:keep|hide|conceal) (?:this|these|the above) (?:\w{1,12} )?(?:instructions?|orders?|request|note"
    r"|message|text) (?:secret|hidden|private|from|to yourself|between)\b",
    r"\b(?:do not|don't|never) (?:reveal|mention|disclose|say|tell \w{1,12}|admit|acknowledge) (?:that you"
    r" (?:were|have been|got)|(?:this|these|the above|those|my) (?:\w{1,12} )?(?:instructions?|orders?"
    r"|request|prompt|text|note))\b",
    r"\bsay nothing (?:of|about) (?:this|these|it) (?:\w{1,12} )?(?:to|in)\b",
    r"\bno trace of (?:this|these|the) (?:request|instructions?|orders?|prompt|message)\b",
)
ADDRESSED = signs(
    "machine_addressed",
    r"ai|a\.i\.|llm|gpt|claude|gemini|copilot|model|system|assist|bot|agent|who|what|which|summar|process"
    r"|analy|read|pars|handl",
    rf"\b(?:note|message|instructions?|attention|notice|reminder|order|command) ?(?:to|for|:) (?:the |any "
    rf"|all |every |this )?{MACHINE}\b",
    r"\b(?:if|since|because|as) you(?: are|'re) (?:an?|the) (?:\w{1,15} )?(?:ai|llm|language model"
    r"|assistant)\b",
    r"\b(?:dear|attention|hey|hello),? (?:ai|llm|gpt|chat ?gpt|claude|gemini|language model|assistant)\b",
    r"\b(?:ai|llm|language|automated|virtual|any|every|this|a|an) ?(?:\w{1,12} )?(?:models?|systems?"
    r"|assistants?|agents?|bots?|ai|llm) (?:that |which |who )?(?:read|process|handl|summari[sz]|analy[sz]"
    r"|see|answer|pars)\w{0,4} (?:this|the|these)\b",
    r"(?:^|[.!?:] )(?:(?:ai|llm|gpt|language model) ?: ?\w|(?:ai|llm|gpt|assistant|agent|bot|model),"
    r" (?:please )?(?:delete|approve|send|forward|refund|pay|transfer|grant|close|mark|ignore|execute|run"
    r"|issue|release))",
    r"\b(?:to )?(?:whoever|whatever|whichever (?:model|agent)) (?:drafts|answers|writes|generates|processes)"
    r" (?:the|this)\b[^.!?:]{0,20}[,:]",
    r"\bwhen (?:you )?(?:summari[sz]|process|analy[sz]|read|pars|handl)(?:e|ing|es)? this (?:article|text"
    r"|document|e-?mail|message|page|review|ticket)[,:]? (?:please )?(?:\w{1,12})\b",
)
# Tools are called by name in the team's handbook too.
ACTS = signs(
    "machine_addressed",
    r"tool|function|plug-?in|_|conversation|list|book|record|database|history|chat|inbox|contact|customer"
    r"|user|employee|messages",
    r"\b(?:call|invoke|execute|run|use|trigger) the (?:\w{1,30} ){0,2}(?:tool|function) (?:with|and|now|for"
    r"|to)\b",
    rf"{ordered('call|invoke|execute|run|trigger')} (?:the (?:tool |function"
    rf" )?)?[a-z]{{2,20}}_[a-z_]{{2,30}}\b",
    # Named by whoever knows what it is called, or with what only we set.
    r"\b(?:with|by|via|using|use|the) (?:the )?(?:tool|function) [a-z]{2,20}_[a-z_]{2,30}\b",
    rf"{ordered('use|apply|do|pay|refund|change|delete|look|find|send|forward|cancel')}{gap(80)}\b(?:with|by|via"
    r"|using) [a-z]{2,20}_[a-z_]{2,30}\b",
    r"\b(?:set|use|put) [a-z]{2,20}_[a-z_]{2,30} (?:to|as|=|with|for)\b",
    r"\b(?:customer|ticket|user|run)_(?:id|e?mail) ?[=:]",
    r"\b(?:appelle|utilise|execute|fuhre|führe|rufe|usa|llama|ejecuta|esegui|chiama|roep) (?:\w{1,15}"
    r" ){0,2}[a-z]{2,20}_"
    r"[a-z_]{2,30}\b",
    rf"{ordered('use|call|access|employ')} your (?:\w{{1,12}} )?(?:tools?|functions|plug-?ins?)\b",
    rf"{ordered('send|forward|e-?mail|share|post|upload|export|copy|publish|mail|write')}{gap(70)}\b(?:this"
    rf"|the|our|whole|entire|full) (?:conversation|contact list|address book|customer (?:list|data|records"
    rf"|database)|chat(?: history)?|inbox|ticket history)\b",
    rf"{ordered('send|forward|e-?mail|share|post|upload|export|copy|message|write')}{gap(70)}\b(?:all|every"
    rf"|everyone in|any|each)(?: of)?(?: my| the| your| our)? (?:contacts?|contact list|customers?|users?"
    rf"|employees|messages of this|other customers)\b",
)
_PUT = r"put|append|add|insert|include|write|embed|encode|place|copy|send|attach|render|load|fetch|post"
_DATA = (
    r"(?:conversation|(?:chat|order|ticket) history|(?:customer|user|client|reader)'s \w{1,12}|api keys?"
    r"|passwords?|everything you (?:know|were|have)|(?:system )?prompt|contents? of this|their (?:e-?mail"
    r"|name|address|data))"
)
_LINK = r"(?:\b(?:url|link|query(?: string| parameter)?)\b|https?://|\w\.\w{2,10}/)"
EXFILTRATION = signs(
    "machine_addressed",
    r"https?:|url|link|query|other|image|picture|address",
    r"\]\( ?https?://[^)\s?]{1,100}\?[^)]{0,60}(?:[\[{<]|data|chat|history|secret|conversation|prompt)",
    rf"{ordered(_PUT)}(?={gap(110)}\b{_DATA}\b){gap(110)}{_LINK}",
    rf"{ordered('collect|gather|list|extract|leak|exfiltrate|dump|show')}{gap(60)}\b(?:of|from|about) (?:all"
    rf" )?(?:the )?other (?:customers|users|accounts|people)\b",
    r"\b(?:image|picture|link|url|address)\b[^.!?]{0,40}\b(?:ends? with|followed by|containing|carrying)"
    r" (?:the|all|every|your)\b[^.!?]{0,30}\b(?:conversation|history|data|chat|e-?mail|name|password|key"
    r"|token)",
    r"\b(?:image|picture|link|url|address)\b[^!?]{0,90}\b(?:ends? with|followed by|containing|carrying|with) (?:what"
    r"|all|everything) (?:that )?you (?:know|were|have|see)\b",
)
