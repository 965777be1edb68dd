/** Las páginas sobre personas en español. */

import type { PeopleWords } from "./en";

const count = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;

export const es: PeopleWords = {
  title: "Mi cuenta", guestTitle: "Juegas como invitado", noServer: "El servidor no responde; inténtalo de nuevo.",
  dialogClosed: "El diálogo se cerró, nada ha cambiado.",
  keep: "Conservar mis partidas",
  keepHelp:
    "Partidas, puntuación y nombre son solo de este navegador. Registra un nombre y vuelve desde cualquier otro: sin " +
    "contraseña, sin dirección de correo.",
  name: "Nombre", keepPasskey: "Conservar con una clave de acceso",
  keepPhrase: "Conservar con una frase de recuperación",
  noPasskeys: "Las claves de acceso necesitan https, o el nombre propio de esta máquina.",
  kept: "Tus partidas ya se conservan.",
  signIn: "Tengo una cuenta", signInHelp: "Lo que has jugado aquí como invitado pasa a ella.",
  usePasskey: "Entrar con una clave de acceso", open: "Entrar", back: "Hola de nuevo.",
  phrase: "Frase de recuperación",
  phraseHelp:
    "Apunta estas ocho palabras o guárdalas donde guardas tus secretos. Solo se muestran ahora y abren tu cuenta.",
  copy: "Copiar", written: "Las he apuntado",
  useClub: (club) => `Entrar con ${club}`,
  clubThere: "Abre esta cuenta.",
  clubMissing: "Aún no abre esta cuenta.",
  ways: "Formas de entrar", passkey: "Clave de acceso", since: (when) => `desde ${when}`, remove: "Quitar",
  phraseThere: "Tienes una. Una nueva anula la anterior.",
  phraseMissing: "No tienes ninguna. Ayuda cuando se pierde una clave.",
  replace: "Cambiar", make: "Crear una", addPasskey: "Otra clave de acceso",
  notices: "Avisos",
  noticesHelp:
    "Te pueden avisar cuando sea tu turno en una mesa lenta, cuando te inviten y cuando haya una partida " +
    "lista. Aquí se permite:",
  addPush: "Avisar a este navegador", webhook: "Dirección de un webhook", add: "Añadir",
  slowGames: "Partidas lentas",
  holiday: "Vacaciones",
  holidayHelp: (most) =>
    `Tu tiempo en las mesas lentas se detiene mientras tanto, salvo en torneos. Tienes ${most} días al año.`,
  holidayLeft: (n) => (n === 1 ? "Queda 1 día." : `Quedan ${n} días.`),
  holidayDays: "Días", takeHoliday: "Tomar vacaciones ahora",
  holidayUntil: (when) => `Estás de vacaciones hasta el ${when}.`,
  endHoliday: "He vuelto",
  feed: "Canal",
  feedHelp:
    "Un programa que lee canales (Atom) muestra lo que te espera: turnos en mesas lentas, invitaciones, partidas " +
    "encontradas.",
  feedFresh: "Quien tenga esta dirección lee tu canal. Solo se muestra ahora.",
  feedThere: "Tienes uno. Una dirección nueva anula la anterior.", newFeed: "Dirección nueva",
  devices: "Sesiones abiertas", here: "este navegador", lastUsed: (when) => `última vez ${when}`,
  signOut: "Cerrar sesión",
  unknownDevice: "Un dispositivo", out: "Sesión cerrada. Tu cuenta sigue ahí.",
  deviceOut: "La sesión de ese dispositivo está cerrada.",
  takeAlong: "Llevarme todo", deleteAll: "Borrar todo",
  deleteHelp:
    "Nombre, formas de entrar, mensajes y partidas que nadie más jugó se borran para siempre. Las partidas con otros " +
    "quedan, sin nombre en tu asiento.",
  typeName: (name) => `Escribe ${name} para borrarla`, deleted: "Todo está borrado.",
  programTitle: "Para un programa", programHelp:
    "Una cuenta puede darse a un programa, una vez y para siempre: se señala en todas partes, tiene su propia " +
    "puntuación " +
    "y entra con claves.",
  programType: (name) => `Escribe ${name} para dársela a un programa`,
  becomeProgram: "Esta cuenta es de un programa", programAsk: "Nadie puede deshacerlo.",
  tokens: "Claves", tokenName: "Para qué", newToken: "Clave nueva",
  tokenFresh: "Anota esta clave; solo se muestra ahora.", unused: "nunca usada",
  scopes: { events: "sabe de invitaciones y mesas", play: "se sienta y juega" },
  desk: "La mesa del operador",
  profile: "Mi perfil",
  show: "Mostrar mi perfil a otros",
  showHelp: "Si no, solo lo ves tú.",
  asOthers: "Como lo ven otros",
  results: "Resultados",
  played: (games, won, share) =>
    `${count(games, "partida", "partidas")}, ${count(won, "ganada", "ganadas")} (${share}).`,
  left: (n) => `${count(n, "se abandonó", "se abandonaron")}.`,
  games: "Partidas",
  won: "Ganadas",
  expected: "Al azar",
  points: "Puntos",
  noGames: "Aquí aparecen las partidas terminadas.",
  rating: "Puntuación",
  provisional: "Provisional: la duda aún es grande.",
  ratingLine: (from, to) => `La puntuación en el tiempo, de ${from} a ${to}`,
  noRating: "Aquí aparecen las partidas puntuadas.",
  reviewed: "Suerte y decisiones",
  luckGame: "Suerte por partida",
  lostGame: "Perdido por decisiones, por partida",
  openings: "Aperturas",
  rank: (n) => `puesto ${n} de media`,
  trades: (n) => `${count(n, "intercambio", "intercambios")} con jugadores`,
  offersMade: (made, taken) => `${count(made, "petición", "peticiones")}, ${count(taken, "aceptada", "aceptadas")}`,
  offersAsked: (asked, accepted) =>
    `${count(asked, "petición recibida", "peticiones recibidas")}, ${count(accepted, "aceptada", "aceptadas")}`,
  records: "Grabaciones", recordsPart: (from, to) => `Grabaciones ${from}–${to}`,
  tradeWorth: (own, theirs) => `${own} para ti, ${theirs} para ellos`,
  mistakes: "Dónde se pierde más",
  mistake: (n, lost) => `${count(n, "vez", "veces")}, ${lost} en total`,
  hundredths: "En centésimas de la probabilidad de ganar, sobre todas las partidas repasadas.",
  noReviews: "Repasa partidas terminadas; lo que digan se suma aquí.",
  latest: "Últimas partidas",
  gameWon: "ganada",
  gameLost: "no ganada",
  kinds: {
    roll: "Tirar", road: "Caminos", settle: "Poblados", city: "Ciudades", buy: "Comprar cartas",
    knight: "Caballeros", plenty: "Invento", monopoly: "Monopolio", roads: "Construcción de caminos",
    robber: "El ladrón", offer: "Ofertas", counter: "Contraofertas", propose: "Propuestas",
    accept: "Aceptar ofertas", refuse: "Rechazar ofertas", confirm: "Elegir con quién",
    bank: "Cambios con la reserva", discard: "Descartes", end: "Fin del turno",
  },
};
