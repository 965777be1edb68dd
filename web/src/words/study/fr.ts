/** Toutes les phrases des pages d'étude en français. */

import type { StudyWords } from "./en";

export const fr: StudyWords = {
  title: "Étude", link: "Étude", tagline: "Regarder dans toute partie, en apprendre, s'entraîner.",
  board: "Plateau d'analyse",
  boardHelp: "Toute position, toutes les places, des variantes, et un juge qui dit ce qui est le mieux.",
  review: "Revue de partie", reviewHelp: "Chaque décision d'une partie notée, chance et talent séparés.",
  puzzles: "Problèmes", puzzlesHelp: "Un coup est nettement le meilleur. Trouvez-le.",
  openings: "Ouvertures", openingsHelp: "Placez une colonie sur une île et voyez ce qu'elle vaut.",
  analyse: "Analyser", offline: "Le serveur ne répond pas ; réessayez.", retry: "Réessayer",
  play: {
    whose: "Qui joue", actions: "Coups", other: "Un coup en texte", otherHelp: "offer 1 brick for 1 ore to blue",
    go: "Jouer", draw: "Laisser le hasard décider", chance: "Le hasard décide : choisissez ce qui vient",
    over: (who) => `${who} a gagné.`, more: "Plus",
  },
  judge: {
    title: "Juge", start: "Juger cette position", stop: "Arrêter", deeper: "Réfléchir encore",
    chances: "Chances de gagner", best: "Meilleurs coups", worth: (n) => `${n} %`, lost: (n) => `−${n}`,
    offers: "Échanges à proposer", offer: (own, who, theirs) => `vous ${own}, ${who} ${theirs}`,
    progress: (depth, of, positions) => `Étape ${depth} sur ${of}, ${positions} positions`, knowledge: "Cartes",
    settled: (steps: number, positions: string) => `Certain après ${steps} étapes, ${positions} positions`,
    open: "Tout ouvert", asSeen: (who) => `Comme ${who} le voit`,
    unknown: "Celui qui joue maintenant a des choix que cette place ne peut pas connaître.",
    evaluation: "Aucun réseau ne connaît cette île : le juge est plus simple.",
  },
  tree: {
    title: "Variantes", start: "Début", comment: "Commentaire", name: "Nom", remove: "Supprimer à partir d'ici",
    promote: "En faire la ligne principale", save: "Enregistrer un fichier", open: "Ouvrir un fichier",
    share: "Copier le lien", copied: "Lien copié", study: "Nom de l'étude",
    badFile: "Ce fichier ne contient pas d'étude : ",
    badLink: "Ce lien ne contient pas d'étude, ou seulement une partie.", back: "Reculer", forward: "Avancer",
  },
  edit: {
    title: "Composer une position", done: "Terminé", tool: "Outil", text: "Position en texte", apply: "Lire le texte",
    terrain: "Hexagones", number: "Nombres", harbor: "Ports", robber: "Voleur", pieces: "Pièces", erase: "Effacer",
    colour: "Couleur", none: "aucun", any: "3:1", hands: "Mains", cards: "Cartes développement",
    knights: "Chevaliers joués", turn: "À qui le tour", phase: "Moment",
    phases: { roll: "avant les dés", main: "après les dés" }, route: "Route la plus longue",
    army: "Armée la plus puissante", nobody: "personne", good: "Cette position peut être jouée.", fresh: "Nouvelle île",
  },
  reviews: {
    begin: "Revoir cette partie", working: (percent) => `Le juge examine la partie : ${percent} %`,
    place: (n, of) => `Place ${n} sur ${of} : plusieurs revues se relaient.`, cancel: "Annuler",
    stopped: "La revue a été annulée.",
    part: "Le temps prévu pour cette revue est écoulé : les décisions suivantes ne sont pas notées.",
    chooseFile: "Revoir un fichier de partie", everybody: "Tous", curve: "Chances de gagner", turning: "Tournants",
    better: (what) => `Mieux : ${what}`, lost: (n) => `perd ${n}`, decisions: "Décisions", graded: "Décisions par note",
    all: "toutes", skill: "Perdu par les décisions", average: "par décision", luck: "Chance",
    opening: "Après l'ouverture", parts: { dice: "Dés", steals: "Vols", draws: "Pioche", play: "Jeu" }, end: "Fin",
    way: "Le chemin jusqu'à la fin",
    grades: {
      best: "Meilleur", good: "Bon", inaccuracy: "Imprécision", mistake: "Erreur", blunder: "Gaffe", even: "Tous égaux",
    },
    openings: "Ouvertures", rank: (rank, of) => `${rank} sur ${of}`, bestCorner: (name) => `meilleur : ${name}`,
    trades: "Échanges", missedOffers: "Offres non faites", trade: (give, get) => `${give} contre ${get}`,
    none: "Aucun.", turn: (n) => `Tour ${n}`,
    changed: (who, n) => `${who} : ${n}`,
    explain:
      "En centièmes de la chance de gagner. Les décisions sont jugées d'après ce qu'on pouvait savoir ; courbe et " +
      "chance d'après toutes les cartes." +
      " Les notes suivent la part de ce qui restait à gagner ou à perdre ; les choix forcés ne comptent pas.",
    noRecord: "Vos parties terminées apparaissent ici. Ou choisissez le fichier d'une partie.",
  },
  moments: {
    title: (who) => `Trois moments de ${who}`, everybody: "Trois moments de cette partie",
    yours: "Vos trois moments",
    step: (n, of) => `Moment ${n} sur ${of}`, back: "Moment précédent", next: "Moment suivant",
    did: "Joué :", better: "Mieux :", show: "Montrer sur l'île", before: "Avant", after: "Ce qui fut joué",
    afterBetter: "Ce qui était mieux", play: "Continuer à partir d'ici",
    share: (n) => `Cela a coûté ${n} % de ce qui restait à gagner ou à perdre.`,
    found: (n) => `Le meilleur choix : le hasard aurait coûté ${n} % de ce qui restait à gagner ou à perdre.`,
    accuracy: "Précision", accuracyHelp: "100 : chaque choix comme le juge ; 0 : comme au hasard.",
    stages: {
      reading: () => "La partie est lue.", chances: () => "Les chances après chaque coup sont calculées.",
      decisions: (turn) => turn ? `Les décisions sont notées : tour ${turn}.` : "Les décisions sont notées.",
      assembling: () => "La revue est assemblée.",
    },
  },
  puzzle: {
    mode: "Mode", modes: { rated: "Classé", streak: "Série", timed: "Trois minutes" },
    goals: {
      win: (who) => `${who} : gagnez ce tour !`, break: (who) => `${who} : brisez la plus longue route !`,
      settle: (who) => `${who} : où vous installez-vous ?`, first_road: (who) => `${who} : où mène la route ?`,
      rob: (who) => `${who} : trouvez la meilleure place du voleur !`, deal: (who) => `${who} : que répondez-vous ?`,
      turn: (who) => `${who} : trouvez le meilleur coup !`,
    },
    tries: (n) => `${n} ${n === 1 ? "essai restant" : "essais restants"}`, loses: (n) => `−${n}`, then: "Ensuite :",
    after: "Après la réponse", afterLine: "Après la suite", again: "Encore une fois",
    run: (n, best) => `${n} de suite, votre record ${best}`,
    found: (n, best) => `${n} trouvés, votre record ${best}`, over: (n) => `C'est fini : ${n} trouvés.`,
    rating: "Votre classement", solved: (good, all) => `${good} résolus sur ${all}`, theme: "Thème",
    any: "Tous les thèmes",
    themes: {
      opening: "Ouverture", "road race": "Course aux routes", robber: "Voleur", trade: "Échange",
      "end game": "Fin de partie", "card play": "Jeu de cartes", building: "Construction",
    },
    right: "Exact !", wrong: "Pas le meilleur.",
    answer: (what) => `La réponse : ${what}.`, margin: (n) => `Elle mène de ${n} centièmes.`, next: "Problème suivant",
    board: "Sur le plateau", chances: "Chances après chaque coup", open: "Toutes les cartes sont ouvertes.",
    none: "Il ne reste aucun problème sur ce thème : ils recommencent.",
  },
  drills: {
    link: "Exercices", linkHelp: "Vos propres erreurs et des problèmes, reposés avant que vous ne les oubliiez.",
    title: "Dix minutes par jour",
    help:
      "Chaque erreur nette de vos parties analysées revient ici comme problème, à côté de ceux de la collection." +
      " Ce que vous savez revient plus tard, ce qui vous échappe plus tôt.",
    own: "De votre partie", shipped: "De la collection",
    did: (what: string) => `Dans la partie, vous avez joué : ${what}.`,
    again: (when: string) => `Il revient : ${when}.`, giveUp: "Montrer la réponse", takeOut: "Ne plus le poser",
    next: "Suivant", enough: "Assez pour aujourd'hui", start: "Commencer", startNew: "Du nouveau",
    due: (n: number) => n === 1 ? "Un exercice vous attend." : `${n} exercices vous attendent.`,
    nothingDue: "Rien n'est à revoir maintenant.", nextDue: (when: string) => `Le prochain : ${when}.`,
    empty:
      "Votre paquet est vide. Faites analyser une partie terminée, ou commencez par les problèmes de la collection.",
    waiting: (n: number) => n === 1
      ? "Une erreur est vérifiée : a-t-elle une seule réponse nette ?"
      : `${n} erreurs sont vérifiées : ont-elles une seule réponse nette ?`,
    today: (found: number, all: number) => `Aujourd'hui : ${found} trouvés sur ${all}.`,
    days: (n: number) => n === 1 ? "1 jour" : `${n} jours de suite`,
    over: (found: number, all: number) => `Les dix minutes sont passées : ${found} trouvés sur ${all}.`,
    inDeck: "Dans le paquet", dueNow: "À revoir",
  },
  opening: {
    place: "Votre place dans l'ordre", any: "au hasard", deal: "Distribuer une île",
    ask: (n) => `La colonie ${n} est à vous. Où la placez-vous ?`,
    rank: (rank, of) => `Votre intersection est numéro ${rank} sur ${of}.`,
    lost: (n) => `Elle perd ${n} centièmes sur la meilleure.`, best: "C'est la meilleure intersection !",
    the: (name) => `Meilleure : ${name}`, chance: (n) => `${n} %`, why: "Pourquoi", heat: "Montrer la carte de chaleur",
    average: (n, count) => `En moyenne ${n} perdus sur ${count}`, corners: "Les meilleures intersections",
  },
};
