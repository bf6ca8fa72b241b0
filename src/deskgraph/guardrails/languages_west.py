"""The commonest attacks in languages of Western Europe."""

from deskgraph.guardrails.tongue import Tongue

GERMAN = Tongue(
    forget=r"ignorier\w{0,4}|vergiss|vergesst|vergessen sie|missacht\w{0,4}|verwirf|überschreib\w{0,3}"
    r"|umgeh\w{0,3}|(?:halt|folg|befolg|beacht)\w{0,3}\b[^.!?]{0,12}\bnicht",
    rules=r"\w{0,8}anweisung|instruktion|regel|vorgabe|befehl|richtlinie|\w{0,7}prompt",
    told=r"alles,? was|was (?:dir|ihnen|man dir)|bisherige|vorherige",
    put=r"füge?n?\b|schreib|übersetz|ersetz|ergänz|verfass|formulier|erwähn|baue?n?\b|kodier|codier"
    r"|verschlüssel|beende|beginn|entferne?n? sie|wandle|dreh|empfiehl|empfehlen sie|behaupte|antworte"
    r" (?:nur|ausschließlich|in)",
    reply=r"(?:dein|eur|jede)\w{0,2} (?:\w{1,15} )?(?:antwort|nachricht|ausgabe|rückmeldung|texte?)\b"
    r"|(?:ihr\w{0,2}|die|der) (?:antwort|ausgabe)\b",
    must=r"(?:muss|soll|darf nur|endet|beginnt)\b(?! (?:bis|am)\b)",
    now=r"du bist|sie sind|verhalte? dich|handle|agiere|spiele?\b|tu so|stell dir vor|du (?:wirst|spielst)",
    unbound=r"(?:ohne|frei von) (?:\w{1,12} ){0,2}(?:einschränk|beschränk|regel|grenze|filter)|admin"
    r"|entwickler|uneingeschränkt|unbeschränkt|\w{0,12}modus|(?:jetzt|nun|ab sofort) (?:eine? )?(?:ki|bot)\b"
    r"|kein\w{0,2} assistent",
    show=r"zeig|nenn|verrat|gib|geben sie|wiederhol|druck|sag|liste|was (?:ist|sind|steht)|wie laute",
    prompt=r"system-? ?prompt|systemanweisung|systemnachricht|interne\w{0,2} (?:anweisung|regel)|(?:dein"
    r"|ihr)\w{0,2} (?:\w{1,15} )?(?:anweisung|instruktion|vorgabe|prompt)",
    ask=r"forder|bitten sie|frage?n?\b|sage?n?\b|teile?n?\b|informier|schicke?n?\b|leite|überzeug|erzähl"
    r"|weise?n?\b",
    reader=r"(?:den|dem|die|der|jede\w) (?:kunde|kundin|nutzer|benutzer|leser|anwender)",
)
DUTCH = Tongue(
    forget=r"negeer|vergeet|(?:houd|volg)\w?\b[^.!?]{0,15}\bniet|omzeil",
    rules=r"(?:alle|je|jouw|uw|vorige|eerdere|bovenstaande) (?:\w{1,12} )?(?:instructies|aanwijzingen|regels"
    r"|opdrachten|prompt|richtlijnen)|systeemprompt",
    told=r"alles wat|wat je",
    put=r"voeg|schrijf|vertaal|vervang|vermeld|noem|zet|verwijder|begin|eindig|codeer|verwerk|antwoord"
    r" (?:alleen|in)",
    reply=r"(?:je|jouw|uw|het|elk) (?:\w{1,12} )?(?:antwoord|bericht|reactie|uitvoer)",
    must=r"moet|mag alleen|dient",
    now=r"je bent|jij bent|u bent|gedraag|doe alsof|stel je voor|handel|speel",
    unbound=r"(?:zonder|vrij van) (?:\w{1,12} ){0,2}(?:beperking|regel|grenz|filter)|admin|beheerder"
    r"|ontwikkelaar|onbeperkt|\w{0,12}modus|nu een (?:ai|bot|assistent)",
    show=r"toon|laat|geef|herhaal|zeg|vertel|print|wat (?:is|zijn|staat)|onthul",
    prompt=r"systeem-? ?prompt|systeeminstructie|(?:je|jouw|uw) (?:\w{1,12} )?(?:instructies|prompt"
    r"|aanwijzingen)",
    ask=r"vraag|zeg|vertel|informeer|stuur|verwijs|overtuig|laat",
    reader=r"(?:de|elke|aan de) (?:klant|gebruiker|lezer)",
)
FRENCH = Tongue(
    forget=r"ignore[rzs]?\b|oublie[rzs]?\b|ne (?:t|v)(?:iens|enez) pas compte|ne (?:respect|sui|suiv)\w{0,3}"
    r" p(?:as|lus)|(?:désobéi|contourne|enfrein)\w{0,3}",
    rules=r"(?:te|vo|toutes le|le|ce|toutes te)s (?:\w{1,12} )?(?:instructions|consignes|règles|directives)",
    told=r"tout ce qu|ce qu'on|ce que (?:l'on|tu|vous)",
    put=r"ajoute|écri[st]?|écrivez|insère|insérez|inclus|incluez|intègr|traduis|remplace|mentionne|termine"
    r"|commence|rédige|encode|convert|supprime|réponds? (?:uniquement|seulement)|glisse|recommande",
    reply=r"(?:ta|votre|la|chaque) (?:\w{1,12} )?(?:réponse|sortie)|(?:ton|votre) message",
    must=r"(?:doit|devra|ne doit)\b",
    now=r"tu es|vous êtes|agis|comporte|fais comme|imagine|joue|tu (?:seras|deviens)",
    unbound=r"(?:sans|libre de) (?:\w{1,12} ){0,2}(?:restriction|limite|règle|filtre|contrainte)|admin"
    r"|développeur|illimité|mode \w{1,15}|(?:maintenant|désormais) une? (?:ia|robot|assistant)",
    show=r"montre|révèle|affiche|répète|donne|dis|imprime|copie|quel(?:le)?s? (?:est|sont)|cite",
    prompt=r"prompt système|invite système|instructions? système|(?:tes|vos) (?:\w{1,12} )?(?:instructions"
    r"|consignes)|(?:instructions|consignes) que (?:tu|vous)",
    ask=r"demande|dis|dites|informe|invite|envoie|dirige|encourage|convain|rappelle",
    reader=r"(?:au|le|aux|les|à l'|l') ?(?:client|utilisateur|lecteur)",
)
SPANISH = Tongue(
    forget=r"ignor[ae]d?\b|olvid[ae]d?\b|omit[ea]\b|descart[ae]\b|no (?:sigas?|hagas? caso|obedezcas?"
    r"|respetes?)|desobede",
    rules=r"(?:la|lo|tu|su|toda|cualquier)s? (?:\w{1,12} ){0,2}(?:instrucciones|reglas|órdenes|directrices"
    r"|normas)|instrucciones (?:anteriores|previas)",
    told=r"todo lo|lo que (?:te|se)",
    put=r"añad|agreg|escrib[ea]|incluy|insert|traduc|tradu[zc]|reemplaz|sustituy|mencion|termin[ae]|empiez"
    r"|redact|codific|conviert|elimin|responde (?:sólo|solo|únicamente)|recomiend|pon\b",
    reply=r"(?:tu|su|la|cada) (?:\w{1,12} )?(?:respuesta|salida|contestación)|(?:tu|su) mensaje",
    must=r"(?:debe|deberá|tiene que|ha de)\b",
    now=r"eres|ahora|a partir de ahora|actúa|compórtate|imagina|finge|haz de|serás",
    unbound=r"(?:sin|libre de) (?:\w{1,12} ){0,2}(?:restriccion|límite|regla|filtro|limitacion)|admin"
    r"|desarrollador|ilimitad|modo \w{1,15}|(?:eres|ahora) una? (?:ia|bot|asistente)",
    show=r"m(?:ue|o)str|revel|repit|dime|imprim|enséñ|cuál(?:es)? (?:es|son)|copia|da(?:me)?\b|cita",
    prompt=r"prompt del? ?sistema|instrucciones del sistema|(?:tu|su)s? (?:\w{1,12} )?(?:instrucciones"
    r"|prompt)|instrucciones que (?:recib|te)",
    ask=r"pide|pida|pregunta|dile|diga|informa|envía|dirige|convence|anima|solicita|recuerda",
    reader=r"(?:al|a los|el|del) (?:cliente|usuario|lector)",
)
PORTUGUESE = Tongue(
    forget=r"ignor[ae]m?\b|esqueç|esquece|desconsider|não (?:sig|obedeç|respeit|cumpr)\w{0,4}|desobed",
    rules=r"(?:as|tuas|suas|todas) (?:\w{1,12} ){0,2}(?:instruções|regras|ordens|orientações|diretrizes)"
    r"|instruções anteriores",
    told=r"tudo o? ?que|o que (?:te|lhe|foi)",
    put=r"adicion|acrescent|escrev|inclu[ai]|insir|traduz|substitu|mencion|termin[ae]|comec|redij|codifi"
    r"|convert|remov|responda (?:só|apenas|somente)|recomend|coloque",
    reply=r"(?:tua|sua|a|cada) (?:\w{1,12} )?(?:resposta|saída)\b|(?:tua|sua) mensagem",
    must=r"(?:deve|deverá|tem de|tem que)\b",
    now=r"você (?:é|agora)|agora|a partir de agora|aja|atue|comporte|imagine|finja|serás?\b",
    unbound=r"(?:sem|livre de) (?:\w{1,12} ){0,2}(?:restriç|limite|regra|filtro|limitaç)|admin|desenvolvedor"
    r"|ilimitad|modo \w{1,15}|agora (?:você )?(?:é )?uma? (?:ia|bot|assistente)",
    show=r"mostr|revel|repit|diga|imprim|exib|qua(?:l|is) (?:é|são)|copie|dê\b|cite",
    prompt=r"prompt d[eo] ?sistema|instruções do sistema|(?:teu|seu|tua|sua)s? (?:\w{1,12} )?(?:instruções"
    r"|prompt)|instruções que (?:receb|você)",
    ask=r"peça|pergunte|diga|informe|envie|direcione|convença|incentive|solicite|lembre",
    reader=r"(?:ao|aos|o|do) (?:cliente|usuário|utilizador|leitor)",
)
ITALIAN = Tongue(
    forget=r"ignora(?:te)?\b|dimentica(?:te)?\b|scorda(?:te)?\b|non (?:seguire|rispettare|obbedire"
    r"|considerare)|disobbed|trascura",
    rules=r"(?:le|tue|vostre|tutte) (?:\w{1,12} ){0,2}(?:istruzioni|regole|indicazioni|direttive)|istruzioni"
    r" precedenti",
    told=r"tutto (?:ciò|quello)|quello che (?:ti|vi)|ciò che",
    put=r"aggiung|scriv|includ|inseri|traduc|sostitu|menzion|termina|inizia|codific|convert|rimuov|consiglia"
    r"|rispondi (?:solo|soltanto|unicamente)|metti",
    reply=r"(?:tua|vostra|sua|la|ogni) (?:\w{1,12} )?risposta|(?:tuo|vostro) messaggio",
    must=r"(?:deve|dovrà|dev'essere)\b",
    now=r"sei|ora|adesso|d'ora in poi|agisci|comportati|immagina|fingi|sarai",
    unbound=r"(?:senza|libero da) (?:\w{1,12} ){0,2}(?:restrizion|limit|regol|filtr|vincol)|admin"
    r"|amministrator|sviluppator|illimitat|modalità \w{1,15}|(?:ora|adesso) (?:sei )?un'? ?(?:ia|bot"
    r"|assistente)",
    show=r"mostra|rivela|ripeti|dimmi|stampa|quali? (?:è|sono)|copia|dammi|cita",
    prompt=r"prompt di sistema|istruzioni di sistema|(?:tuo|tue|vostre) (?:\w{1,12} )?(?:istruzioni|prompt)"
    r"|istruzioni che (?:hai|ti)",
    ask=r"chiedi|chiedete|di'|informa|invita|manda|indirizza|convinci|ricorda",
    reader=r"(?:al|ai|il|all') ?(?:cliente|utente|lettore|clienti|utenti)",
)
