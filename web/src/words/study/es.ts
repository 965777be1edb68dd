/** Todas las frases de las páginas de estudio en español. */

import type { StudyWords } from "./en";

export const es: StudyWords = {
  title: "Estudio", link: "Estudio", tagline: "Mira dentro de cualquier partida, aprende de ella, entrena.",
  board: "Tablero de análisis",
  boardHelp: "Cualquier posición, todos los puestos, variantes, y un juez que dice qué es lo mejor.",
  review: "Repaso de partida", reviewHelp: "Cada decisión de una partida calificada, suerte y habilidad por separado.",
  puzzles: "Problemas", puzzlesHelp: "Una jugada es claramente la mejor. Encuéntrala.",
  openings: "Aperturas", openingsHelp: "Coloca un poblado en una isla y mira qué tan bueno era.",
  analyse: "Analizar", offline: "El servidor no responde; inténtalo de nuevo.", retry: "Otra vez",
  play: {
    whose: "Quién juega", actions: "Jugadas", other: "Cualquier jugada como texto",
    otherHelp: "offer 1 brick for 1 ore to blue", go: "Jugar", draw: "Que decida el azar",
    chance: "Decide el azar: elige lo que sale", over: (who) => `${who} ha ganado.`, more: "Más",
  },
  judge: {
    title: "Juez", start: "Juzgar esta posición", stop: "Parar", deeper: "Pensar otra vez",
    chances: "Probabilidad de ganar", best: "Mejores jugadas", worth: (n) => `${n} %`, lost: (n) => `−${n}`,
    offers: "Intercambios que conviene ofrecer", offer: (own, who, theirs) => `tú ${own}, ${who} ${theirs}`,
    progress: (depth, of, positions) => `Paso ${depth} de ${of}, ${positions} posiciones`, knowledge: "Cartas",
    settled: (steps: number, positions: string) => `Seguro tras ${steps} pasos, ${positions} posiciones`,
    open: "Todo abierto", asSeen: (who) => `Como lo ve ${who}`,
    unknown: "Quien juega ahora tiene opciones que este puesto no puede conocer.",
    evaluation: "Ninguna red conoce esta isla: el juez es más sencillo.",
  },
  tree: {
    title: "Variantes", start: "Inicio", comment: "Comentario", name: "Nombre", remove: "Borrar desde aquí",
    promote: "Hacerla línea principal", save: "Guardar como archivo", open: "Abrir un archivo", share: "Copiar enlace",
    copied: "Enlace copiado", study: "Nombre del estudio", badFile: "Este archivo no contiene un estudio: ",
    badLink: "Este enlace no contiene un estudio, o solo una parte.", back: "Atrás", forward: "Adelante",
  },
  edit: {
    title: "Componer una posición", done: "Listo", tool: "Herramienta", text: "Posición como texto",
    apply: "Leer el texto", terrain: "Hexágonos", number: "Números", harbor: "Puertos", robber: "Ladrón",
    pieces: "Piezas", erase: "Borrar", colour: "Color", none: "ninguno", any: "3:1", hands: "Manos",
    cards: "Cartas de desarrollo", knights: "Caballeros jugados", turn: "De quién es el turno", phase: "Momento",
    phases: { roll: "antes de tirar", main: "después de tirar" }, route: "Ruta más larga", army: "Mayor ejército",
    nobody: "nadie", good: "Esta posición se puede jugar.", fresh: "Isla nueva",
  },
  reviews: {
    begin: "Repasar esta partida", working: (percent) => `El juez mira la partida: ${percent} %`,
    place: (n, of) => `Puesto ${n} de ${of}: varios repasos se turnan.`, cancel: "Cancelar",
    stopped: "El repaso se canceló.",
    part: "Se acabó el tiempo para este repaso: las decisiones posteriores no tienen nota.",
    chooseFile: "Repasar una partida de un archivo", everybody: "Todos", curve: "Probabilidad de ganar",
    turning: "Puntos de giro", better: (what) => `Mejor: ${what}`, lost: (n) => `pierde ${n}`, decisions: "Decisiones",
    graded: "Decisiones por nota", all: "todas", skill: "Perdido por decisiones", average: "por decisión",
    luck: "Suerte", opening: "Tras la apertura",
    parts: { dice: "Dados", steals: "Robos", draws: "Cartas", play: "Juego" }, end: "Final",
    way: "El camino hasta el final",
    grades: {
      best: "La mejor", good: "Buena", inaccuracy: "Imprecisión", mistake: "Error", blunder: "Error grave",
      even: "Da igual",
    },
    openings: "Aperturas", rank: (rank, of) => `${rank} de ${of}`, bestCorner: (name) => `mejor: ${name}`,
    trades: "Intercambios", missedOffers: "Ofertas que faltaron", trade: (give, get) => `${give} por ${get}`,
    none: "Ninguno.", turn: (n) => `Turno ${n}`,
    changed: (who, n) => `${who}: ${n}`,
    explain:
      "En centésimas de la probabilidad de ganar. Las decisiones se juzgan por lo que se podía saber; curva y suerte " +
      "por todas las cartas." +
      " Las notas siguen la parte de lo que aún se podía ganar o perder; lo forzado no cuenta.",
    noRecord: "Aquí aparecen tus partidas terminadas. O elige un archivo de una partida.",
  },
  moments: {
    title: (who) => `Tres momentos de ${who}`, everybody: "Tres momentos de esta partida",
    yours: "Tus tres momentos",
    step: (n, of) => `Momento ${n} de ${of}`, back: "Momento anterior", next: "Momento siguiente",
    did: "Jugado:", better: "Mejor:", show: "Mostrar en la isla", before: "Antes", after: "Lo que se jugó",
    afterBetter: "Lo que era mejor", play: "Seguir jugando desde aquí",
    share: (n) => `Costó el ${n} % de lo que aún se podía ganar o perder.`,
    found: (n) => `La mejor elección: el azar habría costado el ${n} % de lo que aún se podía ganar o perder.`,
    accuracy: "Precisión", accuracyHelp: "100: cada elección como el juez; 0: como al azar.",
    stages: {
      reading: () => "Se lee la partida.", chances: () => "Se calculan las probabilidades tras cada jugada.",
      decisions: (turn) => turn ? `Se califican las decisiones: turno ${turn}.` : "Se califican las decisiones.",
      assembling: () => "Se reúne la revisión.",
    },
  },
  puzzle: {
    mode: "Modo", modes: { rated: "Puntuado", streak: "Racha", timed: "Tres minutos" },
    goals: {
      win: (who) => `${who}: ¡gana en este turno!`, break: (who) => `${who}: ¡rompe el camino más largo!`,
      settle: (who) => `${who}: ¿dónde pones el poblado?`, first_road: (who) => `${who}: ¿adónde lleva el camino?`,
      rob: (who) => `${who}: ¡encuentra el mejor sitio para el ladrón!`, deal: (who) => `${who}: ¿qué respondes?`,
      turn: (who) => `${who}: ¡encuentra la mejor jugada!`,
    },
    tries: (n) => `${n} ${n === 1 ? "intento" : "intentos"} más`, loses: (n) => `−${n}`, then: "Después:",
    after: "Tras la respuesta", afterLine: "Tras la secuencia", again: "Otra vez",
    run: (n, best) => `${n} seguidos, tu récord ${best}`,
    found: (n, best) => `${n} hallados, tu récord ${best}`, over: (n) => `Se acabó: ${n} hallados.`,
    rating: "Tu puntuación", solved: (good, all) => `${good} de ${all} resueltos`, theme: "Tema",
    any: "Todos los temas",
    themes: {
      opening: "Apertura", "road race": "Carrera de caminos", robber: "Ladrón", trade: "Comercio", "end game": "Final",
      "card play": "Juego de cartas", building: "Construcción",
    },
    right: "¡Correcto!", wrong: "No es la mejor.",
    answer: (what) => `La respuesta: ${what}.`, margin: (n) => `Va por delante ${n} centésimas.`,
    next: "Siguiente problema", board: "Al tablero", chances: "Probabilidad tras cada jugada",
    open: "Todas las cartas están abiertas.", none: "No queda ningún problema de este tema: empiezan de nuevo.",
  },
  drills: {
    link: "Ejercicios", linkHelp: "Tus propios errores y problemas, repetidos antes de que los olvides.",
    title: "Diez minutos al día",
    help:
      "Cada error claro de tus partidas analizadas vuelve aquí como problema, junto a los de la colección." +
      " Lo que sabes vuelve más tarde, lo que se te escapa, antes.",
    own: "De tu partida", shipped: "De la colección",
    did: (what: string) => `En la partida jugaste: ${what}.`,
    again: (when: string) => `Vuelve: ${when}.`, giveUp: "Mostrar la respuesta", takeOut: "No preguntarlo más",
    next: "Siguiente", enough: "Basta por hoy", start: "Empezar", startNew: "Algo nuevo",
    due: (n: number) => n === 1 ? "Te espera un ejercicio." : `Te esperan ${n} ejercicios.`,
    nothingDue: "Ahora no toca ninguno.", nextDue: (when: string) => `El próximo: ${when}.`,
    empty:
      "Tu mazo está vacío. Pide el análisis de una partida terminada, o empieza con los problemas de la colección.",
    waiting: (n: number) => n === 1
      ? "Se comprueba un error: ¿tiene una sola respuesta clara?"
      : `Se comprueban ${n} errores: ¿tienen una sola respuesta clara?`,
    today: (found: number, all: number) => `Hoy: ${found} de ${all} encontrados.`,
    days: (n: number) => n === 1 ? "1 día" : `${n} días seguidos`,
    over: (found: number, all: number) => `Pasaron los diez minutos: ${found} de ${all} encontrados.`,
    inDeck: "En el mazo", dueNow: "Tocan",
  },
  opening: {
    place: "Tu puesto en el orden", any: "cualquiera", deal: "Repartir una isla",
    ask: (n) => `El poblado ${n} es tuyo. ¿Dónde lo colocas?`,
    rank: (rank, of) => `Tu esquina es la número ${rank} de ${of}.`,
    lost: (n) => `Pierde ${n} centésimas frente a la mejor.`, best: "¡Es la mejor esquina!",
    the: (name) => `Mejor: ${name}`, chance: (n) => `${n} %`, why: "Por qué", heat: "Mostrar el mapa de calor",
    average: (n, count) => `De media ${n} perdidas en ${count}`, corners: "Las mejores esquinas",
  },
};
