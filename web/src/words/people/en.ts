/** Every sentence of the pages about people in English; loaded with them. */

export const en = {
  title: "My account", guestTitle: "You play as a guest", noServer: "The server does not answer; try again.",
  dialogClosed: "The dialog was closed, nothing has changed.",
  keep: "Keep my games",
  keepHelp:
    "Games, rating and name belong to this browser only. Register a name, and you come back " +
    "from any other: without a " +
    "password, without an e-mail address.",
  name: "Name", keepPasskey: "Keep by a passkey", keepPhrase: "Keep by a recovery phrase",
  noPasskeys: "Passkeys need https, or this machine's own name.",
  kept: "Your games are kept now.",
  signIn: "I have an account", signInHelp: "What you have played here as a guest goes over to it.",
  usePasskey: "Sign in by a passkey", open: "Sign in", back: "Welcome back.",
  phrase: "Recovery phrase",
  phraseHelp:
    "Write these eight words down, or keep them where you keep secrets. They are shown only now, and open your " +
    "account.",
  copy: "Copy", written: "I have written them down",
  ways: "Ways in", passkey: "Passkey", since: (when: string) => `since ${when}`, remove: "Remove",
  phraseThere: "You have one. A new one makes the old one void.",
  phraseMissing: "You have none. It helps when a passkey is lost.",
  replace: "Replace", make: "Make one", addPasskey: "Another passkey",
  devices: "Signed in", here: "this browser", lastUsed: (when: string) => `last used ${when}`, signOut: "Sign out",
  unknownDevice: "A device", out: "Signed out. Your account is still there.", deviceOut: "That device is signed out.",
  takeAlong: "Take everything along", deleteAll: "Delete everything",
  deleteHelp:
    "Name, ways in, chat and games that nobody else played are deleted for good. Games with " +
    "others stay, with nobody's " +
    "name at your seat.",
  typeName: (name: string) => `Type ${name} to delete it`, deleted: "Everything is deleted.",
};

export type PeopleWords = typeof en;
