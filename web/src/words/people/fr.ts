/** Les pages sur les personnes en français. */

import type { PeopleWords } from "./en";

const count = (n: number, one: string, many: string): string => `${n} ${n < 2 ? one : many}`;

export const fr: PeopleWords = {
  title: "Mon compte", guestTitle: "Vous jouez en invité", noServer: "Le serveur ne répond pas ; réessayez.",
  dialogClosed: "Le dialogue a été fermé, rien n'a changé.",
  keep: "Garder mes parties",
  keepHelp:
    "Parties, classement et nom n'appartiennent qu'à ce navigateur. Inscrivez un nom et " +
    "revenez depuis n'importe quel " +
    "autre : sans mot de passe, sans adresse e-mail.",
  name: "Nom", keepPasskey: "Garder par une clé d'accès", keepPhrase: "Garder par une phrase de secours",
  noPasskeys: "Les clés d'accès demandent https, ou le nom propre de cette machine.",
  kept: "Vos parties sont maintenant gardées.",
  signIn: "J'ai un compte", signInHelp: "Ce que vous avez joué ici en invité passe au compte.",
  usePasskey: "Se connecter par une clé d'accès", open: "Se connecter", back: "Bon retour.",
  phrase: "Phrase de secours",
  phraseHelp:
    "Notez ces huit mots, ou gardez-les avec vos secrets. Ils ne sont montrés que maintenant et ouvrent votre compte.",
  copy: "Copier", written: "Je les ai notés",
  useClub: (club) => `Se connecter chez ${club}`,
  clubThere: "Elle ouvre ce compte.",
  clubMissing: "Elle n'ouvre pas encore ce compte.",
  ways: "Accès", passkey: "Clé d'accès", since: (when) => `depuis ${when}`, remove: "Retirer",
  phraseThere: "Vous en avez une. Une nouvelle annule l'ancienne.",
  phraseMissing: "Vous n'en avez pas. Elle aide quand une clé est perdue.",
  replace: "Remplacer", make: "En créer une", addPasskey: "Une autre clé d'accès",
  notices: "Avis",
  noticesHelp:
    "Vous pouvez être prévenu quand c'est votre tour à une table lente, quand on vous invite et quand une " +
    "partie est prête. Sont permis ici :",
  addPush: "Prévenir ce navigateur", webhook: "Adresse d'un webhook", add: "Ajouter",
  slowGames: "Parties lentes",
  holiday: "Vacances",
  holidayHelp: (most) =>
    `Votre temps aux tables lentes s'arrête pendant ce temps, sauf en tournoi. Vous avez ${most} jours par an.`,
  holidayLeft: (n) => (n === 1 ? "Il reste 1 jour." : `Il reste ${n} jours.`),
  holidayDays: "Jours", takeHoliday: "Partir en vacances maintenant",
  holidayUntil: (when) => `Vous êtes en vacances jusqu'au ${when}.`,
  endHoliday: "Je suis de retour",
  feed: "Flux",
  feedHelp:
    "Un programme qui lit les flux (Atom) montre ce qui vous attend : tours aux tables lentes, invitations, parties " +
    "trouvées.",
  feedFresh: "Quiconque a cette adresse lit votre flux. Elle n'est montrée que maintenant.",
  feedThere: "Vous en avez un. Une nouvelle adresse annule l'ancienne.", newFeed: "Nouvelle adresse",
  devices: "Connecté sur", here: "ce navigateur", lastUsed: (when) => `dernière fois ${when}`, signOut: "Déconnecter",
  unknownDevice: "Un appareil", out: "Déconnecté. Votre compte existe toujours.",
  deviceOut: "Cet appareil est déconnecté.",
  takeAlong: "Tout emporter", deleteAll: "Tout supprimer",
  deleteHelp:
    "Nom, accès, messages et parties que personne d'autre n'a jouées sont supprimés pour de bon. Les parties avec " +
    "d'autres restent, sans nom à votre place.",
  typeName: (name) => `Tapez ${name} pour supprimer`, deleted: "Tout est supprimé.",
  programTitle: "Pour un programme", programHelp:
    "Un compte peut être donné à un programme, une fois pour toutes : il est signalé partout, a son propre " +
    "classement " +
    "et se connecte par jetons.",
  programType: (name) => `Écrivez ${name} pour le donner à un programme`,
  becomeProgram: "Ce compte est celui d'un programme", programAsk: "Personne ne peut revenir en arrière.",
  tokens: "Jetons", tokenName: "Pour quoi", newToken: "Nouveau jeton",
  tokenFresh: "Notez ce jeton ; il n'est montré que maintenant.", unused: "jamais utilisé",
  scopes: { events: "apprend invitations et tables", play: "s'assoit et joue" },
  desk: "Le bureau de l'opérateur",
  profile: "Mon profil",
  show: "Montrer mon profil aux autres",
  showHelp: "Sinon vous seul le voyez.",
  asOthers: "Tel que les autres le voient",
  results: "Résultats",
  played: (games, won, share) => `${count(games, "partie", "parties")}, ${count(won, "gagnée", "gagnées")} (${share}).`,
  left: (n) => `${count(n, "a été quittée", "ont été quittées")}.`,
  games: "Parties",
  won: "Gagnées",
  expected: "Au hasard",
  points: "Points",
  noGames: "Les parties terminées apparaissent ici.",
  rating: "Classement",
  provisional: "Provisoire : le doute est encore grand.",
  ratingLine: (from, to) => `Le classement au fil du temps, de ${from} à ${to}`,
  noRating: "Les parties classées apparaissent ici.",
  reviewed: "Chance et décisions",
  luckGame: "Chance par partie",
  lostGame: "Perdu par décisions, par partie",
  openings: "Ouvertures",
  rank: (n) => `rang ${n} en moyenne`,
  trades: (n) => `${count(n, "échange", "échanges")} avec des joueurs`,
  offersMade: (made, taken) => `${count(made, "demande", "demandes")}, ${count(taken, "acceptée", "acceptées")}`,
  offersAsked: (asked, accepted) =>
    `${count(asked, "demande reçue", "demandes reçues")}, ${count(accepted, "acceptée", "acceptées")}`,
  records: "Enregistrements", recordsPart: (from, to) => `Enregistrements ${from}–${to}`,
  tradeWorth: (own, theirs) => `${own} pour vous, ${theirs} pour eux`,
  mistakes: "Où l'on perd le plus",
  mistake: (n, lost) => `${n} fois, ${lost} en tout`,
  hundredths: "En centièmes de la chance de gagner, sur toutes les parties revues.",
  noReviews: "Revoyez des parties terminées ; ce qu'elles disent s'additionne ici.",
  latest: "Dernières parties",
  gameWon: "gagnée",
  gameLost: "pas gagnée",
  kinds: {
    roll: "Lancer", road: "Routes", settle: "Colonies", city: "Villes", buy: "Achat de cartes",
    knight: "Chevaliers", plenty: "Invention", monopoly: "Monopole", roads: "Construction de routes",
    robber: "Le voleur", offer: "Offres", counter: "Contre-offres", propose: "Propositions",
    accept: "Accepter des offres", refuse: "Refuser des offres", confirm: "Choix du partenaire",
    bank: "Échanges avec la réserve", discard: "Défausses", end: "Fin du tour",
  },
};
