/** Las páginas sobre personas en español. */

import type { PeopleWords } from "./en";

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
  ways: "Formas de entrar", passkey: "Clave de acceso", since: (when) => `desde ${when}`, remove: "Quitar",
  phraseThere: "Tienes una. Una nueva anula la anterior.",
  phraseMissing: "No tienes ninguna. Ayuda cuando se pierde una clave.",
  replace: "Cambiar", make: "Crear una", addPasskey: "Otra clave de acceso",
  devices: "Sesiones abiertas", here: "este navegador", lastUsed: (when) => `última vez ${when}`,
  signOut: "Cerrar sesión",
  unknownDevice: "Un dispositivo", out: "Sesión cerrada. Tu cuenta sigue ahí.",
  deviceOut: "La sesión de ese dispositivo está cerrada.",
  takeAlong: "Llevarme todo", deleteAll: "Borrar todo",
  deleteHelp:
    "Nombre, formas de entrar, mensajes y partidas que nadie más jugó se borran para siempre. Las partidas con otros " +
    "quedan, sin nombre en tu asiento.",
  typeName: (name) => `Escribe ${name} para borrarla`, deleted: "Todo está borrado.",
};
