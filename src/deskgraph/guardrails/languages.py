"""The commonest of these phrases in other languages, for folded text: the same kinds, the same bounds."""

from re import Pattern

from deskgraph.guardrails.phrases import compiled

_OVERRIDE = (
    # German
    r"\b(?:ignorier|vergiss|vergesst|vergessen sie|missacht|verwirf"
    r"|überschreib)\w{0,5}\b[^.!?]{0,20}\b(?:all|dein"
    r"|ihr|eur|bisher|vorherig|obig|vorig|früher|system)\w{0,6}\b[^.!?]{0,20}(?:anweisung|instruktion"
    r"|regel|vorgabe"
    r"|befehl|richtlinie|prompt)",
    # Dutch
    r"\b(?:negeer|vergeet)\b[^.!?]{0,15}\b(?:alle|je|jouw|uw|vorige|eerdere|bovenstaande)\b[^.!?]{0,20}"
    r"(?:instructies|aanwijzingen|regels|opdrachten|prompt)",
    # French
    r"\b(?:ignore[rzs]?|oublie[rzs]?|ne t(?:iens|enez) pas compte)\b[^.!?]{0,15}\b(?:instructions"
    r"|consignes|règles"
    r"|directives)\b[^.!?]{0,15}(?:précédent|antérieur|ci-dessus|système)",
    r"\b(?:ignore[rzs]?|oublie[rzs]?|ne t(?:iens|enez) pas compte)\b[^.!?]{0,10}\b(?:tes|vos|toutes (?:les"
    r"|tes|vos))"
    r"\b[^.!?]{0,15}\b(?:instructions|consignes|règles|directives)\b",
    # Italian
    r"\b(?:ignor[ai]|ignorate|dimentica|dimenticate|scorda)\b[^.!?]{0,15}\b(?:tutte|tue|vostre|precedenti"
    r"|istruzioni"
    r"|regole)\b[^.!?]{0,15}\b(?:istruzioni|regole|indicazioni|precedenti|sistema)\b",
    # Spanish
    r"\b(?:ignor[ae]|ignorad|olvida|olvide|omite|omita|descarta|no sigas)\b[^.!?]{0,15}\b(?:todas|tus|sus"
    r"|instrucciones|reglas|órdenes)\b[^.!?]{0,15}\b(?:instrucciones|reglas|órdenes|directrices|anteriores"
    r"|previas"
    r"|sistema)\b",
    # Portuguese
    r"\b(?:ignor[ae]|esqueça|esquece|desconsidere)\b[^.!?]{0,15}\b(?:todas|suas|tuas|instruções|regras"
    r"|ordens)\b"
    r"[^.!?]{0,15}\b(?:instruções|regras|orientações|ordens|anteriores|prévias|sistema)\b",
    # Polish
    r"\b(?:zignoruj|ignoruj|zapomnij)\w{0,3}\b[^.!?]{0,15}\b(?:wszystki|poprzedni|swoi|swoje|twoi|twoje"
    r"|o )\w{0,4}"
    r"[^.!?]{0,15}(?:instrukcj|polece|zasad|reguł)",
    # Turkish
    r"\b(?:önceki|yukarıdaki|tüm|bütün)\b[^.!?]{0,20}(?:talimat|komut|kural|yönerge)\w{0,10} ?(?:yok say|unut"
    r"|görmezden gel|dikkate alma|göz ardı et)",
    # Russian, Ukrainian
    r"\b(?:игнорируй|проигнорируй|забудь|ігноруй)(?:те)?\b[^.!?]{0,30}(?:инструкци|указани|правил|команд"
    r"|інструкці"
    r"|вказівк)",
    # Arabic
    r"(?:تجاهل|انسى|انس)[^.!?]{0,15}(?:التعليمات|الأوامر|القواعد|الإرشادات)",
    # Chinese
    r"(?:忽略|无视|忘记|忘掉|不要理会|無視|忘記)[^。!?]{0,12}(?:指令|指示|提示词|提示詞|规则|規則|设定|命令)",
    # Japanese
    r"(?:指示|命令|ルール|プロンプト|指令|規則)[^。!?]{0,6}(?:無視|忘れ)",
    # Korean
    r"(?:지시|명령|규칙|프롬프트|지침)[^.!?]{0,8}(?:무시|잊)",
)
_ROLE = (
    r"\b(?:du bist|sie sind) (?:jetzt|nun|ab jetzt|ab sofort)\b[^.!?]{0,20}\b(?:admin\w{0,12}"
    r"|entwickler\w{0,6}|ki"
    r"|bot|\w{0,15}modus|uneingeschränkt\w{0,3}|kein\w{0,3} assistent)\b",
    r"\b(?:tu es|vous êtes) (?:maintenant|désormais)\b[^.!?]{0,20}\b(?:admin\w{0,12}|développeur|ia|robot"
    r"|mode"
    r"|assistant)\b",
    r"\b(?:ahora eres|eres ahora|a partir de ahora eres|agora você é|você agora é|adesso sei"
    r"|ora sei)\b[^.!?]{0,20}\b"
    r"(?:admin\w{0,12}|desarrollador|desenvolvedor|sviluppatore|ia|modo|modalità|asistente|assistente)\b",
    r"\bты (?:теперь|сейчас)\b[^.!?]{0,20}(?:админ|разработчик|бот|режим|ассистент|без ограничен)",
    r"(?:你现在是|你現在是|从现在起你是|从现在开始,?你(?:是|将))[^。!?]{0,15}(?:管理|开发|開發|模式|助手|机器人|限制|ai)",
)
_EXTRACTION = (
    r"\b(?:zeig|nenn|verrat|gib|wiederhol|druck)\w{0,4}\b[^.!?]{0,30}(?:system-? ?prompt|systemanweisung"
    r"|systemnachricht|(?:deine|ihre) (?:\w{1,15} )?(?:anweisungen|instruktionen))",
    r"\b(?:montre|révèle|affiche|répète|donne)\w{0,2}\b[^.!?]{0,30}(?:prompt système|invite système"
    r"|\b(?:tes|vos) "
    r"(?:instructions|consignes))",
    r"\b(?:muestra|revela|repite|dime|imprime|mostra|mostre|rivela|ripeti|repita)\w{0,4}\b[^.!?]{0,30}"
    r"(?:prompt d[eio]l? ?sistema|\b(?:tus|suas|tue) (?:instrucciones|instruções|istruzioni))",
    r"\b(?:покажи|раскрой|повтори|выведи)(?:те)?\b[^.!?]{0,30}(?:системн\w{1,4} (?:промпт|инструкц|сообщен)"
    r"|свои инструкц)",
    r"(?:显示|告诉我|输出|透露|重复|顯示|告訴我|輸出)[^。!?]{0,10}(?:系统提示|系統提示|提示词|提示詞|系统指令|你的指令)",
    r"(?:システムプロンプト|内部の指示)[^。!?]{0,10}(?:表示|教え|出力|見せ)",
)

ABROAD: dict[str, tuple[Pattern[str], ...]] = {
    "instruction_override": compiled(*_OVERRIDE),
    "role_change": compiled(*_ROLE),
    "prompt_extraction": compiled(*_EXTRACTION),
}
