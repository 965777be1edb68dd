/** Les pages sur les personnes en français. */

import type { PeopleWords } from "./en";

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
  ways: "Accès", passkey: "Clé d'accès", since: (when) => `depuis ${when}`, remove: "Retirer",
  phraseThere: "Vous en avez une. Une nouvelle annule l'ancienne.",
  phraseMissing: "Vous n'en avez pas. Elle aide quand une clé est perdue.",
  replace: "Remplacer", make: "En créer une", addPasskey: "Une autre clé d'accès",
  devices: "Connecté sur", here: "ce navigateur", lastUsed: (when) => `dernière fois ${when}`, signOut: "Déconnecter",
  unknownDevice: "Un appareil", out: "Déconnecté. Votre compte existe toujours.",
  deviceOut: "Cet appareil est déconnecté.",
  takeAlong: "Tout emporter", deleteAll: "Tout supprimer",
  deleteHelp:
    "Nom, accès, messages et parties que personne d'autre n'a jouées sont supprimés pour de bon. Les parties avec " +
    "d'autres restent, sans nom à votre place.",
  typeName: (name) => `Tapez ${name} pour supprimer`, deleted: "Tout est supprimé.",
};
