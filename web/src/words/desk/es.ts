/** La mesa del operador en español. */

import type { DeskWords } from "./en";

export const es: DeskWords = {
  title: "Mesa del operador", noServer: "El servidor no responde; inténtalo de nuevo.",
  parts: { overview: "Resumen", complaints: "Quejas", tables: "Mesas", bans: "Vetos", pairs: "Parejas" },
  since: (when) => `En marcha desde ${when}.`,
  people: (accounts, guests) =>
    `${accounts} ${accounts === 1 ? "cuenta" : "cuentas"}, ${guests} ${guests === 1 ? "invitado" : "invitados"}.`,
  live: (tables, lines) => `${tables} mesas en memoria, ${lines} conexiones.`,
  waiting: (n) => (n === 1 ? "1 queja está abierta." : `${n} quejas están abiertas.`),
  shutOut: (n) => (n === 1 ? "1 veto está en vigor." : `${n} vetos están en vigor.`),
  status: { waiting: "en espera", playing: "en curso", over: "terminada", aborted: "abandonada" },
  keptTitle: "Qué se guarda y cuánto tiempo",
  kept: {
    waiting_tables: "Mesas sin empezar, tras el último cambio",
    rated_left: "Partidas puntuadas que todos han dejado", left: "Otras partidas que todos han dejado",
    finished_games: "Partidas terminadas", accounts: "Cuentas", closed_complaints: "Quejas cerradas",
  },
  days: (n) => (n === "1" ? "1 día" : `${n} días`), always: "hasta que alguien lo borre",
  open: "Abiertas", closed: "Cerradas", none: "Aquí no hay nada.", more: "Más", newer: "Más recientes",
  about: (name, other) => `${name} sobre ${other}`, somebody: "alguien",
  kinds: { abuse: "Insultos", cheating: "Trampas", stalling: "Demoras", name: "El nombre", other: "Otra cosa" },
  table: "Mesa", version: (n) => `tras ${n} jugadas`, chat: "Chat", noChat: "Nadie había escrito.",
  record: "La partida tal como la conocía quien se queja", noRecord: "La partida no había empezado.",
  note: "Nota para operadores", close: "Cerrar", look: "Ver", end: "Terminar esta mesa",
  endAsk: (name) => `¿Terminar ${name} para siempre? Nadie gana.`,
  guest: "invitado", here: "presente", bot: "bot", rated: "puntuada", hidden: "privada", free: "libre",
  ban: "Vetar", silence: "Quitar el chat", subject: "Identificador, dirección o red", reason: "Motivo",
  daysLabel: "Días", daysHelp: "Vacío: hasta que se levante.", chatOnly: "Solo el chat",
  lift: "Levantar", until: (when) => `hasta ${when}`, noEnd: "sin fin", banned: "Está en vigor.", lifted: "Levantado.",
  all: "Todas",
  pairsHelp:
    "Cómo se tratan las mismas dos personas en mesas puntuadas, en desviaciones típicas respecto a tratar a " +
    "todos igual. " +
    "Los amigos intercambian más y los rivales se roban: mira las partidas antes de juzgar.",
  least: "Partidas juntos, al menos", giving: "Entrega", exchanges: "Intercambios", cards: "Cartas dadas",
  robbed: "Robos",
  games: "Partidas", who: "Quién", whom: "A quién",
};
