/** Toutes les phrases des autres pages de règles et de l'aide pour une vraie table en français. */

import type { RulesWords } from "./en";

export const fr: RulesWords = {
  compare: {
    link: "Quoi de neuf ?", knows: "Je connais", reads: "et je veux jouer à", title: "Quoi de neuf",
    same: "Choisissez deux éditions différentes.", none: "Seuls les mots changent.", words: "D'autres mots",
    rules: "Les règles qui changent", absent: "Cette règle n'y existe pas.",
    side: "Les deux, à essayer", players: "Joueurs", print: "Imprimer",
    count: (n) => (n === 1 ? "1 règle change" : `${n} règles changent`),
  },
  table: {
    title: "Les règles de cette table", changed: "Changé à cette table", rest: "Toutes les autres règles",
    none: "Cette table suit le livret.", usual: (value, usual) => `${value} (le livret : ${usual})`,
  },
  kit: {
    link: "À votre table", title: "À votre propre table",
    tagline:
      "Pour qui a la boîte devant soi : mise en place, îles, dés, points. Une fois ouverte, cette page se passe du " +
      "réseau.",
    tabs: { sheet: "Mise en place", island: "Île", dice: "Dés", score: "Points", costs: "Coûts" },
    print: "Imprimer", failed: "Il faut le réseau la première fois, ensuite plus du tout.",
    sheet: {
      title: (players) => `Ce qu'il faut à ${players} joueurs`, hexes: "Hexagones", numbers: "Numéros",
      letters: "dans l'ordre de leurs lettres", each: "Chaque joueur", drawn: "dessinées au crayon",
      development: "Développement", steps: "Pas à pas", first: "Une première partie",
      firstHelp: "Le départ illustré par le livret de l'édition, avec son île et ses pièces.",
    },
    island: {
      seed: "Graine", seedHelp: "La même graine donne la même île à tout le monde.", deal: "Nouvelle île",
      this: "Disposer cette graine", share: "Copier le lien", copied: "Lien copié",
      kept: "Déjà disposées, même sans réseau", offline: "Pas de réseau. Les îles déjà disposées sont plus bas.",
      map: (n) => `Carte ${n}`, fair: "Est-elle équitable ?",
      fairHelp: "Chances sur 36 lancers, additionnées sur les hexagones autour d'un coin.",
      best: "Meilleur coin",
      reds: "6 et 8 côte à côte", equal: "Numéros égaux côte à côte",
      seats: "Deux colonies chacun, si tous prennent à leur tour le meilleur coin",
      spread: "Écart entre la meilleure et la pire place", resources: "Chances par ressource",
      hexes: (n) => (n === 1 ? "1 hexagone" : `${n} hexagones`),
    },
    dice: {
      roll: "Lancer", promise: "Promesse",
      promiseHelp: "Notez-la ou photographiez-la avant le premier lancer : elle fixe tous les lancers à venir.",
      word: "Un mot des joueurs",
      wordHelp: "Quelqu'un qui ne tient pas le téléphone dit un mot : personne ne peut alors avoir choisi les lancers.",
      none: "Aucun lancer pour l'instant.", last: (sum) => `Résultat : ${sum}`, end: "Terminer et montrer le secret",
      again: "Nouvelle série", mean: "Moyenne", sevens: "Sept", expected: (n) => `attendu : ${n}`,
      gone: "plus longue suite sans 7", check: "Lien de vérification", secret: "Secret",
      good: (n) => (n === 1 ? "Le lancer découle de la promesse." : `Les ${n} lancers découlent de la promesse.`),
      wrong: (n) => `Le lancer ${n} ne découle pas de la promesse.`,
      broken: "Le secret ne correspond pas à la promesse.",
      unreadable: "Ce lien ne contient pas de série de lancers, ou seulement une partie.",
      compare: "Est-ce bien la promesse montrée avant le premier lancer ?",
      unable:
        "Les promesses demandent une connexion sûre (https). Ces lancers sont aléatoires, mais personne ne peut les " +
        "vérifier.",
    },
    score: {
      points: "Points", turn: (n) => `Tour ${n}`, next: "Tour suivant", second: "Au joueur 2", undo: "Annuler",
      reset: "Nouvelle partie", sure: "Vraiment recommencer ?", name: "Nom", more: (what) => `${what} : un de plus`,
      fewer: (what) => `${what} : un de moins`, holds: "la possède",
      wins: (name) => `${name} a assez de points : à son propre tour, c'est la victoire.`, first: "Joueur 1",
      other: "Joueur 2", edit: "Noms", done: "Terminé", hidden: "montrés à la fin", route: "Plus long chemin",
      least: (n) => `dès ${n}`, mostPieces: "plus de pièces", turnOf: (name) => `C'est au tour de ${name}`,
    },
    costs: {
      title: "Ce que coûte une construction", points: (n) => (n === 1 ? "1 point" : `${n} points`), none: "aucun point",
      perhaps: "peut-être 1 point",
    },
  },
};
