/** Alle Sätze der weiteren Regelseiten und der Hilfe für den eigenen Tisch auf Deutsch. */

import type { RulesWords } from "./en";

export const de: RulesWords = {
  compare: {
    link: "Was ist neu?", knows: "Ich kenne", reads: "und möchte spielen", title: "Was ist neu",
    same: "Wähle zwei verschiedene Ausgaben.", none: "Nur Wörter unterscheiden sich.", words: "Andere Wörter",
    rules: "Regeln, die sich unterscheiden", absent: "Diese Regel gibt es hier nicht.",
    side: "Beide zum Ausprobieren", players: "Spieler", print: "Drucken",
    count: (n) => (n === 1 ? "1 Regel ist anders" : `${n} Regeln sind anders`),
  },
  table: {
    title: "Die Regeln dieses Tisches", changed: "An diesem Tisch geändert", rest: "Alle übrigen Regeln",
    none: "An diesem Tisch gilt das Regelheft.", usual: (value, usual) => `${value} (im Heft: ${usual})`,
  },
  kit: {
    link: "Am eigenen Tisch", title: "Am eigenen Tisch",
    tagline:
      "Für alle, die das Spiel vor sich haben: Aufbau, Inseln, Würfel, Punkte. Einmal geöffnet, auch ohne Netz.",
    tabs: { sheet: "Aufbau", island: "Insel", dice: "Würfel", score: "Punkte", costs: "Kosten" },
    print: "Drucken", failed: "Beim ersten Mal braucht es das Netz, danach nicht mehr.",
    sheet: {
      title: (players) => `Was ihr zu ${["", "", "zweit", "dritt", "viert", "fünft", "sechst"][players]} braucht`,
      hexes: "Felder", numbers: "Zahlen", letters: "in der Reihenfolge ihrer Buchstaben", each: "Jeder Spieler",
      drawn: "mit dem Stift gezeichnet", development: "Entwicklungen", steps: "Schritt für Schritt",
      first: "Das erste Spiel", firstHelp: "Der Start, den das Heft der Ausgabe abbildet, mit Insel und Figuren.",
    },
    island: {
      seed: "Startwert", seedHelp: "Derselbe Startwert ergibt für alle dieselbe Insel.", deal: "Neue Insel",
      this: "Diesen Startwert auslegen", share: "Link kopieren", copied: "Link kopiert",
      kept: "Schon ausgelegt, auch ohne Netz",
      offline: "Kein Netz. Unten stehen die Inseln, die schon ausgelegt wurden.",
      map: (n) => `Karte ${n}`, fair: "Wie gerecht sie ist",
      fairHelp: "Chancen bei 36 Würfen, zusammengezählt über die Felder an einer Ecke.", best: "Beste Ecke",
      reds: "6 und 8 nebeneinander", equal: "Gleiche Zahlen nebeneinander",
      seats: "Je zwei Siedlungen, wenn alle der Reihe nach die beste Ecke nehmen",
      spread: "Abstand zwischen bestem und schlechtestem Platz", resources: "Chancen je Rohstoff",
      hexes: (n) => (n === 1 ? "1 Feld" : `${n} Felder`),
    },
    dice: {
      roll: "Würfeln", promise: "Versprechen",
      promiseHelp: "Schreibt es auf oder fotografiert es vor dem ersten Wurf: es legt alle weiteren Würfe fest.",
      word: "Ein Wort der Mitspieler",
      wordHelp:
        "Jemand, der das Telefon nicht in der Hand hat, nennt ein Wort: dann kann niemand die Würfe ausgesucht " +
        "haben.",
      none: "Noch nicht gewürfelt.", last: (sum) => `Gewürfelt: ${sum}`, end: "Beenden und das Geheimnis zeigen",
      again: "Neue Reihe", mean: "Mittelwert", sevens: "Siebenen", expected: (n) => `zu erwarten ${n}`,
      gone: "am längsten ohne 7", check: "Link zum Nachprüfen", secret: "Geheimnis",
      good: (n) => (n === 1 ? "Der Wurf folgt aus dem Versprechen." : `Alle ${n} Würfe folgen aus dem Versprechen.`),
      wrong: (n) => `Wurf ${n} folgt nicht aus dem Versprechen.`,
      broken: "Das Geheimnis gehört nicht zum Versprechen.",
      unreadable: "Dieser Link enthält keine Würfelreihe oder nur einen Teil davon.",
      compare: "Ist das das Versprechen, das vor dem ersten Wurf zu sehen war?",
      unable:
        "Versprechen brauchen eine sichere Verbindung (https). Diese Würfe sind zufällig, aber niemand kann sie " +
        "nachprüfen.",
    },
    score: {
      points: "Punkte", turn: (n) => `Zug ${n}`, next: "Nächster Zug", second: "Jetzt Spieler 2", undo: "Zurück",
      reset: "Neues Spiel", sure: "Wirklich neu beginnen?", name: "Name", more: (what) => `${what}: eins mehr`,
      fewer: (what) => `${what}: eins weniger`, holds: "hat sie",
      wins: (name) => `${name} hat genug Punkte: im eigenen Zug ist das der Sieg.`, first: "Spieler 1",
      other: "Spieler 2",
      edit: "Namen", done: "Fertig", hidden: "am Ende gezeigt", route: "Längster Weg", least: (n) => `ab ${n}`,
      mostPieces: "keine Figuren mehr", turnOf: (name) => `${name} ist am Zug`,
    },
    costs: {
      title: "Was das Bauen kostet", points: (n) => (n === 1 ? "1 Punkt" : `${n} Punkte`), none: "keine Punkte",
      perhaps: "vielleicht 1 Punkt",
    },
  },
};
