/** Le bureau de l'opérateur en français. */

import type { DeskWords } from "./en";

export const fr: DeskWords = {
  title: "Bureau de l'opérateur", noServer: "Le serveur ne répond pas ; réessayez.",
  parts: { overview: "Aperçu", complaints: "Plaintes", tables: "Tables", bans: "Exclusions", pairs: "Paires" },
  since: (when) => `En service depuis le ${when}.`,
  people: (accounts, guests) =>
    `${accounts} ${accounts === 1 ? "compte" : "comptes"}, ${guests} ${guests === 1 ? "invité" : "invités"}.`,
  live: (tables, lines) => `${tables} tables en mémoire, ${lines} connexions.`,
  waiting: (n) => (n === 1 ? "1 plainte est ouverte." : `${n} plaintes sont ouvertes.`),
  shutOut: (n) => (n === 1 ? "1 exclusion est en vigueur." : `${n} exclusions sont en vigueur.`),
  status: { waiting: "en attente", playing: "en cours", over: "terminée", aborted: "abandonnée" },
  keptTitle: "Ce qui est conservé, et combien de temps",
  kept: {
    waiting_tables: "Tables non commencées, après le dernier changement",
    rated_left: "Parties classées que tous ont quittées", left: "Autres parties que tous ont quittées",
    finished_games: "Parties terminées", accounts: "Comptes", closed_complaints: "Plaintes closes",
  },
  days: (n) => (n === "1" ? "1 jour" : `${n} jours`), always: "jusqu'à suppression",
  open: "Ouvertes", closed: "Closes", none: "Rien ici.", more: "Suite", newer: "Plus récentes",
  about: (name, other) => `${name} à propos de ${other}`, somebody: "quelqu'un",
  kinds: { abuse: "Insultes", cheating: "Triche", stalling: "Lenteur voulue", name: "Le nom", other: "Autre chose" },
  table: "Table", version: (n) => `après ${n} coups`, chat: "Discussion", noChat: "Personne n'avait écrit.",
  record: "La partie telle que la connaissait la personne qui se plaint", noRecord: "La partie n'avait pas commencé.",
  note: "Note pour les opérateurs", close: "Clore", look: "Voir", end: "Terminer cette table",
  endAsk: (name) => `Terminer ${name} pour de bon ? Personne ne gagne.`,
  guest: "invité", here: "présent", bot: "bot", rated: "classée", hidden: "privée", free: "libre",
  ban: "Exclure", silence: "Retirer la parole", subject: "Identifiant, adresse ou réseau", reason: "Raison",
  daysLabel: "Jours", daysHelp: "Vide : jusqu'à la levée.", chatOnly: "La discussion seulement",
  lift: "Lever", until: (when) => `jusqu'au ${when}`, noEnd: "sans fin", banned: "C'est en vigueur.", lifted: "Levée.",
  all: "Toutes",
  pairsHelp:
    "Comment les deux mêmes personnes se traitent aux tables classées, en écarts types par rapport à un " +
    "traitement égal. " +
    "Les amis échangent plus volontiers et les rivaux se volent : regardez les parties avant de juger.",
  least: "Parties communes, au moins", giving: "Dons", exchanges: "Échanges", cards: "Cartes données", robbed: "Vols",
  games: "Parties", who: "Qui", whom: "À qui",
};
