/** Alle Sätze der Lernseiten auf Deutsch. */

import type { StudyWords } from "./en";

export const de: StudyWords = {
  title: "Lernen", link: "Lernen", tagline: "In jede Partie hineinsehen, aus ihr lernen, üben.",
  board: "Analysebrett", boardHelp: "Jede Stellung, alle Plätze, Varianten, und ein Urteil darüber, was am besten ist.",
  review: "Partie durchsehen", reviewHelp: "Jede Entscheidung einer Partie bewertet, Glück und Können getrennt.",
  puzzles: "Aufgaben", puzzlesHelp: "Ein Zug ist klar der beste. Finde ihn.",
  openings: "Eröffnungen", openingsHelp: "Siedle auf einer Insel und sieh, wie gut es war.",
  analyse: "Analysieren", offline: "Der Server antwortet nicht; versuche es noch einmal.", retry: "Noch einmal",
  play: {
    whose: "Wer handelt", actions: "Züge", other: "Beliebiger Zug als Text",
    otherHelp: "offer 1 brick for 1 ore to blue", go: "Spielen", draw: "Den Zufall entscheiden lassen",
    chance: "Der Zufall entscheidet: wähle, was kommt", over: (who) => `${who} hat gewonnen.`, more: "Mehr",
  },
  judge: {
    title: "Urteil", start: "Diese Stellung beurteilen", stop: "Anhalten", deeper: "Noch einmal denken",
    chances: "Gewinnchancen", best: "Beste Züge", worth: (n) => `${n} %`, lost: (n) => `−${n}`,
    offers: "Lohnende Angebote", offer: (own, who, theirs) => `du ${own}, ${who} ${theirs}`,
    progress: (depth, of, positions) => `Schritt ${depth} von ${of}, ${positions} Stellungen`, knowledge: "Karten",
    settled: (steps: number, positions: string) => `Sicher nach ${steps} Schritten, ${positions} Stellungen`,
    open: "Alles offen", asSeen: (who) => `Wie ${who} es sieht`,
    unknown: "Wer jetzt handelt, hat Möglichkeiten, die dieser Platz nicht kennen kann.",
    evaluation: "Kein Netz kennt diese Insel: es urteilt ein einfacheres Verfahren.",
  },
  tree: {
    title: "Varianten", start: "Anfang", comment: "Kommentar", name: "Name", remove: "Ab hier löschen",
    promote: "Zur Hauptvariante machen", save: "Als Datei speichern", open: "Datei öffnen", share: "Link kopieren",
    copied: "Link kopiert", study: "Name der Studie", badFile: "Diese Datei enthält keine Studie: ",
    badLink: "Dieser Link enthält keine Studie oder nur einen Teil davon.", back: "Zurück", forward: "Vor",
  },
  edit: {
    title: "Stellung aufbauen", done: "Fertig", tool: "Werkzeug", text: "Stellung als Text", apply: "Text lesen",
    terrain: "Felder", number: "Zahlen", harbor: "Häfen", robber: "Räuber", pieces: "Figuren", erase: "Entfernen",
    colour: "Farbe", none: "keine", any: "3:1", hands: "Handkarten", cards: "Entwicklungskarten",
    knights: "Ausgespielte Ritter", turn: "Wer ist am Zug", phase: "Zeitpunkt",
    phases: { roll: "vor dem Würfeln", main: "nach dem Würfeln" }, route: "Längste Straße", army: "Größte Rittermacht",
    nobody: "niemand", good: "Diese Stellung ist spielbar.", fresh: "Neue Insel",
  },
  reviews: {
    begin: "Diese Partie durchsehen", working: (percent) => `Die Partie wird durchgesehen: ${percent} %`,
    place: (n, of) => `Platz ${n} von ${of}: mehrere Durchsichten wechseln sich ab.`, cancel: "Abbrechen",
    stopped: "Die Durchsicht wurde abgebrochen.",
    part: "Die Zeit für diese Durchsicht ist abgelaufen: spätere Entscheidungen sind nicht benotet.",
    chooseFile: "Eine Aufzeichnung aus einer Datei durchsehen", everybody: "Alle", curve: "Gewinnchancen",
    turning: "Wendepunkte", better: (what) => `Besser: ${what}`, lost: (n) => `verliert ${n}`,
    decisions: "Entscheidungen", graded: "Entscheidungen nach Güte", all: "alle",
    skill: "Durch Entscheidungen verloren", average: "je Entscheidung", luck: "Glück", opening: "Nach der Eröffnung",
    parts: { dice: "Würfel", steals: "Raub", draws: "Ziehen", play: "Spiel" }, end: "Ende", way: "Der Weg zum Ende",
    grades: {
      best: "Beste", good: "Gut", inaccuracy: "Ungenau", mistake: "Fehler", blunder: "Grober Fehler",
      even: "Alle gleich",
    },
    openings: "Eröffnungen", rank: (rank, of) => `${rank} von ${of}`, bestCorner: (name) => `beste: ${name}`,
    trades: "Handel", missedOffers: "Nicht gemachte Angebote", trade: (give, get) => `${give} gegen ${get}`,
    none: "Keine.", turn: (n) => `Zug ${n}`,
    changed: (who, n) => `${who}: ${n}`,
    explain:
      "In Hundertsteln der Gewinnchance. Entscheidungen werden danach beurteilt, was man wissen konnte; Kurve und " +
      "Glück nach allen Karten." +
      " Noten gehen nach dem Anteil dessen, was noch zu gewinnen oder zu verlieren war; Erzwungenes zählt nicht.",
    noRecord: "Hier stehen deine beendeten Spiele. Oder wähle eine Aufzeichnung als Datei.",
  },
  moments: {
    title: (who) => `Drei Momente von ${who}`, everybody: "Drei Momente dieses Spiels",
    yours: "Deine drei Momente",
    step: (n, of) => `Moment ${n} von ${of}`, back: "Vorheriger Moment", next: "Nächster Moment",
    did: "Gespielt:", better: "Besser:", show: "Auf der Insel zeigen", before: "Davor", after: "Was gespielt wurde",
    afterBetter: "Was besser war", play: "Von hier weiterspielen",
    share: (n) => `Das kostete ${n} % dessen, was noch zu gewinnen oder zu verlieren war.`,
    found: (n) => `Die beste Wahl: Zufall hätte ${n} % dessen gekostet, was noch zu gewinnen oder zu verlieren war.`,
    accuracy: "Genauigkeit", accuracyHelp: "100: jede Wahl wie der Gutachter; 0: wie zufällig gewählt.",
    stages: {
      reading: () => "Das Spiel wird gelesen.", chances: () => "Die Chancen nach jedem Zug werden berechnet.",
      decisions: (turn) => turn ? `Entscheidungen werden benotet: Zug ${turn}.` : "Entscheidungen werden benotet.",
      assembling: () => "Die Durchsicht wird zusammengestellt.",
    },
  },
  puzzle: {
    mode: "Art", modes: { rated: "Gewertet", streak: "Serie", timed: "Drei Minuten" },
    goals: {
      win: (who) => `${who}: gewinne in diesem Zug!`, break: (who) => `${who}: brich die längste Straße!`,
      settle: (who) => `${who}: wo siedelst du?`, first_road: (who) => `${who}: wohin führt die Straße?`,
      rob: (who) => `${who}: finde den besten Platz für den Räuber!`, deal: (who) => `${who}: was antwortest du?`,
      turn: (who) => `${who}: finde den besten Zug!`,
    },
    tries: (n) => `${n} ${n === 1 ? "Versuch" : "Versuche"} übrig`, loses: (n) => `−${n}`, then: "Dann:",
    after: "Nach der Lösung", afterLine: "Nach der Zugfolge", again: "Noch einmal",
    run: (n, best) => `${n} in Folge, dein Rekord ${best}`,
    found: (n, best) => `${n} gefunden, dein Rekord ${best}`, over: (n) => `Vorbei: ${n} gefunden.`,
    rating: "Deine Wertung", solved: (good, all) => `${good} von ${all} gelöst`, theme: "Thema", any: "Alle Themen",
    themes: {
      opening: "Eröffnung", "road race": "Straßenrennen", robber: "Räuber", trade: "Handel", "end game": "Endspiel",
      "card play": "Kartenspiel", building: "Bauen",
    },
    right: "Richtig!", wrong: "Nicht der beste Zug.",
    answer: (what) => `Die Lösung: ${what}.`, margin: (n) => `Sie liegt um ${n} Hundertstel vorn.`,
    next: "Nächste Aufgabe", board: "Auf das Brett", chances: "Chancen nach jedem Zug",
    open: "Alle Karten liegen offen.", none: "Zu diesem Thema ist keine Aufgabe übrig: sie beginnen von vorn.",
  },
  drills: {
    link: "Übungen", linkHelp: "Eigene Fehler und Aufgaben, wieder gefragt, bevor du sie vergisst.",
    title: "Zehn Minuten am Tag",
    help:
      "Jeder klare Fehler aus deinen analysierten Partien kommt hier als Aufgabe wieder, neben denen der Sammlung." +
      " Was du kannst, kommt später, was dir entgeht, früher.",
    own: "Aus deiner Partie", shipped: "Aus der Sammlung",
    did: (what: string) => `In der Partie hast du gespielt: ${what}.`,
    again: (when: string) => `Sie kommt wieder: ${when}.`, giveUp: "Lösung zeigen", takeOut: "Nie wieder fragen",
    next: "Weiter", enough: "Genug für heute", start: "Anfangen", startNew: "Etwas Neues",
    due: (n: number) => n === 1 ? "Eine Übung wartet auf dich." : `${n} Übungen warten auf dich.`,
    nothingDue: "Jetzt ist nichts fällig.", nextDue: (when: string) => `Die nächste: ${when}.`,
    empty: "Dein Stapel ist leer. Lass eine beendete Partie analysieren, oder fang mit den Aufgaben der Sammlung an.",
    waiting: (n: number) => n === 1
      ? "Ein Fehler wird geprüft: Hat er eine klare Antwort?"
      : `${n} Fehler werden geprüft: Haben sie eine klare Antwort?`,
    today: (found: number, all: number) => `Heute: ${found} von ${all} gefunden.`,
    days: (n: number) => n === 1 ? "1 Tag" : `${n} Tage in Folge`,
    over: (found: number, all: number) => `Zehn Minuten sind um: ${found} von ${all} gefunden.`,
    inDeck: "Im Stapel", dueNow: "Fällig",
  },
  opening: {
    place: "Dein Platz in der Reihenfolge", any: "beliebig", deal: "Insel austeilen",
    ask: (n) => `Siedlung ${n} ist deine. Wo siedelst du?`,
    rank: (rank, of) => `Deine Ecke ist Nummer ${rank} von ${of}.`,
    lost: (n) => `Sie verliert ${n} Hundertstel gegen die beste.`, best: "Das ist die beste Ecke!",
    the: (name) => `Beste: ${name}`, chance: (n) => `${n} %`, why: "Warum", heat: "Wärmekarte zeigen",
    average: (n, count) => `Im Mittel ${n} verloren bei ${count}`, corners: "Die besten Ecken",
  },
};
