/** Alle Sätze der Seite auf Deutsch. */

import type { EventFacts, Words } from "./en";

const mehrzahl = (anzahl: number, eins: string, viele: string) => `${anzahl} ${anzahl === 1 ? eins : viele}`;
const liste = (teile: string[]) =>
  teile.length < 2 ? teile.join("") : `${teile.slice(0, -1).join(", ")} und ${teile[teile.length - 1]}`;

/** Wer es tut: „Du baust“ oder „Ann baut“. */
const tut = (say: EventFacts, du: string, er: string) => `${say.name(say.seat, "Du")} ${say.you ? du : er}`;
const handel = (say: EventFacts) => `${say.cards(say.data.give)} gegen ${say.cards(say.data.get)}`;
const eineKarte = (say: EventFacts) =>
  say.data.resource ? say.cards({ [say.data.resource as string]: 1 }) : `1 ${say.term("card")}`;

export const de: Words = {
  brand: "Sevenhex",
  study: { link: "Lernen", review: "Durchsehen", analyse: "Analysieren" },
  slow: {
    days: (n) => `${n} T`,
    hours: (n) => `${n} h`,
    advance: "Antworten im Voraus",
    refuse: "Angebote ablehnen, die von mir verlangen:",
    discard: "Wenn eine Sieben die Hälfte meiner Karten nimmt, so abwerfen:",
  },
  account: { link: "Mein Konto", guest: "Gast" },
  acts: {
    draw: (what) => `zieht ${what}`, steal: (what) => `stiehlt ${what}`, dice: (a, b) => `Würfel ${a} + ${b}`,
    chance: "Zufall", rob: (place, who) => `Räuber nach ${place}, ${who} berauben`, to: (who) => `an ${who}`,
  },
  rulebook: {
    shut: "Zurück zum Bild", play: "Ausprobieren",
    link: "Regelheft", whole: "Das ganze Regelheft", clause: (id) => `${id}: diese Regel lesen`,
    here: "In dieser Stellung:",
    search: "In den Regeln suchen", found: (n) => `Gefunden: ${n}`, editions: "Ausgaben",
    try: "Probier es: drücke auf einen Platz der Insel oder einen Knopf.", show: "Zeig es mir", reset: "Von vorn",
    tries: "Was sich hier versuchen lässt", absent: (id) => `In dieser Ausgabe gibt es keine Regel ${id}.`,
    failed: "Das Regelheft ließ sich nicht laden.", news: "Was ist neu?", kit: "Am eigenen Tisch",
    retry: "Noch einmal versuchen",
  },
  list: liste,
  either: (teile) =>
    teile.length < 2 ? teile.join("") : `${teile.slice(0, -1).join(", ")} oder ${teile[teile.length - 1]}`,
  terms: {
    brick: "Lehm", lumber: "Holz", wood: "Holz", wool: "Wolle", grain: "Getreide", wheat: "Weizen", ore: "Erz",
    hills: "Hügelland", forest: "Wald", pasture: "Weideland", fields: "Ackerland", mountains: "Gebirge",
    desert: "Wüste",
    Knight: "Ritter", "Knight (Soldier)": "Ritter (Soldat)", Soldier: "Soldat", "Victory Point": "Siegpunkt",
    "Road Building": "Straßenbau", "Year of Plenty": "Erfindung", Invention: "Erfindung", Monopoly: "Monopol",
    "Longest Road": "Längste Handelsstraße", "Longest Route": "Längste Handelsroute",
    "Largest Army": "Größte Rittermacht", harbor: "Hafen", port: "Hafen", any: "beliebig", card: "Karte",
    cards: "Karten", tile: "Plättchen", tiles: "Plättchen",
    place: "setzen", places: "setzt", placed: "gesetzt", draw: "zeichnen", draws: "zeichnet", drawn: "gezeichnet",
    build: "bauen", builds: "baut", road: "Straße", roads: "Straßen", settlement: "Siedlung", settlements: "Siedlungen",
    city: "Stadt", cities: "Städte", "number token": "Zahlenchip", "number disc": "Zahlenscheibe",
    "The Settlers of Catan, 4th edition (2007)": "Die Siedler von Catan, 4. Ausgabe (2007)",
    "CATAN, 5th edition, rules summary (2023)": "CATAN, 5. Ausgabe, Kurzregel (2023)",
    "CATAN, 5-6 Player Extension (2022)": "CATAN, Ergänzung für 5-6 Spieler (2022)",
    "CATAN, 6th edition (2025)": "CATAN, 6. Ausgabe (2025)", "CATAN, Zip! Edition (2026)": "CATAN, Zip!-Ausgabe (2026)",
    robber: "Räuber", supply: "Vorrat", bank: "Bank", deck: "Stapel", bag: "Beutel", hand: "Hand", tray: "Ablage",
    "special card": "Sonderkarte", "bonus tile": "Bonusplättchen",
  },
  changes: {},
  reasons: {
    no_such_seat: "Einen Platz {seat} gibt es nicht; es gibt die Plätze 0 bis {last}.",
    malformed: "Das ist keine verständliche Aktion.",
    malformed_corner: "Diese Ecke gibt es nicht; die letzte ist {last} ({name}).",
    malformed_edge: "Diese Kante gibt es nicht; die letzte ist {last} ({name}).",
    malformed_hex: "Dieses Feld gibt es nicht; das letzte ist {last} ({name}).",
    malformed_seat: "Diesen Platz gibt es nicht; der letzte ist {last} ({name:colour}).",
    malformed_resource: "Diesen Rohstoff gibt es nicht.",
    malformed_order: "Die beiden Rohstoffe werden in dieser Reihenfolge genannt: {order:words}.",
    malformed_recipient: "Das Angebot geht an einen Platz, den es nicht gibt; es gibt 0 bis {last}.",
    chance_only: "Würfel, gezogene und gestohlene Karten kommen durch Zufall; niemand wählt sie.",
    not_by_chance: "Das entscheidet ein Spieler, nicht der Zufall.",
    not_left_to_chance: "Jetzt ist nichts dem Zufall überlassen.",
    impossible_outcome: "Das kann der Zufall jetzt nicht bringen.",
    over: "Das Spiel ist vorbei: {who:colour} hat gewonnen.",
    waits_for_chance_order: "Erst entscheiden die Würfel, wer anfängt.",
    waits_for_chance_dice: "Die Würfel rollen noch.",
    waits_for_chance_steal: "Erst wechselt die geraubte Karte den Besitzer.",
    waits_for_chance_draw: "Erst wird die gekaufte Karte gezogen.",
    not_your_turn: "{who:colour} ist am Zug.",
    not_your_turn_paired: "{who:colour} spielt den zweiten Teil des Doppelzugs.",
    not_your_turn_special: "{who:colour} darf gerade zwischendurch bauen.",
    not_your_turn_trade: "Gehandelt wird nur mit {who:colour}: die anderen antworten oder schlagen selbst etwas vor.",
    discards_first: "Erst werden wegen der 7 Karten abgegeben; es fehlen noch: {due:tally}.",
    roll_first: "Zuerst wird gewürfelt.",
    robber_first: "Erst wird der Räuber versetzt.",
    free_roads_first: "Erst werden die freien Straßen gesetzt; es sind noch {left}.",
    setup_first: "Erst wird der Aufbau beendet: als Nächstes {piece:word}.",
    already_rolled: "In diesem Zug wurde schon gewürfelt.",
    no_roll: "Jetzt wird nicht gewürfelt.",
    deck_empty: "Der Stapel ist leer.",
    cannot_afford: "{piece:word}: kostet {cost:cards}; du hast {held:cards}.",
    cannot_afford_card: "Eine Entwicklung kostet {cost:cards}; du hast {held:cards}.",
    no_pieces: "Davon ist keine mehr übrig: {pieces:word}.",
    no_pieces_drawn: "Höchstens {most} davon stehen zugleich: {pieces:word}.",
    no_pieces_drawn_settlement: "Höchstens {most} Siedlungen stehen zugleich. Eine Stadt macht Platz für eine weitere.",
    no_pieces_settlement: "Du hast keine Siedlung mehr übrig. Eine Stadt gibt eine zurück.",
    occupied: "Auf {place} steht schon etwas.",
    occupied_own_road: "Auf {place} hast du schon eine Straße.",
    occupied_road: "Auf {place} hat {who:colour} schon eine Straße.",
    not_at_settlement: "Die Straße muss an die eben gesetzte Siedlung anschließen ({corner}).",
    blocked: "Ein fremdes Gebäude versperrt den Weg nach {place}.",
    not_connected: "{place} schließt nicht an eigene Straßen oder Gebäude an.",
    too_close: "{place} ist zu nah an einem anderen Gebäude: Nachbarecken müssen frei sein.",
    no_road: "Nach {place} führt keine eigene Straße.",
    no_settlement: "Eine Stadt ersetzt eine eigene Siedlung; auf {place} steht etwas anderes.",
    no_settlement_empty: "Eine Stadt ersetzt eine eigene Siedlung; auf {place} steht nichts.",
    no_settlement_none: "Du hast keine Siedlung auf der Insel, die zur Stadt werden könnte.",
    no_place: "Es gibt keine Kante, auf die du eine Straße setzen könntest.",
    no_place_road: "Es gibt keine Kante, auf der du eine Straße bauen könntest.",
    no_place_settlement: "Keine Ecke an deinen Straßen ist frei und weit genug von allen Gebäuden.",
    no_cards_now: "Jetzt werden keine Entwicklungen gespielt.",
    one_card_a_turn: "In einem Zug wird nur eine Entwicklung gespielt.",
    bought_this_turn: "{card:word}: in diesem Zug gekauft, erst später spielbar.",
    no_card: "Diese Entwicklung hast du nicht: {card:word}.",
    build_both: "Beide freien Straßen werden gebaut, wo Platz für sie ist.",
    no_free_roads: "Es gibt keine freien Straßen, die liegen bleiben könnten.",
    take_two: "Nimm zwei Karten.",
    supply_short: "Du möchtest {wanted:cards}; da sind noch {left:cards}.",
    supply_short_hidden: "Du möchtest {wanted:cards}; so viel ist nicht da.",
    supply_short_kind: "Davon ist nichts mehr da: {resource:word}.",
    supply_short_empty: "Es sind keine Karten mehr da.",
    nothing_to_discard: "Du musst jetzt nichts abgeben: nur die Hälfte, einmal, und nur von mehr als {limit} Karten.",
    nothing_to_discard_now: "Jetzt gibt niemand Karten ab; das geschieht bei einer 7.",
    robber_stays: "Der Räuber zieht nur nach einer 7 oder durch einen Ritter.",
    robber_must_move: "Der Räuber steht schon auf {place} und muss auf ein anderes Feld.",
    friendly_robber: "Der freundliche Räuber verschont jemanden auf {place}, der wenige Punkte hat.",
    must_rob: "Auf {place} muss jemand beraubt werden: {who:either}.",
    own_building: "Sich selbst beraubt man nicht.",
    not_there: "Auf {place} hat {who:colour} kein Gebäude.",
    not_there_others: "Auf {place} hat {who:colour} kein Gebäude; beraubt werden könnte: {others:either}.",
    trade_before_build: "Du hast in diesem Zug schon gebaut; gehandelt wird vorher.",
    trade_before_build_other: "{who:colour} hat in diesem Zug schon gebaut; gehandelt wird vorher.",
    no_trade_now: "{who:colour} kann noch nicht handeln.",
    no_trade_now_special: "Beim Bauen zwischendurch wird nicht gehandelt.",
    no_trade_now_roller: "Gehandelt wird nur, solange {who:colour} am Zug ist und gewürfelt hat.",
    like_for_like: "Gleiches gegen Gleiches wird nicht getauscht: {resource:word}.",
    like_for_like_both: "Beide Seiten gäben das Gleiche: {kinds:words}.",
    no_such_rate: "{resource:word} tauschst du nicht {rate}:1; dein Kurs ist {rates:rates}.",
    cannot_afford_trade: "Dieser Tausch kostet {rate} {resource:word}; du hast {held}.",
    cannot_afford_rates: "Von keiner Sorte hast du genug zum Tauschen: {kinds:at_rates}.",
    supply_empty: "Davon ist nichts mehr da: {resource:word}.",
    supply_empty_all: "Es ist nichts da, was du dafür bekommen könntest.",
    own_turn: "Das tun nur die anderen, nicht wer am Zug ist.",
    no_recipients: "Das Angebot braucht jemanden, an den es geht.",
    own_offer: "Niemand handelt mit sich selbst; nenne andere.",
    own_offer_alone: "Niemand handelt mit sich selbst; nenne jemand anderen.",
    no_gifts: "Keine Geschenke: beide Seiten geben etwas.",
    not_in_box: "Du verlangst {get:cards}; von jeder Sorte gibt es im Spiel nur {most} Karten.",
    not_held: "Du gäbest {give:cards}; du hast {held:cards}.",
    not_held_kind: "Davon hast du nichts: {resource:word}.",
    not_held_any: "Du hast keine Karten zu vergeben.",
    nothing_to_withdraw: "Du hast kein Angebot gemacht, das noch steht.",
    nothing_to_withdraw_answer: "Du hast nichts vorgeschlagen oder angenommen, was noch steht.",
    answer_first: "{who:colour} wartet auf deine Antwort: annehmen, ablehnen oder ein Gegenangebot.",
    not_asked: "Kein Angebot wartet auf deine Antwort.",
    not_asked_again: "Du hast dieses Angebot schon beantwortet.",
    no_offer: "Es steht kein Angebot.",
    not_accepted: "{who:colour} hat dein Angebot nicht angenommen.",
    no_proposal: "{who:colour} hat nichts vorgeschlagen, was noch steht.",
    partner_lacks: "{who:colour} hat nicht mehr {cards:cards}.",
    pick: "Wähle beide Seiten.",
  },
  refusals: {
    unreadable: "Das kann nicht gelesen werden.",
    unreadable_message: "Diese Nachricht kann nicht gelesen werden.",
    unreadable_record: "Diese Aufzeichnung ist kein vollständiges Spiel und kann nicht gelesen werden.",
    unreadable_action: "Das ist keine verständliche Aktion.",
    unsuitable: "So passt es nicht zusammen: prüfe Ausgabe, Spielerzahl und Regeln.",
    message_too_large: "Eine Nachricht darf höchstens {most} Zeichen haben; diese hat {given}.",
    request_too_large: "Eine Anfrage darf höchstens {most} Bytes haben.",
    body_too_large: "Das ist zu groß, um gesendet zu werden.",
    record_too_long: "Eine Aufzeichnung darf höchstens {most} Einträge haben; diese hat {given}.",
    no_such_page: "Das gibt es hier nicht.",
    no_such_edition: "Diese Ausgabe gibt es nicht.",
    no_such_language: "In dieser Sprache gibt es die Regeln nicht.",
    hello_first: "Die Verbindung hat sich noch nicht gemeldet; lade die Seite neu.",
    empty_line: "In dieser Zeile steht nichts, was sich zeigen ließe.",
    too_many_requests: "Zu viele Anfragen von deiner Adresse; warte ein wenig.",
    too_many_messages: "Zu viele Nachrichten; langsamer, bitte.",
    too_much_chat: "Du schreibst schneller, als jemand lesen kann; warte einen Augenblick.",
    too_many_hellos: "Du fragst immer wieder nach dem ganzen Spiel; warte ein wenig.",
    too_many_new_tables: "Zu viele neue Tische von deiner Adresse; warte eine Minute.",
    too_many_watching: "An diesem Tisch schauen schon zu viele zu.",
    too_many_tables: "Dieser Server hat keinen Platz für noch einen Tisch; versuche es später.",
    too_many_unfinished: "Du hast {most} unfertige Tische; beende oder verlasse erst einen.",
    too_many_from_address:
      "{most} Tische, die von deiner Adresse eröffnet wurden, sind unfertig; beende oder verlasse erst einen.",
    too_many_bot_tables:
      "An {all} Tischen spielen Bots unter sich, {own} davon sind deine; warte, bis einer fertig ist.",
    busy: "Der Server ist mit anderen Spielen beschäftigt; versuche es gleich noch einmal.",
    still_working: "Der Server arbeitet noch an deiner letzten Frage; warte darauf.",
    review_too_long: "Hier kann ein Spiel mit höchstens {most} Einträgen durchgesehen werden; dieses hat {given}.",
    review_cancelled: "Diese Durchsicht wurde abgebrochen; verlange sie noch einmal, wenn du sie willst.",
    review_not_yours: "Du hast diese Durchsicht nicht verlangt, also kannst du sie nicht abbrechen.",
    takes_too_much: "Das braucht mehr Speicher, als der Server einer Frage gibt.",
    takes_too_long: "Das dauert länger als die {seconds} s, die der Server einer Frage gibt.",
    store: "Der Spielstand konnte nicht geschrieben oder gelesen werden; versuche es noch einmal.",
    mistake: "Der Server hat einen Fehler gemacht; er ist notiert. Versuche es noch einmal.",
    not_worked_out: "Der Server konnte das nicht ausrechnen; versuche es noch einmal.",
    compiling: "Die Regeln werden gerade übersetzt, einmal nach einer Erneuerung; versuche es in einer Minute.",
    moving: "Dieser Tisch zieht gerade zu einem anderen Serverprozess um; versuche es gleich noch einmal.",
    moved: "Dieser Tisch ist zu einem anderen Serverprozess umgezogen; verbinde dich neu.",
    no_answer: "Der Serverprozess mit diesem Tisch antwortet nicht; versuche es gleich noch einmal.",
    adviser_busy: "Der Ratgeber ist beschäftigt; frage gleich noch einmal.",
    other_name:
      "Dieser Server hört nicht auf diesen Namen. Wer ihn betreibt, kann ihn erlauben: sevenhex serve --name NAME.",
    other_page: "Diese Seite darf hier nicht für dich sprechen.",
    banned: "Wer diesen Server betreibt, hat dich ausgeschlossen.",
    no_such_table: "Diesen Tisch gibt es nicht.",
    watching: "Das dürfen nur, die hier mitspielen; du schaust zu.",
    not_here: "Du sitzt nicht an diesem Tisch.",
    not_played: "Du hast hier nicht mitgespielt.",
    not_yours: "Dieses Spiel ist nicht deins.",
    unknown_token: "Dieser Schlüssel öffnet hier keinen Platz.",
    other_seat: "Diese Verbindung spricht schon für einen anderen Platz; öffne eine neue.",
    host_only: "Das darf nur, wer den Tisch eröffnet hat.",
    banned_here: "Du bist von diesem Tisch ausgeschlossen worden.",
    removed: "Der Gastgeber hat dich von diesem Tisch entfernt.",
    locked: "Dieser Tisch ist geschlossen: niemand kommt mehr herein.",
    muted: "Du bist an diesem Tisch stummgeschaltet.",
    name_short: "Ein angemeldeter Name braucht mindestens {least} Buchstaben oder Ziffern.",
    name_registered: "Dieser Name, oder einer, der so aussieht, ist schon angemeldet; wähle einen anderen.",
    registered_already: "Du hast dich schon angemeldet.",
    not_registered: "Dafür musst du erst deine Spiele behalten: melde einen Namen an.",
    sign_in_failed: "Das öffnet hier kein Konto.",
    passkey_unread: "Die Antwort des Passkeys ist nicht zu lesen.",
    passkey_late: "Diese Frage an den Passkey wurde schon beantwortet, oder zu spät; versuche es noch einmal.",
    passkey_known: "Diesen Passkey gibt es hier schon.",
    no_passkeys: "Unter dieser Adresse bewahrt der Server keine Passkeys; nimm Wiederherstellungswörter.",
    last_passkey: "Das ist der einzige Weg in dein Konto; lege erst Wiederherstellungswörter an.",
    no_such_device: "Dieses Gerät gibt es nicht.",
    no_such_profile: "Dieses Profil gibt es nicht, oder es wird nicht gezeigt.",
    no_parquet: "Dieser Server kann kein Parquet schreiben; bitte um form=json.",
    not_notified:
      "Dorthin schickt dieser Server nichts; wer ihn betreibt, muss es erlauben: sevenhex serve --notify https://HOST.",
    operators_only: "Das darf nur, wer diesen Server betreibt.",
    silenced: "Der Betreiber dieses Servers hat dir den Chat entzogen.",
    own_complaint: "Über sich selbst beschwert sich niemand; wähle jemand anderen.",
    too_many_complaints: "Zu viele Beschwerden; der Betreiber muss erst diese lesen.",
    no_such_complaint: "Diese Beschwerde gibt es nicht.",
    no_such_subject:
      "Das ist keine Kennung (16 Buchstaben und Ziffern), keine Adresse wie 192.0.2.7 und kein Netz " +
      "wie 2001:db8::/48.",
    silence_player: "Der Chat kann nur einer Person entzogen werden, keiner Adresse.",
    own_ban: "Du kannst dich nicht selbst aussperren.",
    not_banned: "Diese Sperre gibt es nicht.",
    no_such_notice: "Diese Benachrichtigung gibt es nicht.",
    too_many_notices: "Du wirst schon an {most} Stellen benachrichtigt; entferne erst eine.",
    no_such_drill: "Diese Übung gibt es in deinem Stapel nicht.",
    too_many_drills: "Dein Stapel ist voll: Er hat {most} Übungen. Nimm erst einige heraus.",
    two_seats: "Du sitzt am Tisch {table} als Gast und auch mit deinem Konto; verlasse ihn erst mit einem von beiden.",
    other_name_given: "So heißt dein Konto nicht.",
    too_many_accounts: "Dieser Server hat keinen Platz für noch ein Konto.",
    too_many_passkeys: "Du hast {most} Passkeys; entferne erst einen.",
    too_many_sign_ins: "Zu viele Versuche von deiner Adresse; warte eine Minute.",
    not_begun: "Das Spiel hat noch nicht begonnen.",
    begun: "Das Spiel hat schon begonnen.",
    begun_watch: "Das Spiel hat begonnen; du kannst zuschauen.",
    begun_rules: "Das Spiel hat begonnen; seine Regeln bleiben, wie sie sind.",
    begun_seats: "Das Spiel hat begonnen; die Plätze bleiben, wie sie sind.",
    over: "Das Spiel ist vorbei.",
    aborted: "Das Spiel wurde abgebrochen.",
    not_over: "Das Spiel ist noch nicht vorbei.",
    not_over_report: "Den Bericht gibt es, wenn das Spiel vorbei ist.",
    not_over_chances: "Die Gewinnaussichten werden gezeigt, wenn das Spiel vorbei ist.",
    stale: "Der Tisch ist schon weiter.",
    overtaken: "Der Tisch ist schon weiter; sieh noch einmal hin.",
    not_allowed: "Das ist jetzt nicht erlaubt.",
    long_game:
      "Dieses Spiel hat schon {most} Einträge: es wird nichts mehr angeboten oder zurückgenommen, damit es zu seinem " +
      "Ende kommt.",
    endless_game: "Dieses Spiel hat {entries} Einträge und endet hier, ohne Ergebnis.",
    time_up_roll: "Die Zeit war um: Der Tisch hat für {colour} gewürfelt.",
    time_up_end: "Die Zeit war um: Der Tisch hat den Zug von {colour} beendet.",
    time_up_discard: "Die Zeit war um: Der Tisch hat für {colour} abgeworfen.",
    time_up_refuse: "Die Zeit war um: Der Tisch hat für {colour} ein Angebot abgelehnt.",
    time_up_place: "Die Zeit war um: Der Tisch hat für {colour} gebaut.",
    time_up_robber: "Die Zeit war um: Der Tisch hat den Räuber für {colour} versetzt.",
    time_up_other: "Die Zeit war um: Der Tisch hat für {colour} gehandelt.",
    bot_plays_for_you: "Ein Bot spielt für dich; nimm erst deinen Platz zurück.",
    reserve_alone: "Eine Reserve gehört zu einer Zeit je Zug; wähle eine, oder keine Reserve.",
    bot_plays_on: "Ein Bot spielt für {colour} weiter, bis die Person zurück ist.",
    plays_again: "{colour} wird wieder selbst gespielt.",
    left_game: "{colour} hat die Partie verlassen; ein Bot spielt weiter.",
    left_rated: "{colour} hat die Partie verlassen und damit verloren; ein Bot spielt weiter.",
    no_such_seat: "Einen Platz {seat} gibt es nicht; hier gibt es die Plätze 0 bis {last}.",
    nobody_there: "Dort sitzt niemand.",
    somebody_there: "Dort sitzt schon jemand.",
    own_seat: "Das ist dein eigener Platz; verlasse stattdessen den Tisch.",
    one_seat: "Du kannst nur an einem Platz sitzen.",
    seats_taken: "Alle Plätze sind besetzt; du kannst zuschauen.",
    seats_open: "Erst muss noch jemand sitzen, oder ein Bot: {colours}.",
    seats_count: "{players} Spieler brauchen {players} Plätze; angegeben sind {given}.",
    seats_few: "Hier sitzen schon {people}; {players} Plätze sind für sie zu wenig.",
    seat_change: "Sage, was mit dem Platz geschehen soll: ein Bot, frei, oder eine Farbe.",
    own_colour_only: "Du kannst nur die Farbe deines eigenen Platzes wählen.",
    no_such_colour: "Diese Farbe gibt es hier nicht; es gibt {colours}.",
    colour_not_free: "Diese Farbe ist nicht frei; frei sind {colours}.",
    colour_taken: "Diese Farbe hat schon {name}.",
    name_taken: "An diesem Tisch heißt schon jemand {name}; wähle einen anderen Namen.",
    no_such_bot: "Diesen Bot oder diese Stärke gibt es nicht.",
    rated_options: "Ein gewerteter Tisch spielt nach den Regeln der Ausgabe, ohne Änderungen.",
    rated_guests:
      "{names}: hingesetzt an einen Tisch, der nicht gewertet ist. Eröffne einen gewerteten Tisch, oder " +
      "ändere es, bevor jemand anders hier sitzt.",
    rated_stays: "Ein gewertetes Spiel zählt und bleibt.",
    rated_removal: "Aus einem gewerteten Spiel wird niemand entfernt; stimmt ab, wenn jemand fehlt.",
    rated_abort:
      "Ein gewertetes Spiel wird nicht abgebrochen: wartet, oder lasst einen Bot weiterspielen; wer bis zum Ende " +
      "fehlt, verliert.",
    others_play: "Hier spielen noch andere: verlasse stattdessen den Tisch.",
    nobody_away: "Alle sind da; es gibt nichts abzustimmen.",
    vote_waits: "Der Tisch wartet {seconds} Sekunden, bevor er abstimmt.",
    rated_undo: "An einem gewerteten Tisch wird nichts zurückgenommen.",
    nothing: "Du hast noch nichts getan, was sich zurücknehmen ließe.",
    undo_asked: "{name} hat schon darum gebeten, etwas zurückzunehmen.",
    undo_not_asked: "Niemand möchte etwas zurücknehmen.",
    undo_not_you: "Du wirst dazu nicht gefragt.",
    several_people: "Tipps gibt es nur in Spielen gegen Bots.",
    rated_running:
      "Auf dieser Insel wird hier gerade ein gewertetes Spiel gespielt; bis zu seinem Ende bekommt niemand Rat dazu.",
    rated: "An einem gewerteten Tisch gibt es keine Tipps.",
    not_awaited: "Du bist gerade nicht am Zug.",
    coach_only_setup: "Der Trainer hilft bei den Siedlungen des Aufbaus.",
    words_late: "Die Insel ist mit den Worten von vor dem Start ausgelegt; für weitere ist es zu spät.",
    words_revealing: "Gleich geht es los: die Worte werden aufgedeckt, und keines kommt mehr dazu.",
    words_early: "Worte werden aufgedeckt, wenn das Spiel gestartet ist, nicht vorher.",
    words_unsealed: "Du hast kein Wort versiegelt.",
    words_other: "Das ist nicht das Wort, das du versiegelt hast.",
    words_spent: "Dieses Wort wurde schon bei einem früheren Start verlangt; versiegle ein neues.",
    starting: "Gleich geht es los: Plätze und Regeln bleiben, wie sie sind.",
  },
  events: {
    undone: (s) => `${tut(s, "nimmst", "nimmt")} zurück.`,
    order_rolled: (s) => `${tut(s, "würfelst", "würfelt")} ${s.data.sum} um den Anfang.`,
    tied: (s) =>
      `${liste((s.data.seats as number[]).map((sitz) => s.name(sitz)))} liegen gleichauf und würfeln noch einmal.`,
    started: (s) => `${tut(s, "fängst", "fängt")} an.`,
    placed: (s) =>
      `${tut(s, s.term("places") === "zeichnet" ? "zeichnest" : "setzt", s.term("places"))} eine ` +
      `${s.term(s.data.piece as string)}.`,
    built: (s) =>
      `${tut(s, s.term("builds") === "zeichnet" ? "zeichnest" : "baust", s.term("builds"))} eine ` +
      `${s.term(s.data.piece as string)}${s.data.free ? " (kostenlos)" : ""}.`,
    rolled: (s) => `${tut(s, "würfelst", "würfelt")} ${s.data.sum}.`,
    produced: (s) => `${tut(s, "erhältst", "erhält")} ${s.gain()}.`,
    blocked: (s) => `Der Räuber hält ${s.gain()} zurück (${s.name(s.seat, "dein Ertrag")}).`,
    short: (s) =>
      `${s.term("supply") === "Bank" ? "Die Bank" : "Der Vorrat"} hat zu wenig ${s.term(s.data.resource as string)}: ` +
      `${s.data.paid ? `nur ${s.data.paid} von ${s.data.owed}` : `niemand erhält etwas (${s.data.owed} fällig)`}.`,
    barren: () => "Niemand erhält etwas.",
    seven: (s) => {
      const faellig = Object.entries(s.data.discards as Record<string, number>);
      return faellig.length
        ? `Sieben! Abgeben: ${liste(faellig.map(([sitz, n]) => `${s.name(Number(sitz), "du")} ${n}`))}.`
        : "Sieben! Niemand muss abgeben.";
    },
    discarded: (s) => `${tut(s, "gibst", "gibt")} ${eineKarte(s)} ab.`,
    returned: (s) => `${tut(s, "hast", "hat")} abgegeben: ${s.cards(s.data.cards)}.`,
    stopped: (s) =>
      `${tut(s, "lässt", "lässt")} ${s.data.left === 1 ? "1 freie Straße" : `${s.data.left} freie Straßen`} ungebaut.`,
    robber: (s) => `${tut(s, "versetzt", "versetzt")} den Räuber.`,
    robbed: (s) =>
      s.data.count
        ? `${tut(s, "raubst", "raubt")} ${eineKarte(s)} von ${s.name(s.data.victim, "dir")}.`
        : `Bei ${s.name(s.data.victim, "dir")} ist nichts zu rauben.`,
    bought: (s) => `${tut(s, "kaufst", "kauft")} eine Entwicklung.`,
    drew: (s) =>
      `${tut(s, "ziehst", "zieht")} ${s.data.card ? s.term(s.data.card as string) : "eine Entwicklung"} (noch ` +
      `${s.data.deck}).`,
    played: (s) => {
      const name = s.term(s.data.card as string);
      if (s.data.card === "year_of_plenty") return `${tut(s, "spielst", "spielt")} ${name}: ${s.cards(s.data.get)}.`;
      if (s.data.card === "monopoly") {
        return (
          `${tut(s, "spielst", "spielt")} ${name} und ${s.you ? "erhältst" : "erhält"} ` +
          `${s.cards({ [s.data.resource as string]: Number(s.data.count ?? 0) })}.`
        );
      }
      return `${tut(s, "spielst", "spielt")} ${name}.`;
    },
    traded: (s) =>
      `${tut(s, "gibst", "gibt")} ` +
      (s.data.with === null ? (s.term("supply") === "Bank" ? "der Bank" : "dem Vorrat") : s.name(s.data.with, "dir")) +
      ` ${handel(s)}.`,
    offered: (s) => {
      const an = s.data.to as number[];
      const wem = an.length < s.all - 1 ? ` ${liste(an.map((sitz) => s.name(sitz, "dir")))}` : "";
      return `${tut(s, "bietest", "bietet")}${wem} ${handel(s)}.`;
    },
    countered: (s) => `${tut(s, "bietest", "bietet")} dagegen ${handel(s)}.`,
    proposed: (s) => `${tut(s, "schlägst", "schlägt")} vor: ${handel(s)}.`,
    accepted: (s) => `${tut(s, "nimmst", "nimmt")} an.`,
    refused: (s) => `${tut(s, "lehnst", "lehnt")} ab.`,
    declined: (s) => `${tut(s, "lehnst", "lehnt")} den Vorschlag von ${s.name(s.data.from, "dir")} ab.`,
    withdrew: (s) =>
      `${tut(s, "ziehst", "zieht")} ` +
      `${{ proposal: "den Vorschlag", answer: "die Zusage" }[s.data.what as string] ?? "das Angebot"} zurück.`,
    award: (s) =>
      s.data.to === null
        ? `${s.term(s.data.award as string)}: gehört jetzt niemandem.`
        : `${tut(s, "erhältst", "erhält")} ${s.term(s.data.award as string)} (${s.data.size}).`,
    ended: (s) => `${tut(s, "bist", "ist")} fertig.`,
    turn: (s) => `Zug ${s.data.turn}: ${s.name(s.seat, "du")}`,
    part: (s) =>
      s.data.part === "paired"
        ? `${tut(s, "spielst", "spielt")} als Spieler 2.`
        : s.data.part === "special" ? `${tut(s, "darfst", "darf")} bauen.` : `${tut(s, "machst", "macht")} weiter.`,
    won: (s) => `${tut(s, "gewinnst", "gewinnt")} mit ${(s.data.points as number[])[s.seat!]} Punkten!`,
  },
  capital: (text) => text.charAt(0).toUpperCase() + text.slice(1),
  colours: {
    red: "Rot", blue: "Blau", orange: "Orange", white: "Weiß", green: "Grün", brown: "Braun", black: "Schwarz",
  },
  symbols: {
    red: "Scheibe", blue: "Dreieck", orange: "Raute", white: "Quadrat", green: "Kreuz", brown: "Sechseck",
    black: "Stern",
  },
  common: {
    close: "Schließen", cancel: "Abbrechen", confirm: "Bestätigen", back: "Zurück", yes: "Ja", no: "Nein",
    loading: "Lädt …", preparing: "Die Regeln werden vorbereitet, einmal nach dem Einrichten: etwa eine Minute …",
    you: "du", bot: "Bot", none: "keine", copy: "Kopieren", copied: "Kopiert", more: "Mehr", less: "Weniger", ok: "OK",
    of: "von", and: "und",
    offline: "Der Server ist nicht zu erreichen. Läuft er noch?",
    reconnecting: "Verbindung verloren. Neuer Versuch …",
    connecting: "Verbindet …",
    error: "Etwas ging schief: ",
    skip: "Zum Spiel springen",
    notes: "Ansagen",
  },
  settings: {
    title: "Einstellungen", language: "Sprache", theme: "Aussehen", auto: "Wie das System", light: "Hell",
    dark: "Dunkel", sound: "Ton", mute: "Ton aus", unmute: "Ton an",
    toDark: "Dunkel", toLight: "Hell", menu: "Menü", volume: "Lautstärke", pace: "Tempo der anderen",
    paces: { calm: "Ruhig", normal: "Normal", quick: "Schnell" },
    paceHelp: "Wie lange jeder Zug der anderen zu sehen bleibt.",
  },
  lobby: {
    title: "Besiedle die Insel.",
    tagline: "Fünf Ausgaben, Freunde und Bots, nachprüfbare Würfel. Ohne Konto.",
    yourName: "Dein Name", namePlaceholder: "Gast",
    quick: "Schnelles Spiel", edition: "Ausgabe", players: "Spieler", strength: "Gegner", play: "Jetzt spielen",
    create: "Neuer Tisch", name: "Name des Tisches",
    preset: "Regeln", more: "Weitere Regeln", fewer: "Weniger Regeln",
    standard: "Die Ausgabe, wie ihr Heft sie spielt.", changes: "Anders als im Heft:",
    seats: "Plätze", seatBot: (bot, level) => (level ? `Bot: ${bot} (${level})` : `Bot: ${bot}`),
    public: "Öffentlich: in der Liste", private: "Privat: nur mit dem Code",
    reserve: "Reserve je Person", noReserve: "Keine Reserve", increment: "Zuwachs je Zug", noIncrement: "Keiner",
    leavingRated:
      "Wer eine gewertete Partie verlässt oder bis zum Ende einen Bot spielen lässt, hat sie verloren; das Ergebnis " +
      "der anderen zählt wie gespielt. Eine verlorene Verbindung ist kein Verlassen: " +
      "Die Uhr steht, der Tisch stimmt ab.",
    clock: "Zeit für einen Zug", noClock: "Ohne Uhr",
    seconds: (n) =>
      n >= 86400 ? `${n / 86400} ${n === 86400 ? "Tag" : "Tage"}` :
      n % 60 ? `${n} Sekunden` : n === 60 ? "1 Minute" : `${n / 60} Minuten`,
    map: "Karte", anyMap: "Irgendeine Karte",
    join: "Mit Code dazu", code: "Code oder Link", joinButton: "Zum Tisch",
    mine: "Deine Spiele", resume: "Weiterspielen",
    open: "Öffentliche Tische", openNone: "Gerade ist kein öffentlicher Tisch offen.", watch: "Zusehen",
    sit: "Hinsetzen", full: "voll",
    past: "Frühere Spiele", pastNone: "Hier stehen beendete Spiele zum Nachspielen.", replay: "Nachspielen",
    nextPage: "Ältere", previousPage: "Neuere",
    file: "Aufzeichnung öffnen",
    status: { waiting: "wartet", playing: "läuft", over: "beendet", aborted: "abgebrochen" },
    wonBy: (name) => `${name} hat gewonnen`,
    independent:
      "Ein unabhängiges freies Projekt, mit dem Verlag des Spiels nicht verbunden und von ihm nicht unterstützt. " +
      "Alle Bilder sind unsere eigenen.",
    custom: "eigener Wert", badRecord: "Diese Datei lässt sich nicht nachspielen: ",
    on: "an", off: "aus",
    presets: {
      book: "Nach dem Heft", first: "Erstes Spiel", short: "Kurzes Spiel", gentle: "Sanft", even: "Gleichmäßige Würfel",
      own: "Eigene Mischung",
    },
    presetHelp: {
      book: "Wie das Heft der Ausgabe es spielt.", first: "Die feste Insel und der Start aus dem Heft.",
      short: "Bis 8 statt 10 Punkte.", gentle: "Freundlicher Räuber, keine 7 in den ersten zwei Runden.",
      even: "Die Würfe kommen aus einem gemischten Stapel aller 36.", own: "Deine Auswahl unten.",
    },
    instead: (value, standard) => `${value} (im Heft: ${standard})`,
    optionNames: {
      victory_points: "Siegpunkte zum Sieg", discard_limit: "Karten, die eine 7 verschont",
      shortage: "Vorrat reicht nicht", route_tie_after_break: "Handelsstraße nach Unterbrechung, Gleichstand",
      phases: "Handeln und Bauen", turn: "Die anderen im Zug", setup: "Aufbau", tokens: "Zahlen", harbors: "Häfen",
      first_player: "Wer anfängt", map: "Karte vom Block", friendly_robber: "Freundlicher Räuber", dice: "Würfel",
      dice_deck_reshuffle: "Übrige Würfe beim Neumischen", no_seven_rounds: "Runden ohne 7", open_hands: "Offene Hände",
      supply_counts: "Zahlen des Vorrats", free_roads: "Freie Straßen der Entwicklung Straßenbau",
      discards: "Abgegebene Karten bei einer 7",
    },
    optionValues: {
      nobody: "niemand erhält", "sole claimant takes the rest": "ein einziger erhält den Rest",
      "tied holder keeps": "Besitzer behält", "set aside": "beiseite", combined: "gemischt", separate: "getrennt",
      plain: "einfach", paired: "Spieler 1 und 2", "special building": "außerordentliches Bauen",
      beginner: "erstes Spiel", variable: "gemischt", map: "Karte vom Block", spiral: "Spirale", random: "zufällig",
      printed: "gedruckt", fixed: "fest", "shuffled pieces": "Hafenteile gemischt", "shuffled frame": "Rahmen gemischt",
      "highest roll": "höchster Wurf", oldest: "der Älteste", deck: "Stapel", shown: "offen", hidden: "verdeckt",
      both: "beide, wo möglich", "may stop": "man darf aufhören",
    },
    counts: "Was zählt", rated: "Gewertet: nach dem Heft, ohne Tipps", ratedShort: "Gewertet",
    notByTheBook: "Ein gewerteter Tisch spielt nach dem Heft.",
    rating: "Deine Wertung",
    ratingOf: (strength, uncertainty, games) =>
      `${strength} ± ${uncertainty} nach ${games === 1 ? "1 gewerteten Spiel" : `${games} gewerteten ` +
      `Spielen`}. Unbekannte ` +
      `beginnen bei 25; die Bots stehen, wo die Arena sie sah.`,
    you: "Du",
    word: "Ein Wort für die Würfel",
    levels: { quick: "flink", normal: "normal" },
  },
  room: {
    invites: (name) => `${name} lädt dich ein`,
    title: (code) => `Tisch ${code}`, owner: (name) => `Tisch von ${name}`, players: (n) => `${n} Spieler`,
    invite: "Lade Freunde mit diesem Link oder dem Code ein", waiting: "Es fehlen noch Mitspieler.",
    start: "Spiel beginnen",
    leave: "Verlassen", sit: "Hier hinsetzen", fill: "Mit Bots auffüllen", colour: "Deine Farbe",
    takeColour: (colour) => `${colour} spielen`,
    onlyCreator: "Wer den Tisch geöffnet hat, beginnt das Spiel.", open: "frei",
    gone: "Diesen Tisch gibt es nicht (mehr).", toLobby: "Zur Übersicht",
    watch: "Du siehst zu. Nimm einen freien Platz, um mitzuspielen.",
  },
  strengths: {
    "gentle/normal": [
      "Leicht",
      "Sieht Punkte und Zahlen, tauscht großzügig, schont, wen der Räuber schon plagt. Fürs erste Spiel.",
    ],
    "steady/normal": ["Mittel", "Denkt einen Schritt voraus; bietet an, antwortet, bietet dagegen. Ein Familienabend."],
    "planner/normal": ["Schwer", "Plant den ganzen Zug und zählt deine Karten."],
    "scholar/normal": ["Profi", "Ahnt, was du verbirgst, und sucht den Handel, der ihm am meisten nützt."],
    "master/normal": ["Meister", "Das Stärkste, was wir haben. Es verzeiht nichts."],
  },
  editions: {
    sixth: [
      "Das Spiel von heute.",
      [
        "Handeln und Bauen in beliebiger Reihenfolge.", "Die Teile der Küste werden gemischt.",
        "Zu fünft und sechst ist die Insel größer, und zwei teilen sich jeden Zug.",
      ],
    ],
    fourth: [
      "Der Klassiker, wie ihn die älteren Hefte erzählen.",
      [
        "Erst handeln, dann bauen: nach dem ersten Bauen ist der Handel in diesem Zug vorbei.",
        "Reicht die Bank nicht für alle, bekommt niemand etwas von diesem Rohstoff.",
        "Nach einer Unterbrechung mit Gleichstand gehört die Längste Handelsstraße niemandem.", "Für drei oder vier.",
      ],
    ],
    summary: [
      "Die Regeln in Kürze, für drei bis sechs.",
      [
        "Erst handeln, dann bauen, wie im Klassiker.",
        "Reicht der Vorrat nicht und nur einer bekäme etwas, so nimmt er den Rest.",
        "Zu fünft und sechst auf der größeren Insel.",
      ],
    ],
    extension: [
      "Die große Insel für fünf und sechs.",
      [
        "Zwei teilen sich jeden Zug: der zweite darf bauen und mit dem Vorrat handeln, würfelt aber nicht.",
        "30 Felder, 11 Häfen, mehr Entwicklungen.",
      ],
    ],
    zip: [
      "Flott: man zeichnet auf eine gedruckte Karte.",
      [
        "Straßen werden gezeichnet statt gesetzt: es gibt keine Grenze.", "50 gedruckte Karten, jede mit ihrer Nummer.",
        "Plättchen auf der Ablage statt Karten auf der Hand.",
      ],
    ],
  },
  friends: {
    complain: "Melden", complainHelp: (name) =>
      `${name} dem Betreiber melden, mit dem Chat und dem Spiel, wie du es kennst.`,
    complaintText: "Was ist geschehen?", complaintSend: "Senden", complained: "Der Betreiber hat es jetzt.",
    complaints: {
      abuse: "Beleidigung", cheating: "Betrug", stalling: "Verzögern", name: "Der Name", other: "Etwas anderes",
    },
    menu: "Tisch", resign: "Aufgeben", lock: "Tisch abschließen", lockHelp: "Niemand sonst setzt sich oder sieht zu.",
    mute: "Stumm", removeSeat: "Entfernen", ban: "Sperren",
    removeSeatAsk: (name) => `${name} von diesem Tisch entfernen?`,
    banAsk: (name) => `${name} sperren? Von dieser Adresse kommt niemand mehr an diesen Tisch.`,
    play: "Mit Freunden spielen", newHere: "Neu hier?", newHereHelp: "Lerne es in fünf Zügen",
    different: "Was anders ist", opponents: "Gegner",
    name: "Du spielst als", share: "Teilen …", shareTitle: "Eine Partie Sevenhex", scan: "Scannen und mitspielen",
    link: "Der Link für deine Freunde", code: "Code",
    onlyHere: "Dieser Link gilt nur auf diesem Rechner.",
    openUp: "Damit Freunde in deinem Netz hereinkommen, beende den Server und starte ihn mit:",
    noNetwork: "Dieser Rechner ist in keinem Netz: Freunde erreichen ihn nicht.",
    works: "Gilt für alle in deinem Netz.",
    rules: "Regeln", here: "da", notHere: "unterwegs", chat: "Reden, bis es losgeht", seat: "Platz",
    openSeat: "Frei für Freunde",
    missing: (n) => (n === 1 ? "1 Platz ist noch frei" : `${n} Plätze sind noch frei`),
    fillAndStart: "Mit Bots auffüllen und los",
    rematch: "Revanche", rematchAsked: "Eine Revanche steht bereit", rematchJoin: "Mitkommen", stay: "Hierbleiben",
    remove: "Löschen", removeAsk: "Dieses Spiel endgültig löschen?", leaveGame: "Tisch verlassen",
    substitute: "Ein Bot soll spielen, bis ich zurück bin", takeBack: "Meinen Platz zurücknehmen",
    substituteRated: "Am Ende einer gewerteten Partie muss der Platz wieder deiner sein, sonst hast du verloren.",
    resignAsk: "Dieses Spiel verlassen? Ein Bot spielt für dich weiter.",
    notify: "Sag mir, wenn ich am Zug bin", notifyHelp: "Eine Mitteilung, wenn du woanders hinsiehst.",
    notifyDenied: "Dein Browser erlaubt dieser Seite keine Mitteilungen.",
    yourTurn: "Du bist am Zug", turnOf: (name) => `${name} ist am Zug`, round: (n) => `Runde ${n}`,
    points: (points) => `${points} Punkte`, others: "Weitere Wege zum Spiel", custom: "Eigene Regeln",
    customHelp: "Ein Raum nur für dich: jede Ausgabe und Option, Bots auf den Plätzen.",
  },
  phrases: {
    label: "Kurze Sätze", emotes: ["👋", "😀", "😮", "😢", "😡", "🎉", "👍", "🤔"],
    lines: [
      "Hallo!", "Viel Glück!", "Guter Zug!", "Gut gespielt!", "Autsch!", "Nicht der Räuber …", "Mag jemand tauschen?",
      "Danke!", "Einen Moment bitte.", "Schönes Spiel!",
    ],
  },
  app: {
    install: "Als App einrichten", away: "Der Server ist nicht da",
    awayHelp:
      "Die Seite ist da, aber der Server ist nicht zu erreichen. Spiele warten, wo sie sind; solange kannst du die " +
      "Anleitung lesen.",
    retry: "Noch einmal versuchen",
    preparing: "Das erste Spiel wird vorbereitet",
    preparingHelp:
      "Die Regeln werden für diesen Rechner übersetzt, einmal nach dem Einrichten: etwa eine Minute. Solange kannst " +
      "du die Anleitung lesen.",
    slow:
      "Die ersten Minuten nach dem Einrichten gehen etwas gemächlicher; dann übernehmen die flinken Regeln von " +
      "selbst.",
  },
  learn: {
    title: "So wird gespielt", read: "In drei Minuten gelesen", costs: "Kosten und Punkte", costsShort: "Kosten",
    wordsTitle: "Wörter",
    goal: [
      "Das Ziel",
      "Du besiedelst mit ein paar anderen eine Insel. Wer im eigenen Zug zuerst *10 Punkte* hat, gewinnt. Eine " +
        "Siedlung zählt 1 Punkt, eine Stadt 2.",
    ],
    island: [
      "Die Insel",
      "19 Felder bringen fünf Rohstoffe. Die Zahl auf einem Feld sagt wann: wird sie gewürfelt, bekommen *alle* " +
        "mit einer Siedlung an einer seiner Ecken eine Karte. Je mehr Punkte unter der Zahl, desto öfter kommt sie: " +
        "6 und 8 am häufigsten, 2 und 12 am seltensten. Die Wüste bringt nichts.",
    ],
    start: [
      "Der Anfang",
      "Jeder setzt zwei Siedlungen auf Ecken, jede mit einer Straße. Die zweite bringt sofort etwas von ihren drei " +
        "Feldern. Gute Ecken haben *viele Punkte* und *verschiedene Rohstoffe*.",
    ],
    distance: [
      "Die eine Regel zum Merken",
      "Zwischen zwei Siedlungen liegen immer *mindestens zwei Straßenlängen*: Nachbarecken bleiben leer, wem auch " +
        "immer sie gehören.",
    ],
    turn: ["Dein Zug", "Drei Dinge, in dieser Reihenfolge:"],
    turnSteps: [
      "*Würfle* mit beiden Würfeln. Felder mit dieser Zahl bringen allen etwas.",
      "*Handle* mit den anderen, oder mit dem Vorrat: vier gleiche Karten gegen eine beliebige.",
      "*Baue*, was du bezahlen kannst. Dann beende deinen Zug.",
    ],
    costsText: ["Was es kostet", "Du zahlst mit Karten aus deiner Hand."],
    seven: [
      "Sieben!",
      "Niemand bekommt etwas. Wer *mehr als 7* Karten hat, gibt die Hälfte ab. Dann versetzt du den *Räuber*: sein " +
        "Feld bringt nichts, solange er dort steht, und du nimmst jemandem, der dort wohnt, eine Karte.",
    ],
    trade: [
      "Handeln",
      "In deinem Zug darfst du allen alles anbieten: „meine Wolle gegen deinen Lehm“. Mit dem Vorrat geht es " +
        "*4:1*; eine Siedlung an einem Hafen macht daraus *3:1*, oder *2:1* für einen Rohstoff.",
    ],
    cards: ["Entwicklungen", "Verdeckt gekauft, verdeckt gehalten, eine je Zug und nicht im Zug des Kaufs gespielt:"],
    cardLines: {
      knight: "versetzt den Räuber und nimmt eine Karte", victory_point: "ist ein Punkt, heimlich",
      road_building: "bringt zwei Straßen", year_of_plenty: "nimmt zwei beliebige Karten aus dem Vorrat",
      monopoly: "nimmt allen alles von einer Sorte",
    },
    awards: [
      "Zwei Auszeichnungen",
      "*Längste Handelsstraße*: fünf Straßen am Stück oder mehr, und mehr als alle anderen: 2 Punkte. *Größte " +
        "Rittermacht*: drei gespielte Ritter oder mehr, und mehr als alle anderen: 2 Punkte. Beide wandern zu dem, " +
        "der überholt.",
    ],
    win: ["Gewinnen", "Zehn Punkte im eigenen Zug: das Spiel ist sofort zu Ende. Und jetzt los!"],
    points: ["Siedlung", "Stadt", "Längste Handelsstraße", "Größte Rittermacht", "Siegpunktkarte"],
    editionNames: {
      sixth: "6. Ausgabe, 2025", fourth: "4. Ausgabe, 2007", summary: "5. Ausgabe, 2023",
      extension: "5–6 Spieler, 2022", zip: "Zip!-Ausgabe, 2026",
    },
    cardNames: {
      knight: "Ritter", victory_point: "Siegpunkt", road_building: "Straßenbau", year_of_plenty: "Erfindung",
      monopoly: "Monopol",
    },
    editionsTitle: "Die Ausgaben, und was anders ist",
    editionsText: "Alle fünf sind im Kern dasselbe Spiel. Die kleinen Unterschiede:",
    glossary: {
      hex: "Eines der sechseckigen Felder der Insel.",
      corner: "Wo drei Felder zusammenstoßen. Dort stehen Siedlungen und Städte.",
      supply: "Die Karten, die niemand hat; manche Hefte sagen Bank.",
      robber: "Die dunkle Figur. Ihr Feld bringt nichts, solange sie dort steht.",
      harbor: "Zwei Ecken an der Küste, wo der Tausch mit dem Vorrat billiger ist.",
      settlement: "Ein Haus auf einer Ecke: 1 Punkt, und eine Karte, sooft ein Feld daneben etwas bringt.",
      city: "Eine größere Siedlung: 2 Punkte, und jedes Mal zwei Karten.",
      road: "Verbindet deine Siedlungen; bauen darfst du nur, wohin eigene Straßen führen.",
      hand: "Deine Rohstoffkarten. Andere sehen wie viele, nicht welche.", points: "Zehn davon gewinnen.",
    },
    glossaryNames: {
      hex: "Feld", corner: "Ecken", supply: "Vorrat", robber: "Räuber", harbor: "Hafen", settlement: "Siedlung",
      city: "Stadt", road: "Straße", hand: "Hand", points: "Punkte",
    },
    figures: {
      island: "Drei Felder um eine Ecke mit einer Siedlung", distance: "Zwei Siedlungen, zwei Straßen auseinander",
      robber: "Der Räuber auf einem Feld", coast: "Ein Hafen mit seinen zwei Ecken",
    },
  },
  guide: {
    title: "Dein erstes Spiel", lessons: "Acht kurze Lektionen",
    leave: "Lektion verlassen", next: "Verstanden", wait: "Die anderen spielen …",
    step: (n, of) => `${n} von ${of}`,
    gives: "{hex} gibt dir {cards}.", todo: "Noch zu tun: {goals}",
    goals: { trade: "ein Tausch", road: "eine {road}", settlement: "eine {settlement}" },
    steps: {
      place: [
        "Deine erste {settlement}",
        "Wähle eine Ecke: viele Punkte, drei verschiedene Landschaften. Die bezahlen dich später.",
      ],
      placeRoad: [
        "Und ihre {road}",
        "Eine {road} führt von ihr weg. Richte sie dorthin, wo noch eine gute Ecke wartet.",
      ],
      placeSecond: [
        "Deine zweite {settlement}",
        "Nimm, was der ersten fehlt. Ihre drei Felder bezahlen dich sofort einmal.",
      ],
      numbers: [
        "Zahlen bringen Karten",
        "Zeigen die Würfel die Zahl eines Feldes, bekommt jede {settlement} daran eine Karte. Mehr Punkte: öfter.",
      ],
      roll: ["Würfle!", "Du bist dran. Drück auf Würfeln und sieh, welche Felder zahlen."],
      paid: ["{number}!", "{gains} Deine Karten liegen unten in deiner Hand."],
      unpaid: [
        "{number}!",
        "An dieser Zahl liegt nichts von dir. Vielleicht nächstes Mal: Auch die Würfe der anderen bezahlen dich.",
      ],
      seven: [
        "Eine Sieben!",
        "Kein Feld zahlt. Wer mehr als sieben hat, verliert die Hälfte; dann sperrt der {robber} ein Feld und " +
          "stiehlt eine Karte.",
      ],
      trade: [
        "Von einem zu viel?",
        "Biete den anderen {have} für das, was dir fehlt. Oder gib vier gleiche für ein beliebiges an: {supply}.",
      ],
      road: [
        "Eine {road} ist möglich",
        "{brick} und {lumber} sind da. Bau sie dort an, wo deine endet, zu einer freien Ecke hin.",
      ],
      settlement: [
        "Eine {settlement} ist möglich",
        "{brick}, {lumber}, {wool} und {grain}: Bau sie, wohin deine {roads} führen, zwei Kanten von jeder anderen.",
      ],
      card: [
        "Eine Überraschung?",
        "Für {ore}, {wool} und {grain} gibt es eine Entwicklung: Ritter, freie {roads}, Punkte.",
      ],
      city: [
        "Denk größer",
        "Drei {ore} und zwei {grain} machen aus einer {settlement} eine {city}: zwei Punkte, doppelte Ernte.",
      ],
      done: [
        "Das war alles!",
        "Du hast selbst einen Punkt verdient und kennst das Spiel. Spiel weiter, und viel Glück!",
      ],
    },
  },
  fair: {
    title: "Ehrliche Würfel", short: "Ehrliche Würfel",
    explain:
      "Vor dem ersten Wurf legt der Server eine geheime Saat fest und zeigt ihren Fingerabdruck. Jede Seite mischt " +
      "ein Wort bei, das versiegelt bleibt, bis alle da sind; so kann niemand darauf antworten. Die Insel, jeder " +
      "Wurf, jede gezogene und jede geraubte Karte folgen aus Saat, Worten und einem Zähler; am Ende wird die Saat " +
      "gezeigt, und diese Seite rechnet alles nach.",
    commit: "Fingerabdruck (SHA-256 der Saat)", words: "Worte der Spieler", yourWords: "Deine Worte für die Würfel",
    add: "Beimischen", added: "Beigemischt.", tooLate: "Worte zählen nur vor dem ersten Wurf.",
    notYet: "Die Saat wird am Ende des Spiels gezeigt.", check: "Hier nachrechnen", checking: "Rechnet …", seed: "Saat",
    good: (count) =>
      `Die Insel und alle ${count} Zahlen folgen aus der Saat, und die Saat passt zum Fingerabdruck. Diese Würfel ` +
      `waren ehrlich.`,
    bad: {
      commit: () => "Die Saat passt NICHT zum Fingerabdruck.",
      promise: () => "Der Fingerabdruck ist NICHT der, den dieser Browser am Anfang sah.",
      seal: (_, name) => `Das Wort von ${name} ist NICHT das versiegelte.`,
      missing: () =>
        "Das Wort, das dieser Browser versiegelt hat, ist NICHT beigemischt: die Seite war beim Start nicht da, " +
        "oder der Server hat es weggelassen.",
      rules: () => "Die Regeln sind NICHT die, die galten, als dieser Browser sein Wort zeigte.",
      island: () => "Die Insel folgt NICHT aus der Saat.",
      number: (index) => `Zahl ${index} folgt NICHT aus der Saat.`,
      unable: () => "Dieser Browser kann hier nicht rechnen: Kryptografie gibt es nur mit https oder auf localhost.",
    },
    failed: (times) =>
      `Ein Start ist ${times === 1 ? "einmal" : `${times}-mal`} gescheitert, nachdem nach Worten gefragt war. ` +
      `Jedes Mal gab es einen neuen Fingerabdruck und neue versiegelte Worte. Geschieht das oft, sucht sich ` +
      `vielleicht jemand etwas aus.`,
    sealed: (names) => `Versiegelt bis zum Beginn: ${names}`,
    unrevealed: (names) => `Ein Wort versiegelt und nicht gezeigt: ${names}. Das Spiel lief ohne dieses Wort.`,
    noWords: "Niemand hat Worte beigemischt.", by: "Außerhalb der Seite nachrechnen:",
  },
  panel: {
    all: (name) => `Alles über ${name}`,
    points: "Siegpunkte", visiblePoints: "Punkte", cards: (word) => `Rohstoffe (${word}) auf der Hand`,
    dev: () => "Entwicklungen", knights: "gespielte Ritter", route: "längster Straßenzug", pieces: "übrige Spielsteine",
    large: (limit) => `mehr als ${limit}: bei einer 7 geht die Hälfte verloren`, dice: "hat die Würfel",
    paired: "Spieler 2 dieses Zuges", starter: "hat angefangen", away: "nicht da", thinking: "überlegt",
    known: (name) => `Was von ${name} sicher ist`, counter: "Kartenzähler",
    counterHelp: "Was jeder am Tisch durch Mitzählen wissen könnte: das Mindeste und das Höchste, was jede Hand hat.",
    counterRated: "An einem gewerteten Tisch zählt jeder selbst mit.",
    deck: (count) => `noch ${count}`, bank: (what) => `noch da: ${what}`, hidden: "in diesem Spiel verdeckt",
    track: (points) => `${points} auf der Leiste (Siedlungen und Städte)`,
    limitSettlements: "alle 5 Siedlungen stehen", limitCities: "alle 4 Städte stehen", removed: "aus dem Spiel",
    least: "sicher mindestens", most: "höchstens", knows: "Was man von dieser Hand weiß",
    turnOf: "am Zug", must: (n) => `muss ${n} abgeben`, with: (total) => `${total} mit verdeckten`,
  },
  turn: {
    yours: "Du bist am Zug", settleFirst: "Setze deine erste Siedlung",
    settleSecond: "Setze deine zweite Siedlung: sie bringt sofort Ertrag", settle: "Setze eine Siedlung",
    road: "Jetzt eine Straße daneben",
    roll: "Würfle, oder spiele vorher eine Karte", rollOnly: "Würfle", main: "Baue, handle oder beende den Zug",
    mainSeparateTrade: "Erst handeln: nach dem ersten Bauen kein Handel mehr",
    mainSeparateBuild: "Baue weiter oder beende den Zug",
    paired: (supply) => `Dein Teil als Spieler 2: baue, handle (${supply}) oder beende ihn`,
    special: "Außerordentliches Bauen: baue oder passe", robber: "Versetze den Räuber auf ein anderes Feld",
    victim: "Wähle, wen du beraubst",
    freeRoads: (n) => (n === 1 ? "Setze noch 1 freie Straße" : `Setze ${n} freie Straßen`),
    discard: (n) => `Gib ${n} ab`, discardWait: (names) => `Die Hälfte abgeben: ${names}`,
    answer: (name) => `${name} bietet einen Handel: antworte`,
    chance: "Die Würfel rollen …", waiting: (name) => `${name} ist am Zug`,
    waitingFor: (names) => `Warten auf ${names}`, choose: "Wähle, mit wem du handelst, oder mach weiter",
    answersOpen: "Dein Angebot steht; die anderen überlegen",
    over: (name) => `${name} hat gewonnen`, youWon: "Du hast gewonnen", aborted: "Das Spiel wurde abgebrochen",
    order: "Wer fängt an?", watching: "Du siehst zu", placing: (what) => `Wähle einen Platz: ${what}`,
    setupOf: (name) => `${name} setzt die ersten Steine`, rollOf: (name) => `${name} würfelt gleich`,
    robberOf: (name) => `${name} versetzt den Räuber`, pairedOf: (name) => `${name} spielt als Spieler 2`,
    specialOf: (name) => `${name} darf zwischendurch bauen`,
    reserve: (time) => `Reserve ${time}`, onReserve: "Die Reserve läuft",
    clock: (seconds) => `noch ${seconds} Sekunden`, paused: "Uhr angehalten", round: (n) => `Runde ${n}`,
    setup: "Aufbau",
  },
  hint: {
    at: (what, place) => `${what}: ${place}`, robber: "Räuber", discard: "Abgeben",
    exchange: (give, get) => `${give} gegen ${get}`,
    why: {
      roll: () => "Nichts auf deiner Hand spielt sich besser vor dem Wurf.",
      end: () => "Deine Karten zu behalten ist mehr wert als alles, was du jetzt damit tun könntest.",
      end_plan: (s) => `Spare für ${s.build}: es fehlt ${s.lacking}.`,
      settle: (s) => `Hier bringt eine Siedlung Karten bei ${s.rolls} von 36 Würfen, Feld für Feld.`,
      settle_best: (s) =>
        `Hier bringt eine Siedlung Karten bei ${s.rolls} von 36 Würfen, Feld für Feld; kein besserer Platz steht dir ` +
        `offen.`,
      settle_harbor: () => "Hier bringt eine Siedlung einen Hafen.",
      city: (s) => `Hier verdoppelt eine Stadt die Karten bei ${s.rolls} von 36 Würfen, Feld für Feld.`,
      city_best: (s) =>
        `Hier verdoppelt eine Stadt die Karten bei ${s.rolls} von 36 Würfen, Feld für Feld; keine deiner Siedlungen ` +
        `brächte mehr.`,
      city_harbor: () => "Hier bringt eine Stadt einen Punkt.",
      first_road: () => "Diese Straße führt zu den besten freien Kreuzungen.",
      road: () => "Diese Straße öffnet eine gute Kreuzung oder verlängert deinen Weg.",
      buy: () => "Eine Entwicklung hält deine Hand klein und bringt vielleicht einen Ritter oder einen Punkt.",
      knight: () => "Der Ritter befreit dein Feld oder bremst einen Rivalen und zählt für die Rittermacht.",
      stop: () => "Keine freie Straße würde dir jetzt helfen.",
      road_building: () =>
        "Zwei freie Straßen bringen dich näher an eine gute Kreuzung oder die längste Handelsstraße.",
      plenty: () => "Diese zwei Karten bringen dich am nächsten an deinen nächsten Bau.",
      monopoly: () => "Davon dürften die anderen einige haben.",
      robber: (s) => `Hier schadet der Räuber ${s.who} am meisten.`,
      robber_harmless: () => "Hier schadet dir der Räuber nicht.",
      discard: () => "Diese Karte wirst du am wenigsten vermissen.",
      bank_ready: (s) => `Damit kannst du sofort bauen: ${s.build}.`,
      bank_plan: (s) => `Dann fehlt nur noch ${s.lacking} für: ${s.build}.`,
      offer_ready: (s) => `Damit kannst du sofort bauen: ${s.build}; und jemand dürfte es gern nehmen.`,
      offer_plan: (s) => `Dann fehlt nur noch ${s.lacking} für: ${s.build}; und jemand dürfte es gern nehmen.`,
      plenty_ready: (s) => `Damit kannst du sofort bauen: ${s.build}.`,
      plenty_plan: (s) => `Dann fehlt nur noch ${s.lacking} für: ${s.build}.`,
      robber_hex: (s) => `Hier hält der Räuber ${s.word} von ${s.who} auf der ${s.number} auf.`,
      bank: () => "Dieser Tausch bringt dich näher an deinen nächsten Bau.",
      offer: () => "Das bringt dich näher an einen Bau, und jemand dürfte es gern nehmen.",
      accept: () => "Der Handel hilft dir mehr als den anderen.",
      refuse: () => "Der Handel hülfe jemand anderem mehr als dir.",
      counter: () => "Verlange etwas Besseres: das passte euch beiden.",
      confirm: () => "Handle mit dem, dem es am wenigsten hilft.",
      take: () => "Der Tausch ist gut für dich.",
      decline: () => "Der Tausch hilft dir nicht.",
      withdraw: () => "Zu guten Bedingungen will es niemand.",
      best: () => "So stehst du danach am besten.",
    },
  },
  coach: {
    title: "Trainer", help: "Zeigt beim Aufbau die besten Kreuzungen", best: "Die besten Kreuzungen für dich",
    rank: (n) => `Wahl ${n} des Trainers`,
    why: {
      numbers: (pips, how) => `${pips} von 36 Würfen${how}`,
      good: ", gehört zu den besten Zahlen", few: ", wenig", variety: "drei verschiedene Rohstoffe",
      twice: "zweimal derselbe Rohstoff", sameNumber: "eine Zahl doppelt: alles oder nichts",
      adds: (what) => `neu: ${what}`,
      harbor: (rate, word, what, fits) => `${word} ${rate}:1${what ? ` für ${what}` : ""}${fits}`,
      fits: ", den du selbst erzeugst", blocks: (pips) => `nimmt anderen eine Kreuzung mit ${pips} von 36 Würfen`,
    },
  },
  action: {
    roll: "Würfeln", end: "Zug beenden", stop: "Nicht weiter bauen", endPart: "Teil beenden", pass: "Passen",
    build: "Bauen", cancel: "Abbrechen", here: "Hier bauen", moveHere: "Hierher", undo: "Zurücknehmen",
    undoAsk: "Um Rücknahme bitten", hint: "Tipp", hintIs: "Ein Bot wählte: ", buy: "Kaufen", play: "Spielen",
    left: (n) => `noch ${n}`, unlimited: "ohne Grenze", inDeck: (n) => `noch ${n}`,
    choosePlace: "Wähle einen umrandeten Platz", free: "frei", cost: "Kosten", key: (key) => `Taste ${key}`,
    discard: (n, of) => `${n} von ${of} gewählt`,
    robWhom: "Wen berauben?", nobody: "niemanden", cardsOf: (n) => mehrzahl(n, "Karte", "Karten"), giveBack: "Abgeben",
    notNow: "nicht jetzt", tapAgain: "„Hier bauen“ bestätigt", why: "Warum nicht?", fresh: "in diesem Zug gekauft",
    newGame: "Neues Spiel", lobby: "Übersicht",
  },
  hand: {
    title: "Deine Hand", devTitle: "Deine Entwicklungen", empty: "keine Karten", points: "zählt, wenn du gewinnst",
    count: (n, name) => `${n} ${name}`,
    help: {
      knight: "Versetze den Räuber und nimm eine Karte.", victory_point: "Ein Punkt, verdeckt.",
      road_building: "Setze zwei Straßen ohne Kosten.", year_of_plenty: "Nimm zwei beliebige Rohstoffe.",
      monopoly: "Nimm allen anderen alles von einer Sorte.",
    },
    choosePlenty: (supply) => `Nimm zwei (${supply})`, chooseMonopoly: "Alles von welcher Sorte?",
    playCard: (name) => `${name} spielen`, newOne: "neu",
  },
  trade: {
    said: (who, what) => `${who}: „${what}“`, refuseAlways: "In diesem Spiel alle ablehnen",
    refusing: "Alle Angebote werden für dich abgelehnt.", hear: "Wieder hören",
    title: "Handel", give: "Du gibst", get: "Du bekommst", to: "an", all: "alle", offer: "Anbieten",
    counter: "Gegenangebot", propose: "Vorschlagen", supply: (name, rate) => `${name} ${rate}`,
    refuseAll: "Diesen Zug alles ablehnen", allRefused: "Alle haben abgelehnt", bubble: (name) => `${name} bietet`,
    open: "Handel", handHelp: (what) => `${what}: Klick bietet eins an`, clear: "Leeren", accept: "Annehmen",
    refuse: "Ablehnen", withdraw: "Zurückziehen",
    incoming: (name) => `${name} bietet dir`, theyGive: "gibt", theyGet: "für", mine: "Dein Angebot",
    answers: { waiting: "überlegt", accepted: "nimmt an", refused: "lehnt ab" }, close: (name) => `Handeln mit ${name}`,
    decline: "Ablehnen",
    proposal: (name) => `${name} schlägt vor`, after: "Deine Hand danach",
    empty: "Wähle, was du gibst und was du bekommst.", pick: "Wähle beide Seiten", more: (what) => `${what}: eins mehr`,
    fewer: (what) => `${what}: eins weniger`, rates: "Deine Kurse", rate: (n, what) => `${n} ${what} für 1`,
    counterThis: "Gegenangebot …",
    nothingOpen: "", yourProposal: "Dein Vorschlag steht", forYou: "an dich", notToYou: "an andere",
    lack: "nicht auf deiner Hand",
    noRate: "Wähle eine Sorte zum Geben und eine Karte zum Bekommen; deine Kurse stehen unten.",
    directionGive: "geht weg", directionGet: "kommt dazu",
  },
  log: {
    nothing: "Niemand erhält etwas.",
    filters: { all: "Alles", dice: "Würfel", build: "Bauen", trade: "Handel", robber: "Räuber" }, filter: "Zeigen",
    show: "Auf der Insel zeigen", toEnd: "Zum Neuesten", title: "Verlauf", chat: "Gespräch", say: "Sag etwas",
    send: "Senden", none: "Noch ist nichts geschehen.", chatNone: "Noch hat niemand etwas gesagt.", you: "Du",
    tab: "Verlauf und Gespräch", statistics: "Würfel", turn: (n) => `Zug ${n}`,
  },
  dice: {
    title: "Würfel bisher", rolled: "gewürfelt", expected: "erwartet", rolls: (n) => mehrzahl(n, "Wurf", "Würfe"),
    none: "Noch kein Wurf.", bar: (sum, count, expected) => `${sum}: ${count}, erwartet ${expected}`,
  },
  board: {
    label: "Die Insel. Pfeiltasten gehen über die Plätze.",
    hex: (name, terrain, number) => `${name}: ${terrain}${number ? `, ${number}` : ""}`, robber: "hier ist der Räuber",
    was: "hier war der Räuber", harbor: (name, rate, what) => `${name} ${rate}:1 ${what}`,
    anyResource: "beliebig", at: (what, place, around) => `${what} auf ${place}: ${around}`, sea: "Küste",
    roadAt: (place) => place, robberTo: (hex, around) => `Räuber nach ${hex}${around ? `; daneben ${around}` : ""}`,
    piece: (who, what, place) => `${who}: ${what} auf ${place}`, pips: (n) => mehrzahl(n, "Punkt", "Punkte"),
    inactive: "unbeteiligte Farbe", latest: "zuletzt gesetzt",
  },
  remarks: {
    too_much: "Das ist mir zu viel.", ahead: "Du liegst schon vorn.", need_it: "Das brauche ich selbst.",
    no_use: "Damit kann ich nichts anfangen.", not_now: "Jetzt nicht.",
  },
  notes: {
    undo_refused: "Dein Wunsch zurückzunehmen wurde nicht erfüllt.",
    time_up: "Deine Zeit war um: der Tisch hat für dich weitergespielt.",
    all_refused: "Alle haben abgelehnt: dein Angebot ist zurückgezogen.",
    refused_for_you: "Für dich abgelehnt, wie schon zuvor.",
  },
  banner: {
    seven: "Sieben!", award: (name, award) => `${name}: ${award}`, youAward: (award) => `${award} gehört dir`,
    nobody: (award) => `${award} gehört niemandem`, yourTurn: "Du bist am Zug", wins: (name) => `${name} gewinnt!`,
    youWin: "Du gewinnst!", points: (n) => mehrzahl(n, "Punkt", "Punkte"),
  },
  undo: {
    asks: (name, n) =>
      n === 1
        ? `${name} möchte die letzte Aktion zurücknehmen:`
        : `${name} möchte die letzten ${n} Aktionen zurücknehmen, darunter:`,
    allow: "Erlauben", deny: "Ablehnen",
    waiting: (names) => `Warten auf die Erlaubnis von ${names}.`, yours: "Du hast um Rücknahme gebeten.",
  },
  away: {
    title: (names) => `Nicht da: ${names}`, clock: "Die Uhr steht.", vote: "Wie geht es weiter?", wait: "Warten",
    bot: "Ein Bot spielt weiter", abort: "Abbrechen", grace: (seconds) => `In ${seconds} s darf der Tisch entscheiden.`,
    voted: (name, choice) => `${name}: ${choice}`, back: "Der Platz kann jederzeit wieder eingenommen werden.",
  },
  end: {
    title: (name) => `${name} gewinnt`, youTitle: "Du gewinnst!",
    after: (turns) => `nach ${mehrzahl(turns, "Zug", "Zügen")}`, score: "Wertung", player: "Spieler", total: "Summe",
    vpCards: "Siegpunkte (verdeckt)", charts: "Wie es lief", pointsOverTime: "Punkte im Verlauf", diceChart: "Würfel",
    cardsChart: "Karten", gained: "erhalten", blocked: "vom Räuber gesperrt", stolen: "geraubt", lost: "verloren",
    discarded: "abgegeben", traded: "getauscht", revealed: "Aufgedeckte Hände", luck: "Glücksbericht",
    expected: "erwarteter Ertrag", actual: "wirklicher Ertrag", percentile: "Glück in Prozent", sevens: "Siebenen",
    percent: (n) => `mehr Glück als in ${n} solcher Spiele`, again: "Noch einmal", checkDice: "Würfel prüfen",
    replay: "Nachspielen", record: "Aufzeichnung laden", lobby: "Übersicht", show: "Ergebnis",
    curve: "Gewinnaussichten", hide: "Insel ansehen", scoreHelp: "Punkte (Spielsteine, Länge, Ritter)",
    luckHelp: "Ertrag gegen das, was die Würfel jedem Platz schuldeten, Zug um Zug.", average: "mittlerer Wurf",
  },
  replay: {
    turn: (n) => `Zug ${n}`, previousTurn: "Zug zurück", nextTurn: "Zug vor", turning: "Wendepunkte", hands: "Hände",
    title: "Nachspielen", first: "Zum Anfang", previous: "Schritt zurück", next: "Schritt vor", last: "Zum Ende",
    play: "Abspielen", pause: "Anhalten", move: (n, of) => `Schritt ${n} von ${of}`, link: "Link zu diesem Schritt",
    download: "Aufzeichnung laden", fromFile: "aus einer Datei", ofGame: (code) => `von Tisch ${code}`,
    knowledge: "Das Spiel läuft noch: du siehst, was du weißt.", start: "Die Insel vor dem ersten Zug", speed: "Tempo",
    noFile: "Öffne zuerst in der Übersicht eine Aufzeichnung.", goTable: "Zum Tisch",
  },
  help: {
    title: "Tasten",
    keys: [
      ["r", "würfeln"], ["e", "Zug beenden"], ["b", "zu den Bauknöpfen"],
      ["1 – 4", "Straße, Siedlung, Stadt, Entwicklung"], ["5", "eine Entwicklung spielen"], ["t", "zum Handel"],
      ["a / x", "Angebot annehmen / ablehnen"], ["i", "zur Insel"], ["Pfeile", "über die Plätze der Insel gehen"],
      ["Enter", "setzen, bestätigen"], ["Esc", "abbrechen"], ["u", "zurücknehmen"], ["h", "Tipp"], ["o", "Trainer"],
      ["c", "Gespräch"], ["l", "die Lage vorlesen"], ["m", "Ton aus"], ["?", "diese Hilfe"],
    ],
    rules: "Die Regeln dieses Tisches", show: "Tasten und Regeln",
  },
  situation: (turn, hand, points) => `${turn}. Deine Hand: ${hand}. Du hast ${mehrzahl(points, "Punkt", "Punkte")}.`,
  placed: "gesetzt",
  refused: "Das geht nicht: ",
  quicker: "Jemand war schneller: der Tisch hat sich geändert.",
};
