"""How other languages say that something was done or will be; for text in small plain letters without accents."""

import re

from deskgraph.guardrails.deeds import STARTS, SUM

Forms = tuple[re.Pattern[str], ...]

_DEED = rf"(?P<deed>{STARTS})"
_NOT = (
    r"(?:nicht|kein\w{0,3}|nie|pas|rien|aucun\w{0,3}|no|non|nunca|niente|nao|niet|geen|wenn|falls|si"
    r"|se|als)\b"
)


def _to(end: str) -> str:
    """What stands before the end: the verb may close its clause, and nothing between turns it round."""
    return rf"(?>(?:(?!{_NOT}|(?:{end.replace('?P<deed>', '?:')}))[^\s.!?]{{1,30}}+ ){{0,10}}){end}"


_NEAR = r"(?:\S{1,15} ){0,3}"
_DONE_NL = (
    r"(?P<deed>terugbetaald|teruggestort|geannuleerd|gewijzigd|aangepast|verzonden|verstuurd|vervangen"
    r"|verwijderd|geblokkeerd"
    r"|verlengd|geboekt|kwijtgescholden|overgemaakt)"
)
_WAS = r"(?:wurden?|ist|sind|a ete|ont ete|est|ha sido|han sido|fue|esta|e stat[oa]|foi|is|werd)"
_PROMISED = rf"(?P<deed>{STARTS}|{SUM})"
_DONE_LIKE = (
    r"(?:effectu|trait|emis|valid|accord|approuv|lanc|procesad|emitid|realizad|aprobad|efectuad|tramitad"
    r"|effettuat|eseguit"
    r"|emess|approvat|processad|efetuad|aprovad|veranlasst|durchgefuhrt|bearbeitet|genehmigt|ausgezahlt"
    r"|gebucht|verwerkt"
    r"|uitgevoerd|goedgekeurd)"
)

OURS: Forms = (
    *(
        re.compile(rf"\b(?:{who})(?: |(?<=')){_to(_DEED)}")
        for who in (
            r"ich habe?|wir haben|habe? ich|haben wir",
            r"j'ai|je (?:vous |te |t'|l'|les ){0,2}ai|nous (?:vous |l'|les ){0,2}avons|on (?:vous |l'){1,2}a",
            r"hemos|abbiamo|ik heb|wij hebben|we hebben|heb ik|hebben we|hebben wij",
        )
    ),
    re.compile(rf"\bhe (?:ya |hoy )?(?P<deed>(?:{STARTS})\w{{0,4}}(?:ad|id)o)\b"),
    re.compile(rf"\bho (?:gia |appena |oggi )?(?P<deed>(?:{STARTS})\w{{0,4}}[ai]t[oaie])\b"),
    re.compile(
        r"\b(?P<deed>(?:reembols|cancel|alter|envi|devolv|estorn|anul|cambi|actualiz)(?:ei|i|amos|emos))\b"
    ),
)
DONE: Forms = (
    re.compile(
        r"\b(?:wurden?|ist|sind|a ete|ont ete|ha sido|han sido|se ha|se han|fue|fueron|e stat[oa]|sono"
        r" stat[ei]|foi|foram"
        rf"|werden soeben|est (?:bien|maintenant|desormais)|esta|estan) {_to(_DEED)}"
    ),
    re.compile(rf"\b(?:is|zijn|werd|werden|wordt|worden) {_to(_DONE_NL)}"),
    re.compile(rf"\b{_DEED}\w{{0,12}}+ {_to(_WAS)} {_NEAR}{_DONE_LIKE}"),
)
COMING: Forms = (
    re.compile(rf"\b(?:ich|wir|je|nous|j') ?(?:vous |te |l'|les? |la ){{0,2}}{_DEED}(?!\w{{0,9}}n bitte)"),
    re.compile(
        r"\b(?:ich werde|wir werden|wird|werden|sera|seront|seran|serao|serez|vais|allons|vamos a?|voy a"
        r"|verra|verranno"
        rf"|sara|saranno|ik zal|we zullen|wij zullen|ik ga|we gaan|zal) {_to(_DEED)}"
    ),
    re.compile(
        r"\b(?:sie (?:erhalten|bekommen)|du (?:erhaltst|bekommst)|(?:vous )?(?:recevrez|obtiendrez)"
        r"|recibira\w?|obtendra\w?"
        rf"|tendra\w?|ricevera\w?|recebera\w?|tera|u (?:krijgt|ontvangt)|je krijgt) {_to(_PROMISED)}"
    ),
    re.compile(rf"\b(?:le|te) (?P<deed>(?:{STARTS})\w{{0,6}}(?:amos|aremos|are))\b"),
)
# Whole forms of what is done or about to be, by row: Polish, Scandinavian, Turkish, Russian, Ukrainian, Chinese,
# Japanese, Korean, Arabic. One pattern a row; who did it is in the form, or is left out.
_SPOKEN: dict[str, str] = {
    "refund": r"\bzwroci(?:l(?:em|am|ismy)|my|mi)|\bzwrocon|\bzwrot \S{0,12} ?zosta|\b(?:ater|tilbage"
    r"|tilbake)betal(?:a|t|er|in)"
    r"|\brefunder(?:a|e)t|\biade (?:edil|ett|ede)|верну(?:л|ли|ла|т)|верн[её]м|возместил|возвращен"
    r"|повернул|повернем|повернен"
    r"|возврат[^.!?]{0,30}(?:оформ|выполн|произвед|одобр)|(?:已|会|將|将|會)[^。！？]{0,12}(?:退款|退还"
    r"|退還|返还)|退款[^。！？]{0,6}(?:已|成功|完成)"
    r"|(?:退款|退还)了|返金[^。！？]{0,10}(?:し|済|完了|され|いた|致)|환불[^.!?]{0,8}(?:했|됐|되었|드렸"
    r"|드리|완료|하겠)|تم (?:رد|استرداد|إرجاع)",
    "cancel": r"\banulowa(?:l(?:em|am|ismy)|n)|\b(?:av|af)bestil?l(?:t|d)|\bannuller(?:a|e)t|\bavbokat"
    r"|\biptal (?:edil|ett|ede)"
    r"|отменил|отменен|отменим|скасува(?:л|н)|(?:已|会|將|将|會)[^。！？]{0,12}取消|取消了|(?:キャンセル"
    r"|取り消)[^。！？]{0,8}(?:し|済|完了|され|いた|致)"
    r"|취소[^.!?]{0,8}(?:했|됐|되었|드렸|드리|완료|하겠)|تم إلغاء",
    "change": r"\bzmieni(?:l(?:em|am|ismy)|on)|\b(?:andrat|aendret|endret)\b|\bdegistir(?:ildi|dik|dim)"
    r"|изменил|изменен|обновил|зміни(?:л|в)"
    r"|(?:已|会|將|将|會)[^。！？]{0,12}(?:更改|修改|更新|变更)|変更[^。！？]{0,6}(?:しました|済|完了"
    r"|されました|いたしました)|تم (?:تغيير|تعديل)",
    "send": r"\bwysla(?:l(?:em|am|ismy)|n)|\b(?:har|ar) skickat|\bgonder(?:ildi|dik|dim)|отправил"
    r"|отправлен|вислал|надіслал"
    r"|(?:已|会|將|将|會)[^。！？]{0,12}(?:寄出|发货|發貨|寄送)|発送[^。！？]{0,6}(?:しました|済|完了"
    r"|されました|いたしました|します)|تم إرسال",
    "delete": r"\busun(?:al(?:em)|el(?:am|ismy)|iet)|\b(?:raderat|slettet)\b|\bsil(?:indi|dik|dim)\b"
    r"|удалил|удален|видалил|видален"
    r"|(?:已|会|將|将|會)[^。！？]{0,12}(?:删除|刪除|注销)|削除[^。！？]{0,6}(?:しました|済|完了"
    r"|されました|いたしました)|تم حذف",
    "block": r"\bzablokowa(?:l|n)|\b(?:sparrat|spaerret|sperret)\b|заблокировал|заблокирован|заблокува"
    r"|(?:已|会|将)[^。！？]{0,12}(?:冻结|锁定|封锁)",
}
SPOKEN: dict[str, re.Pattern[str]] = {row: re.compile(forms) for row, forms in _SPOKEN.items()}
# A condition, or a denial, in those.
TURNED = re.compile(
    r"\b(?:nie|jesli|gdy|jezeli|kiedy|inte|ikke|om|hvis|nar|eger|degil)\b|(?:не|если|когда|якщо|коли"
    r"|после) |如果|若|当|當|没有|沒有"
    r"|未|不会|不會|不能|无法|ない|ません|場合|たら|もし|않|못|(?:으)?면 |لم |إذا |لا "
)
# What tells that a sentence is in a language whose forms stand here; of others only the sums are read.
READ = re.compile(
    r"[\u0400-\u04ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|\b(?:the|your?|i|we|is|are|of|to|and|for|in"
    r"|a|it|that|not|no|fee|per|at|with|from|by|on|up|if|or|as|be|was|has|will|our|this|total|order|price"
    r"|der|die|das|ist|und|sie|ihre?|wir|ich|nicht|le|les|vous|votre|est|nous|je|et|el|los|su|es|que|il"
    r"|che|di|per|os|um|uma"
    r"|em|na|het|een|uw|wij|ik|van|nie|jest|na|do|za|och|att|det|er|og|til|har|ve|bir|icin)\b"
)
