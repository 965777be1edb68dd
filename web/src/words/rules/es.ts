/** Todas las frases de las demás páginas de reglas y de la ayuda para una mesa de verdad en español. */

import type { RulesWords } from "./en";

export const es: RulesWords = {
  compare: {
    link: "¿Qué hay de nuevo?", knows: "Conozco", reads: "y quiero jugar a", title: "Qué hay de nuevo",
    same: "Elige dos ediciones distintas.", none: "Solo cambian las palabras.", words: "Otras palabras",
    rules: "Reglas que cambian", absent: "Aquí no existe esta regla.",
    side: "Las dos, para probar", players: "Jugadores", print: "Imprimir",
    count: (n) => (n === 1 ? "1 regla cambia" : `${n} reglas cambian`),
  },
  table: {
    title: "Las reglas de esta mesa", changed: "Cambiado en esta mesa", rest: "Todas las demás reglas",
    none: "En esta mesa se juega según el reglamento.",
    usual: (value, usual) => `${value} (en el reglamento: ${usual})`,
  },
  kit: {
    link: "En tu mesa", title: "En tu propia mesa",
    tagline: "Para quien tiene la caja delante: preparación, islas, dados, puntos. Una vez abierta, funciona sin red.",
    tabs: { sheet: "Preparación", island: "Isla", dice: "Dados", score: "Puntos", costs: "Costes" },
    print: "Imprimir", failed: "La primera vez hace falta la red; después ya no.",
    sheet: {
      title: (players) => `Lo que hace falta para ${players}`, hexes: "Hexágonos", numbers: "Números",
      letters: "en el orden de sus letras", each: "Cada jugador", drawn: "dibujadas a lápiz",
      development: "Desarrollo", steps: "Paso a paso", first: "Una primera partida",
      firstHelp: "El comienzo que muestra el reglamento de la edición, con su isla y sus piezas.",
    },
    island: {
      seed: "Semilla", seedHelp: "La misma semilla da la misma isla a todos.", deal: "Isla nueva",
      this: "Montar esta semilla", share: "Copiar enlace", copied: "Enlace copiado",
      kept: "Montadas antes, también sin red", offline: "No hay red. Las islas montadas antes están más abajo.",
      map: (n) => `Mapa ${n}`, fair: "Si es justa",
      fairHelp: "Probabilidades en 36 tiradas, sumadas sobre los hexágonos junto a una esquina.", best: "Mejor esquina",
      reds: "6 y 8 contiguos", equal: "Números iguales contiguos",
      seats: "Dos poblados cada uno, si todos toman por turno la mejor esquina",
      spread: "Entre el mejor y el peor asiento", resources: "Probabilidades por recurso",
      hexes: (n) => (n === 1 ? "1 hexágono" : `${n} hexágonos`),
    },
    dice: {
      roll: "Tirar", promise: "Promesa",
      promiseHelp: "Apuntadla o fotografiadla antes de la primera tirada: fija todas las que vienen.",
      word: "Una palabra de los jugadores",
      wordHelp: "Alguien que no tenga el teléfono dice una palabra: así nadie puede haber elegido las tiradas.",
      none: "Aún no se ha tirado.", last: (sum) => `Ha salido: ${sum}`, end: "Terminar y mostrar el secreto",
      again: "Serie nueva", mean: "Media", sevens: "Sietes", expected: (n) => `se esperan ${n}`,
      gone: "racha más larga sin 7", check: "Enlace para comprobar", secret: "Secreto",
      good: (n) => (n === 1 ? "La tirada se sigue de la promesa." : `Las ${n} tiradas se siguen de la promesa.`),
      wrong: (n) => `La tirada ${n} no se sigue de la promesa.`, broken: "El secreto no corresponde a la promesa.",
      unreadable: "Este enlace no contiene una serie de tiradas, o solo una parte.",
      compare: "¿Es esta la promesa que se mostró antes de la primera tirada?",
      unable:
        "Las promesas necesitan una conexión segura (https). Estas tiradas son al azar, pero nadie puede " +
        "comprobarlas.",
    },
    score: {
      points: "Puntos", turn: (n) => `Turno ${n}`, next: "Turno siguiente", second: "Ahora el jugador 2",
      undo: "Deshacer",
      reset: "Partida nueva", sure: "¿Empezar de nuevo?", name: "Nombre", more: (what) => `${what}: uno más`,
      fewer: (what) => `${what}: uno menos`, holds: "la tiene",
      wins: (name) => `${name} tiene puntos suficientes: en su propio turno, eso es la victoria.`, first: "Jugador 1",
      other: "Jugador 2", edit: "Nombres", done: "Listo", hidden: "se enseñan al final", route: "Camino más largo",
      least: (n) => `desde ${n}`, mostPieces: "no quedan piezas", turnOf: (name) => `Es el turno de ${name}`,
    },
    costs: {
      title: "Lo que cuesta construir", points: (n) => (n === 1 ? "1 punto" : `${n} puntos`), none: "sin puntos",
      perhaps: "quizá 1 punto",
    },
  },
};
