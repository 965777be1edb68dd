/** Toutes les phrases de la page en français. */

import type { EventFacts, Words } from "./en";

const pluriel = (nombre: number, un: string, plusieurs: string) => `${nombre} ${nombre < 2 ? un : plusieurs}`;
const liste = (parts: string[]) =>
  parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} et ${parts[parts.length - 1]}`;

const echange = (say: EventFacts) => `${say.cards(say.data.give)} contre ${say.cards(say.data.get)}`;
const uneCarte = (say: EventFacts) => (say.data.resource ? say.cards({ [say.data.resource as string]: 1 }) : "1 carte");

/** Qui agit et ce qu'il fait : « vous » pour qui lit, le nom pour les autres. */
const fait = (s: EventFacts, vous: string, autre: string) => `${s.name(s.seat, "Vous")} ${s.you ? vous : autre}`;
export const fr: Words = {
  brand: "Sevenhex",
  study: { link: "Étude", review: "Revue", analyse: "Analyser" },
  slow: {
    days: (n) => `${n} j`,
    hours: (n) => `${n} h`,
    advance: "Réponses d'avance",
    refuse: "Refuser les offres qui me demandent :",
    discard: "Quand un sept prend la moitié de mes cartes, défausser dans cet ordre :",
  },
  account: { link: "Mon compte", guest: "invité" },
  acts: {
    draw: (what) => `tire ${what}`, steal: (what) => `vole ${what}`, dice: (a, b) => `Dés ${a} + ${b}`,
    chance: "Hasard", rob: (place, who) => `Voleur en ${place}, voler ${who}`, to: (who) => `à ${who}`,
  },
  rulebook: {
    link: "Livret de règles", whole: "Tout le livret de règles", clause: (id) => `${id} : lire cette règle`,
    search: "Chercher dans les règles", found: (n) => `Résultats : ${n}`, editions: "Éditions",
    try: "Essaie : appuie sur un endroit de l'île ou sur un bouton.", show: "Montre-moi", reset: "Recommencer",
    tries: "Ce qu'on peut essayer ici", absent: (id) => `Cette édition n'a pas de règle ${id}.`,
    failed: "Le livret n'a pas pu être chargé.", news: "Quoi de neuf ?", kit: "À votre table",
    retry: "Réessayer",
  },
  list: liste,
  either: (parts) =>
    parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} ou ${parts[parts.length - 1]}`,
  terms: {
    brick: "argile", lumber: "bois", wood: "bois", wool: "laine", grain: "blé", wheat: "blé", ore: "minerai",
    hills: "collines", forest: "forêt", pasture: "pâturage", fields: "champs", mountains: "montagnes", desert: "désert",
    Knight: "Chevalier", "Knight (Soldier)": "Chevalier (soldat)", Soldier: "Soldat",
    "Victory Point": "Point de victoire", "Road Building": "Construction de routes", "Year of Plenty": "Invention",
    Invention: "Invention", Monopoly: "Monopole",
    "Longest Road": "Route la plus longue", "Longest Route": "Route la plus longue",
    "Largest Army": "Armée la plus puissante", harbor: "port", port: "port", any: "au choix", card: "carte",
    cards: "cartes", tile: "tuile", tiles: "tuiles",
    place: "placer", placed: "placé", draw: "dessiner", drawn: "dessiné", road: "route", roads: "routes",
    settlement: "colonie", settlements: "colonies", city: "ville", cities: "villes", "number token": "jeton numéroté",
    "number disc": "disque numéroté",
    "The Settlers of Catan, 4th edition (2007)": "Les Colons de Catane, 4e édition (2007)",
    "CATAN, 5th edition, rules summary (2023)": "CATAN, 5e édition, résumé (2023)",
    "CATAN, 5-6 Player Extension (2022)": "CATAN, extension 5-6 joueurs (2022)",
    "CATAN, 6th edition (2025)": "CATAN, 6e édition (2025)", "CATAN, Zip! Edition (2026)": "CATAN, édition Zip! (2026)",
    robber: "voleur", supply: "réserve", bank: "banque", deck: "pioche", bag: "sac", hand: "main", tray: "plateau",
    "special card": "carte spéciale", "bonus tile": "tuile bonus",
  },
  changes: {},
  reasons: {
    no_such_seat: "Il n'y a pas de place {seat} ; les places vont de 0 à {last}.",
    malformed: "Cette action n'a pas de sens.",
    malformed_corner: "Ce coin n'existe pas ; le dernier est {last} ({name}).",
    malformed_edge: "Cette arête n'existe pas ; la dernière est {last} ({name}).",
    malformed_hex: "Cette case n'existe pas ; la dernière est {last} ({name}).",
    malformed_seat: "Cette place n'existe pas ; la dernière est {last} ({name:colour}).",
    malformed_resource: "Cette ressource n'existe pas.",
    malformed_order: "Les deux ressources se nomment dans cet ordre : {order:words}.",
    malformed_recipient: "L'offre va à une place qui n'existe pas ; il y a 0 à {last}.",
    chance_only: "Les dés, les cartes tirées et volées viennent du hasard ; personne ne les choisit.",
    not_by_chance: "C'est à un joueur d'en décider, pas au hasard.",
    not_left_to_chance: "Rien n'est laissé au hasard maintenant.",
    impossible_outcome: "Le hasard ne peut pas amener cela maintenant.",
    over: "La partie est finie : {who:colour} a gagné.",
    waits_for_chance_order: "D'abord, les dés décident qui commence.",
    waits_for_chance_dice: "Les dés roulent encore.",
    waits_for_chance_steal: "D'abord, la carte volée change de mains.",
    waits_for_chance_draw: "D'abord, la carte achetée est tirée.",
    not_your_turn: "C'est le tour de {who:colour}.",
    not_your_turn_paired: "{who:colour} joue sa part du tour double.",
    not_your_turn_special: "C'est à {who:colour} de construire entre les tours.",
    not_your_turn_trade: "On n'échange qu'avec {who:colour} : les autres répondent ou proposent.",
    discards_first: "D'abord, on rend des cartes à cause du 7 ; il reste : {due:tally}.",
    roll_first: "D'abord, on lance les dés.",
    robber_first: "D'abord, on déplace le voleur.",
    free_roads_first: "D'abord, les routes gratuites ; il en reste {left}.",
    setup_first: "D'abord, la mise en place se termine : {piece:word}.",
    already_rolled: "Les dés ont déjà été lancés ce tour-ci.",
    no_roll: "On ne lance pas les dés maintenant.",
    deck_empty: "La pioche est vide.",
    cannot_afford: "{piece:word} : coûte {cost:cards} ; vous avez {held:cards}.",
    cannot_afford_card: "Une carte développement coûte {cost:cards} ; vous avez {held:cards}.",
    no_pieces: "Il n'en reste plus : {pieces:word}.",
    no_pieces_drawn: "Il y en a au plus {most} à la fois : {pieces:word}.",
    no_pieces_drawn_settlement: "Il y a au plus {most} colonies à la fois. Une ville libère la place d'une autre.",
    no_pieces_settlement: "Il ne vous reste plus de colonie. Une ville en rend une.",
    occupied: "Il y a déjà quelque chose sur {place}.",
    occupied_own_road: "Vous avez déjà une route sur {place}.",
    occupied_road: "{who:colour} a déjà une route sur {place}.",
    not_at_settlement: "La route doit toucher la colonie que vous venez de placer ({corner}).",
    blocked: "Un bâtiment adverse barre la route vers {place}.",
    not_connected: "{place} ne touche ni vos routes ni vos bâtiments.",
    too_close: "{place} est trop près d'un autre bâtiment : les coins voisins restent libres.",
    no_road: "Aucune de vos routes ne mène à {place}.",
    no_settlement: "Une ville remplace une de vos colonies ; sur {place} il y a autre chose.",
    no_settlement_empty: "Une ville remplace une de vos colonies ; sur {place} il n'y a rien.",
    no_settlement_none: "Vous n'avez pas de colonie à remplacer sur l'île.",
    no_place: "Il n'y a pas d'arête où placer une route.",
    no_place_road: "Il n'y a pas d'arête où construire une route.",
    no_place_settlement: "Aucun coin à vos routes n'est libre et assez loin des bâtiments.",
    no_cards_now: "On ne joue pas de carte développement maintenant.",
    one_card_a_turn: "Une seule carte développement par tour.",
    bought_this_turn: "{card:word} : achetée ce tour-ci, jouable plus tard.",
    no_card: "Vous n'avez pas cette carte : {card:word}.",
    build_both: "Les deux routes se construisent, tant que c'est possible.",
    no_free_roads: "Il n'y a pas de route gratuite.",
    take_two: "Prenez deux cartes.",
    supply_short: "Vous voulez {wanted:cards} ; il reste {left:cards}.",
    supply_short_hidden: "Vous voulez {wanted:cards} ; il n'en reste pas assez.",
    supply_short_kind: "Il n'en reste plus : {resource:word}.",
    supply_short_empty: "Il ne reste plus de cartes.",
    nothing_to_discard: "Vous n'avez rien à rendre : la moitié, une fois, et seulement de plus de {limit} cartes.",
    nothing_to_discard_now: "Personne ne rend de cartes maintenant ; cela arrive avec un 7.",
    robber_stays: "Le voleur ne bouge qu'après un 7 ou par un chevalier.",
    robber_must_move: "Le voleur est déjà sur {place} et doit aller ailleurs.",
    friendly_robber: "Le voleur amical épargne quelqu'un sur {place} qui a peu de points.",
    must_rob: "Sur {place} il faut voler quelqu'un : {who:either}.",
    own_building: "On ne se vole pas soi-même.",
    not_there: "{who:colour} n'a pas de bâtiment sur {place}.",
    not_there_others: "{who:colour} n'a pas de bâtiment sur {place} ; on pourrait voler : {others:either}.",
    trade_before_build: "Vous avez déjà construit ce tour-ci ; on échange avant.",
    trade_before_build_other: "{who:colour} a déjà construit ce tour-ci ; on échange avant.",
    no_trade_now: "{who:colour} ne peut pas encore échanger.",
    no_trade_now_special: "On n'échange pas pendant la construction entre les tours.",
    no_trade_now_roller: "On n'échange que pendant le tour de {who:colour}, qui a lancé les dés.",
    like_for_like: "On n'échange pas une chose contre la même : {resource:word}.",
    like_for_like_both: "Les deux côtés donneraient la même chose : {kinds:words}.",
    no_such_rate: "Vous n'échangez pas {resource:word} à {rate}:1 ; votre taux est {rates:rates}.",
    cannot_afford_trade: "Cet échange coûte {rate} {resource:word} ; vous avez {held}.",
    cannot_afford_rates: "Vous n'avez assez d'aucune sorte pour échanger : {kinds:at_rates}.",
    supply_empty: "Il n'en reste plus : {resource:word}.",
    supply_empty_all: "Il ne reste rien que vous pourriez prendre en échange.",
    own_turn: "C'est aux autres de le faire, pas à qui joue.",
    no_recipients: "L'offre doit s'adresser à quelqu'un.",
    own_offer: "Personne n'échange avec soi-même ; nommez d'autres joueurs.",
    own_offer_alone: "Personne n'échange seul ; nommez quelqu'un d'autre.",
    no_gifts: "Pas de cadeaux : chacun donne quelque chose.",
    not_in_box: "Vous demandez {get:cards} ; il n'y a que {most} cartes de chaque sorte.",
    not_held: "Vous donneriez {give:cards} ; vous avez {held:cards}.",
    not_held_kind: "Vous n'en avez pas : {resource:word}.",
    not_held_any: "Vous n'avez pas de cartes à donner.",
    nothing_to_withdraw: "Vous n'avez pas d'offre ouverte.",
    nothing_to_withdraw_answer: "Vous n'avez rien proposé ni accepté qui soit encore ouvert.",
    answer_first: "{who:colour} attend votre réponse : accepter, refuser ou contrer.",
    not_asked: "Aucune offre n'attend votre réponse.",
    not_asked_again: "Vous avez déjà répondu à cette offre.",
    no_offer: "Il n'y a pas d'offre.",
    not_accepted: "{who:colour} n'a pas accepté votre offre.",
    no_proposal: "{who:colour} n'a rien proposé qui soit encore ouvert.",
    partner_lacks: "{who:colour} n'a plus {cards:cards}.",
    pick: "Choisissez les deux côtés.",
  },
  refusals: {
    unreadable: "Cela ne peut pas être lu.",
    unreadable_message: "Ce message ne peut pas être lu.",
    unreadable_record: "Cet enregistrement n'est pas une partie complète et ne peut pas être lu.",
    unreadable_action: "Ce n'est pas une action compréhensible.",
    unsuitable: "Cela ne va pas ensemble : vérifiez l'édition, le nombre de joueurs et les règles.",
    message_too_large: "Un message peut avoir au plus {most} caractères ; celui-ci en a {given}.",
    request_too_large: "Une requête peut avoir au plus {most} octets.",
    body_too_large: "C'est trop grand pour être envoyé.",
    record_too_long: "Un enregistrement peut avoir au plus {most} entrées ; celui-ci en a {given}.",
    no_such_page: "Cela n'existe pas ici.",
    no_such_edition: "Cette édition n'existe pas.",
    no_such_language: "Les règles n'existent pas dans cette langue.",
    hello_first: "La connexion ne s'est pas encore annoncée ; rechargez la page.",
    empty_line: "Cette ligne ne contient rien que l'on puisse montrer.",
    too_many_requests: "Trop de requêtes depuis votre adresse ; attendez un peu.",
    too_many_messages: "Trop de messages ; ralentissez.",
    too_much_chat: "Vous écrivez plus vite que l'on ne lit ; attendez un instant.",
    too_many_hellos: "Vous redemandez sans cesse toute la partie ; attendez un peu.",
    too_many_new_tables: "Trop de nouvelles tables depuis votre adresse ; attendez une minute.",
    too_many_watching: "Trop de personnes regardent déjà cette table.",
    too_many_tables: "Ce serveur n'a plus de place pour une table ; réessayez plus tard.",
    too_many_unfinished: "Vous avez {most} tables inachevées ; finissez-en ou quittez-en une.",
    too_many_from_address:
      "{most} tables ouvertes depuis votre adresse sont inachevées ; finissez-en ou quittez-en une.",
    too_many_bot_tables:
      "Des bots jouent entre eux à {all} tables, dont {own} à vous ; attendez qu'une partie finisse.",
    busy: "Le serveur est occupé par d'autres parties ; réessayez dans un instant.",
    still_working: "Le serveur travaille encore à votre demande précédente ; attendez.",
    review_too_long: "Ici, une partie d'au plus {most} entrées peut être revue ; celle-ci en a {given}.",
    review_cancelled: "Cette revue a été annulée ; redemandez-la si vous la voulez.",
    review_not_yours: "Vous n'avez pas demandé cette revue, vous ne pouvez donc pas l'annuler.",
    takes_too_much: "Cela demande plus de mémoire que le serveur n'en donne à une question.",
    takes_too_long: "Cela dure plus que les {seconds} s que le serveur donne à une question.",
    store: "La partie n'a pas pu être écrite ou lue ; réessayez.",
    mistake: "Le serveur a fait une erreur ; elle est notée. Réessayez.",
    not_worked_out: "Le serveur n'a pas pu calculer cela ; réessayez.",
    compiling: "Les règles sont en cours de compilation, une fois après une mise à jour ; réessayez dans une minute.",
    moving: "Cette table passe à un autre processus du serveur ; réessayez dans un instant.",
    moved: "Cette table est passée à un autre processus du serveur ; reconnectez-vous.",
    no_answer: "Le processus du serveur de cette table ne répond pas ; réessayez dans un instant.",
    adviser_busy: "Le conseiller est occupé ; redemandez dans un instant.",
    other_name: "Ce serveur ne répond pas à ce nom. Son exploitant peut l'autoriser : sevenhex serve --name NAME.",
    other_page: "Cette page ne peut pas parler pour vous ici.",
    banned: "L'exploitant de ce serveur vous a exclu.",
    no_such_table: "Cette table n'existe pas.",
    watching: "Seuls les joueurs de cette table le peuvent ; vous regardez.",
    not_here: "Vous n'êtes pas assis à cette table.",
    not_played: "Vous n'avez pas joué ici.",
    not_yours: "Cette partie n'est pas la vôtre.",
    unknown_token: "Cette clé n'ouvre aucune place à cette table.",
    other_seat: "Cette connexion parle déjà pour une autre place ; ouvrez-en une nouvelle.",
    host_only: "Seul l'hôte, qui a ouvert la table, le peut.",
    banned_here: "L'hôte vous a exclu de cette table.",
    removed: "L'hôte vous a retiré de cette table.",
    locked: "L'hôte a fermé cette table : plus personne n'entre.",
    muted: "L'hôte vous a retiré la parole à cette table.",
    name_short: "Un nom inscrit a besoin d'au moins {least} lettres ou chiffres.",
    name_registered: "Ce nom, ou un nom qui lui ressemble, est déjà inscrit ; choisissez-en un autre.",
    registered_already: "Vous êtes déjà inscrit.",
    not_registered: "Pour cela, gardez d'abord vos parties : inscrivez un nom.",
    sign_in_failed: "Cela n'ouvre aucun compte ici.",
    passkey_unread: "La réponse de la clé d'accès est illisible.",
    passkey_late: "Cette question à la clé a déjà reçu sa réponse, ou trop tard ; réessayez.",
    passkey_known: "Cette clé d'accès est déjà connue.",
    no_passkeys: "À cette adresse, le serveur ne garde pas de clés d'accès ; prenez une phrase de secours.",
    last_passkey: "C'est le seul accès à votre compte ; créez d'abord une phrase de secours.",
    no_such_device: "Cet appareil n'existe pas.",
    no_such_profile: "Ce profil n'existe pas, ou n'est pas montré.",
    no_parquet: "Ce serveur ne sait pas écrire de Parquet ; demandez form=json.",
    two_seats:
      "Vous êtes à la table {table} en invité et aussi avec votre compte ; quittez-la d'abord avec l'un des deux.",
    other_name_given: "Ce n'est pas le nom de votre compte.",
    too_many_accounts: "Ce serveur n'a plus de place pour un compte.",
    too_many_passkeys: "Vous avez {most} clés d'accès ; retirez-en une d'abord.",
    too_many_sign_ins: "Trop d'essais depuis votre adresse ; attendez une minute.",
    not_begun: "La partie n'a pas commencé.",
    begun: "La partie a déjà commencé.",
    begun_watch: "La partie a commencé ; vous pouvez la regarder.",
    begun_rules: "La partie a commencé ; ses règles restent telles quelles.",
    begun_seats: "La partie a commencé ; les places restent telles quelles.",
    over: "La partie est finie.",
    aborted: "La partie a été interrompue.",
    not_over: "La partie n'est pas encore finie.",
    not_over_report: "Le rapport vient quand la partie est finie.",
    not_over_chances: "Les chances de gagner sont montrées quand la partie est finie.",
    stale: "La table a déjà avancé.",
    overtaken: "La table a déjà avancé ; regardez encore.",
    not_allowed: "Ce n'est pas permis maintenant.",
    long_game: "Cette partie compte déjà {most} entrées : on n'offre et ne reprend plus rien, pour qu'elle finisse.",
    endless_game: "Cette partie compte {entries} entrées et s'arrête ici, sans résultat.",
    time_up_roll: "Temps écoulé : la table a lancé les dés pour {colour}.",
    time_up_end: "Temps écoulé : la table a fini le tour de {colour}.",
    time_up_discard: "Temps écoulé : la table a défaussé pour {colour}.",
    time_up_refuse: "Temps écoulé : la table a refusé une offre pour {colour}.",
    time_up_place: "Temps écoulé : la table a construit pour {colour}.",
    time_up_robber: "Temps écoulé : la table a déplacé le voleur pour {colour}.",
    time_up_other: "Temps écoulé : la table a agi pour {colour}.",
    no_such_seat: "Il n'y a pas de place {seat} ; cette table a les places 0 à {last}.",
    nobody_there: "Personne n'est assis là.",
    somebody_there: "Quelqu'un est assis là.",
    own_seat: "C'est votre propre place ; quittez plutôt la table.",
    one_seat: "Vous ne pouvez occuper qu'une place.",
    seats_taken: "Toutes les places sont prises ; vous pouvez regarder.",
    seats_open: "Il faut d'abord quelqu'un, ou un bot : {colours}.",
    seats_count: "{players} joueurs demandent {players} places ; {given} sont données.",
    seats_few: "{people} personnes sont déjà assises ; {players} places ne suffisent pas.",
    seat_change: "Dites ce que devient la place : un bot, libre, ou une couleur.",
    own_colour_only: "Vous ne pouvez choisir que la couleur de votre place.",
    no_such_colour: "Cette couleur n'existe pas ici ; il y a {colours}.",
    colour_not_free: "Cette couleur n'est pas libre ; sont libres : {colours}.",
    colour_taken: "Cette couleur est prise par {name}.",
    name_taken: "Quelqu'un s'appelle déjà {name} à cette table ; choisissez un autre nom.",
    no_such_bot: "Ce bot ou ce niveau n'existe pas.",
    rated_options: "Une table classée suit les règles de l'édition, sans changement.",
    rated_guests:
      "{names} : assis à une table non classée. Ouvrez une table classée, ou changez-la avant que " +
      "quelqu'un d'autre s'assoie.",
    rated_stays: "Une partie classée compte et reste.",
    rated_removal: "On ne retire personne d'une partie classée ; votez quand quelqu'un est absent.",
    rated_abort:
      "Une partie classée n'est pas interrompue : attendez, ou laissez jouer un bot ; qui reste absent jusqu'à la " +
      "fin perd.",
    others_play: "D'autres jouent ici : quittez plutôt la table.",
    nobody_away: "Tout le monde est là ; il n'y a rien à voter.",
    vote_waits: "La table attend {seconds} secondes avant de voter.",
    rated_undo: "À une table classée, on ne revient pas en arrière.",
    nothing: "Vous n'avez encore rien fait à reprendre.",
    undo_asked: "{name} a déjà demandé à reprendre quelque chose.",
    undo_not_asked: "Personne ne demande à reprendre quoi que ce soit.",
    undo_not_you: "On ne vous le demande pas.",
    several_people: "Des conseils seulement contre des bots.",
    rated_running:
      "Une partie classée se joue ici sur cette île ; personne ne reçoit de conseil à son sujet avant la fin.",
    rated: "Pas de conseils à une table classée.",
    not_awaited: "Ce n'est pas à vous.",
    coach_only_setup: "L'entraîneur aide pour les colonies de la mise en place.",
    words_late: "L'île est disposée avec les mots donnés avant le départ ; il est trop tard pour d'autres.",
    words_revealing: "La partie va commencer : les mots sont révélés, et aucun ne s'ajoute plus.",
    words_early: "Les mots sont révélés quand l'hôte a lancé la partie, pas avant.",
    words_unsealed: "Vous n'avez scellé aucun mot.",
    words_other: "Ce n'est pas le mot que vous avez scellé.",
    words_spent: "Ce mot a déjà été demandé à un départ précédent ; scellez-en un nouveau.",
    starting: "La partie va commencer : places et règles restent telles quelles.",
  },
  events: {
    undone: (s) => `${fait(s, "revenez", "revient")} en arrière.`,
    order_rolled: (s) => `${fait(s, "lancez", "lance")} ${s.data.sum} pour commencer.`,
    tied: (s) => `${liste((s.data.seats as number[]).map((place) => s.name(place)))} sont à égalité et relancent.`,
    started: (s) => `${fait(s, "commencez", "commence")}.`,
    placed: (s) => `${fait(s, "placez", "place")} : ${s.term(s.data.piece as string)}.`,
    built: (s) =>
      `${fait(s, "construisez", "construit")} : ${s.term(s.data.piece as string)}${s.data.free ? " (gratuit)" : ""}.`,
    rolled: (s) => `${fait(s, "lancez", "lance")} ${s.data.sum}.`,
    produced: (s) => `${fait(s, "recevez", "reçoit")} ${s.gain()}.`,
    blocked: (s) =>
      `Le voleur retient ce qui ${s.you ? `${s.name(s.seat, "vous")} revenait` : `revenait à ${s.who}`} : ${s.gain()}.`,
    short: (s) =>
      `Il manque de la ressource ${s.term(s.data.resource as string)} : ` +
      (s.data.paid ? `seulement ${s.data.paid} sur ${s.data.owed}.` : `personne ne reçoit rien (${s.data.owed} dus).`),
    barren: () => "Personne ne reçoit rien.",
    seven: (s) => {
      const dus = Object.entries(s.data.discards as Record<string, number>);
      return dus.length
        ? `Sept ! À rendre : ${liste(dus.map(([place, n]) => `${s.name(Number(place), "vous")} ${n}`))}.`
        : "Sept ! Personne ne rend rien.";
    },
    discarded: (s) => `${fait(s, "rendez", "rend")} ${uneCarte(s)}.`,
    returned: (s) => `${fait(s, "avez", "a")} rendu : ${s.cards(s.data.cards)}.`,
    robber: (s) => `${fait(s, "déplacez", "déplace")} le voleur.`,
    robbed: (s) =>
      s.data.count
        ? `${s.name(s.seat, "Vous")} ` +
          (s.name(s.data.victim) === s.name(s.data.victim, "vous")
            ? `${s.you ? "volez" : "vole"} ${uneCarte(s)} à ${s.name(s.data.victim)}.`
            : `${s.name(s.data.victim, "vous")} vole ${uneCarte(s)}.`)
        : `Il n'y a rien à voler chez ${s.name(s.data.victim, "vous")}.`,
    bought: (s) => `${fait(s, "achetez", "achète")} une carte développement.`,
    drew: (s) =>
      `${fait(s, "piochez", "pioche")} ${s.data.card ? s.term(s.data.card as string) : "une carte développement"} ` +
      `(reste ${s.data.deck}).`,
    played: (s) => {
      const nom = s.term(s.data.card as string), joue = fait(s, "jouez", "joue");
      if (s.data.card === "year_of_plenty") return `${joue} ${nom} : ${s.cards(s.data.get)}.`;
      if (s.data.card === "monopoly") {
        return (
          `${joue} ${nom} et ${s.you ? "recevez" : "reçoit"} ` +
          `${s.cards({ [s.data.resource as string]: Number(s.data.count ?? 0) })}.`
        );
      }
      return `${joue} ${nom}.`;
    },
    traded: (s) =>
      s.data.with === null
        ? `${fait(s, "donnez", "donne")} ${s.term("supply") === "banque" ? "à la banque" : "à la réserve"} ` +
          `${echange(s)}.`
        : `${s.name(s.seat, "Vous")} ` +
          (s.name(s.data.with) === s.name(s.data.with, "vous")
            ? `${s.you ? "donnez" : "donne"} à ${s.name(s.data.with)} ${echange(s)}.`
            : `${s.name(s.data.with, "vous")} donne ${echange(s)}.`),
    offered: (s) => {
      const qui = s.data.to as number[];
      return (
        `${fait(s, "offrez", "offre")} ` +
        `${echange(s)}${qui.length < s.all - 1 ? ` (pour ${liste(qui.map((place) => s.name(place, "vous")))})` : ""}.`
      );
    },
    countered: (s) => `${fait(s, "répondez", "répond")} par ${echange(s)}.`,
    proposed: (s) => `${fait(s, "proposez", "propose")} : ${echange(s)}.`,
    accepted: (s) => `${fait(s, "acceptez", "accepte")}.`,
    refused: (s) => `${fait(s, "refusez", "refuse")}.`,
    declined: (s) => `${fait(s, "déclinez", "décline")} la proposition (${s.name(s.data.from, "la vôtre")}).`,
    withdrew: (s) =>
      `${fait(s, "retirez votre", s.data.what === "offer" ? "retire son" : "retire sa")} ` +
      `${{ proposal: "proposition", answer: "réponse" }[s.data.what as string] ?? "offre"}.`,
    award: (s) =>
      s.data.to === null
        ? `${s.term(s.data.award as string)} : n'est plus à personne.`
        : `${fait(s, "obtenez", "obtient")} : ${s.term(s.data.award as string)} (${s.data.size}).`,
    ended: (s) => `${fait(s, "avez", "a")} terminé.`,
    stopped: (s) =>
      `${fait(s, "renoncez", "renonce")} à ${pluriel(s.data.left as number, "route gratuite", "routes gratuites")}.`,
    turn: (s) => `Tour ${s.data.turn} : ${s.name(s.seat, "vous")}`,
    part: (s) =>
      s.data.part === "paired"
        ? `${fait(s, "jouez", "joue")} comme joueur 2.`
        : s.data.part === "special"
          ? `${fait(s, "pouvez", "peut")} construire.`
          : `${fait(s, "continuez", "continue")}.`,
    won: (s) => `${fait(s, "gagnez", "gagne")} avec ${(s.data.points as number[])[s.seat!]} points !`,
  },
  capital: (text) => text.charAt(0).toUpperCase() + text.slice(1),
  colours: {
    red: "Rouge", blue: "Bleu", orange: "Orange", white: "Blanc", green: "Vert", brown: "Brun", black: "Noir",
  },
  symbols: {
    red: "disque", blue: "triangle", orange: "losange", white: "carré", green: "croix", brown: "hexagone",
    black: "étoile",
  },
  common: {
    close: "Fermer", cancel: "Annuler", confirm: "Confirmer", back: "Retour", yes: "Oui", no: "Non",
    loading: "Chargement …",
    preparing: "Préparation des règles, une seule fois après l'installation : environ une minute …", you: "vous",
    bot: "bot", none: "aucun", copy: "Copier", copied: "Copié", more: "Plus", less: "Moins", ok: "OK", of: "sur",
    and: "et",
    offline: "Le serveur ne répond pas. Est-il encore en marche ?",
    reconnecting: "Connexion perdue. Nouvel essai …",
    connecting: "Connexion …",
    error: "Quelque chose a mal tourné : ",
    skip: "Aller au jeu",
    notes: "Annonces",
  },
  settings: {
    title: "Réglages", language: "Langue", theme: "Apparence", auto: "Comme le système", light: "Clair", dark: "Sombre",
    sound: "Son", mute: "Couper le son", unmute: "Remettre le son",
    toDark: "Passer au sombre", toLight: "Passer au clair", menu: "Menu", volume: "Volume", pace: "Rythme des autres",
    paces: { calm: "Calme", normal: "Normal", quick: "Rapide" },
    paceHelp: "Combien de temps chaque coup des autres reste à l'écran.",
  },
  lobby: {
    title: "Colonisez l'île.",
    tagline: "Cinq éditions, amis et bots, des dés que chacun peut vérifier. Sans compte.",
    yourName: "Votre nom", namePlaceholder: "Invité",
    quick: "Partie rapide", edition: "Édition", players: "Joueurs", strength: "Adversaires", play: "Jouer",
    create: "Nouvelle table", name: "Nom de la table",
    preset: "Règles", more: "Plus d'options", fewer: "Moins d'options",
    standard: "L'édition telle que son livret la joue.", changes: "Différent du livret :",
    seats: "Places", seatBot: (bot, level) => (level ? `Bot : ${bot} (${level})` : `Bot : ${bot}`),
    public: "Publique : dans la liste", private: "Privée : avec le code seulement",
    clock: "Temps par tour", noClock: "Sans horloge",
    seconds: (n) =>
      n >= 86400 ? `${n / 86400} ${n === 86400 ? "jour" : "jours"}` :
      n % 60 ? `${n} secondes` : n === 60 ? "1 minute" : `${n / 60} minutes`,
    map: "Carte", anyMap: "N'importe quelle carte",
    join: "Rejoindre avec un code", code: "Code ou lien", joinButton: "À la table",
    mine: "Vos parties", resume: "Continuer",
    open: "Tables publiques", openNone: "Aucune table publique n'est ouverte.", watch: "Regarder", sit: "S'asseoir",
    full: "complet",
    past: "Parties passées", pastNone: "Les parties finies apparaissent ici, à revoir.", replay: "Revoir",
    nextPage: "Plus anciennes", previousPage: "Plus récentes",
    file: "Ouvrir un enregistrement",
    status: { waiting: "en attente", playing: "en cours", over: "finie", aborted: "interrompue" },
    wonBy: (name) => `gagnée par ${name}`,
    independent:
      "Un projet libre et indépendant, ni affilié à l'éditeur du jeu ni soutenu par lui. Toutes les images sont les " +
      "nôtres.",
    custom: "valeur à part", badRecord: "Ce fichier ne peut pas être rejoué : ",
    on: "oui", off: "non",
    presets: {
      book: "Selon le livret", first: "Première partie", short: "Partie courte", gentle: "En douceur",
      even: "Dés réguliers", own: "Votre mélange",
    },
    presetHelp: {
      book: "Comme le livret de l'édition la joue.", first: "L'île et le départ fixes de la première partie.",
      short: "Jusqu'à 8 points au lieu de 10.", gentle: "Un voleur amical, et pas de 7 pendant deux tours de table.",
      even: "Les lancers viennent d'un paquet mélangé des 36.", own: "Votre choix ci-dessous.",
    },
    instead: (value, standard) => `${value} (livret : ${standard})`,
    optionNames: {
      victory_points: "Points pour gagner", discard_limit: "Cartes qu'un 7 épargne", shortage: "Réserve insuffisante",
      route_tie_after_break: "Route coupée, égalité", phases: "Échanger et construire",
      turn: "Les autres pendant le tour", setup: "Mise en place", tokens: "Numéros", harbors: "Ports",
      first_player: "Qui commence", map: "Carte du bloc", friendly_robber: "Voleur amical", dice: "Dés",
      dice_deck_reshuffle: "Lancers restants au mélange", no_seven_rounds: "Tours de table sans 7",
      open_hands: "Mains ouvertes", supply_counts: "Comptes de la réserve", free_roads: "Routes gratuites de la carte",
      discards: "Cartes rendues sur un 7",
    },
    optionValues: {
      nobody: "personne ne reçoit", "sole claimant takes the rest": "un seul ayant droit prend le reste",
      "tied holder keeps": "le détenteur la garde", "set aside": "mise de côté", combined: "ensemble",
      separate: "séparés", plain: "simple", paired: "joueurs 1 et 2", "special building": "construction spéciale",
      beginner: "première partie", variable: "mélangée", map: "carte du bloc", spiral: "en spirale",
      random: "au hasard", printed: "imprimés", fixed: "fixes", "shuffled pieces": "ports mélangés",
      "shuffled frame": "cadre mélangé", "highest roll": "le plus haut lancer", oldest: "le plus âgé", deck: "paquet",
      shown: "visibles", hidden: "cachés", both: "les deux si possible", "may stop": "on peut s'arrêter",
    },
    counts: "Ce qui compte", rated: "Classée : selon le livret, sans conseils", ratedShort: "Classée",
    notByTheBook: "Une table classée suit le livret.",
    rating: "Votre classement",
    ratingOf: (strength, doubt, games) =>
      `${strength} ± ${doubt} après ${pluriel(games, "partie classée", "parties classées")}. Un inconnu commence à ` +
      `25 ; les bots sont là où l'arène les a vus.`,
    you: "Vous",
    word: "Un mot pour les dés",
    levels: { quick: "vif", normal: "normal" },
  },
  room: {
    title: (code) => `Table ${code}`, owner: (name) => `Table de ${name}`, players: (n) => `${n} joueurs`,
    invite: "Invitez des amis avec ce lien ou le code", waiting: "Il manque encore des joueurs.",
    start: "Commencer la partie",
    leave: "Quitter", sit: "S'asseoir ici", fill: "Compléter avec des bots", colour: "Votre couleur",
    takeColour: (colour) => `Jouer ${colour}`,
    onlyCreator: "Qui a ouvert la table lance la partie.", open: "libre", gone: "Cette table n'existe pas (ou plus).",
    toLobby: "À l'accueil", watch: "Vous regardez. Prenez une place libre pour jouer.",
  },
  strengths: {
    "greedy/normal": ["Facile", "Prend ce qui vient, demande ce qui manque, ne prévoit rien. Bien pour débuter."],
    "steady/normal": ["Moyen", "Voit un pas devant ; propose, répond, contre-propose. Une soirée en famille."],
    "planner/normal": ["Difficile", "Prévoit tout son tour et compte vos cartes."],
    "scholar/normal": ["Expert", "Devine ce que vous cachez et cherche l'échange qui l'aide le plus."],
    "master/normal": ["Maître", "Le plus fort que nous ayons. Il ne pardonne rien."],
  },
  editions: {
    sixth: [
      "Le jeu d'aujourd'hui.",
      [
        "Échanger et construire dans l'ordre que l'on veut.", "Les morceaux de la côte sont mélangés.",
        "À cinq et six, l'île est plus grande et deux joueurs partagent chaque tour.",
      ],
    ],
    fourth: [
      "Le classique, comme dans les anciens livrets.",
      [
        "D'abord échanger, puis construire : après la première construction, plus d'échange dans ce tour.",
        "Si la banque manque d'une ressource, personne n'en reçoit.",
        "Une route coupée, à égalité, n'est plus à personne.", "Pour trois ou quatre.",
      ],
    ],
    summary: [
      "Les règles en bref, de trois à six.",
      [
        "D'abord échanger, puis construire, comme dans le classique.",
        "Si la réserve manque et qu'un seul y a droit, il prend le reste.", "À cinq et six sur la grande île.",
      ],
    ],
    extension: [
      "La grande île, pour cinq et six.",
      [
        "Deux joueurs partagent chaque tour : le second construit et échange avec la réserve, sans lancer les dés.",
        "30 hexagones, 11 ports, plus de cartes développement.",
      ],
    ],
    zip: [
      "Rapide : on dessine sur une carte imprimée.",
      [
        "On dessine les routes au lieu de les poser : pas de limite.", "50 cartes imprimées, chacune avec son numéro.",
        "Des tuiles sur un plateau au lieu de cartes en main.",
      ],
    ],
  },
  friends: {
    menu: "Table", resign: "Abandonner", lock: "Fermer la table à clé",
    lockHelp: "Personne d'autre ne s'assied ni ne regarde.", mute: "Muet", removeSeat: "Retirer", ban: "Bannir",
    removeSeatAsk: (name) => `Retirer ${name} de cette table ?`,
    banAsk: (name) => `Bannir ${name} ? Personne de cette adresse ne reviendra à cette table.`,
    play: "Jouer entre amis", newHere: "Nouveau ici ?", newHereHelp: "Apprenez en cinq tours",
    different: "Ce qui change", opponents: "Adversaires",
    name: "Vous jouez sous le nom", share: "Partager …", shareTitle: "Une partie de Sevenhex",
    scan: "Scanner pour entrer", link: "Le lien pour vos amis", code: "Code",
    onlyHere: "Ce lien ne marche que sur cet ordinateur.",
    openUp: "Pour laisser entrer des amis de votre réseau, arrêtez le serveur et relancez-le avec :",
    noNetwork: "Cet ordinateur n'est sur aucun réseau : vos amis ne peuvent pas le joindre.",
    works: "Marche pour tous sur votre réseau.",
    rules: "Règles", here: "présent", notHere: "en route", chat: "Bavarder en attendant", seat: "Place",
    openSeat: "Libre pour un ami",
    missing: (n) => (n === 1 ? "1 place est encore libre" : `${n} places sont encore libres`),
    fillAndStart: "Compléter avec des bots et jouer",
    rematch: "Revanche", rematchAsked: "Une revanche est ouverte", rematchJoin: "En être", stay: "Rester ici",
    remove: "Supprimer", removeAsk: "Supprimer cette partie pour de bon ?", leaveGame: "Quitter la table",
    resignAsk: "Quitter cette partie ? Un bot joue à votre place.",
    notify: "Me prévenir quand c'est mon tour", notifyHelp: "Une notification, quand vous regardez ailleurs.",
    notifyDenied: "Votre navigateur ne permet pas de notifications à cette page.",
    yourTurn: "À vous", turnOf: (name) => `Au tour de ${name}`, round: (n) => `tour de table ${n}`,
    points: (points) => `${points} points`, others: "Autres façons de jouer", custom: "Vos règles",
    customHelp: "Une salle pour vous : toutes les éditions et options, des bots aux places.",
  },
  phrases: {
    label: "Phrases courtes", emotes: ["👋", "😀", "😮", "😢", "😡", "🎉", "👍", "🤔"],
    lines: [
      "Bonjour !", "Bonne chance !", "Bien joué !", "Belle partie !", "Aïe !", "Pas le voleur …", "Qui veut échanger ?",
      "Merci !", "Un instant, s'il vous plaît.", "Bravo !",
    ],
  },
  app: {
    install: "Installer l'application", away: "Le serveur est absent",
    awayHelp:
      "La page est là, mais le serveur ne répond pas. Les parties attendent où elles sont ; vous pouvez lire les " +
      "règles en attendant.",
    retry: "Réessayer",
    preparing: "Préparation de la première partie",
    preparingHelp:
      "Les règles sont traduites pour cette machine, une fois après l'installation : environ une minute. Vous pouvez " +
      "lire les règles en attendant.",
    slow:
      "Les premières minutes après l'installation sont plus lentes ; ensuite les règles rapides prennent le relais " +
      "d'elles-mêmes.",
  },
  learn: {
    title: "Comment jouer", read: "Trois minutes de lecture", costs: "Coûts et points", costsShort: "Coûts",
    wordsTitle: "Mots",
    goal: [
      "Le but",
      "Vous colonisez une île à plusieurs. Qui a le premier *10 points* pendant son propre tour gagne. Une colonie " +
        "vaut 1 point, une ville 2.",
    ],
    island: [
      "L'île",
      "19 hexagones donnent cinq ressources. Le numéro d'un hexagone dit quand : si les dés le montrent, *tous* " +
        "ceux qui ont une colonie sur un de ses coins reçoivent une carte. Plus il y a de points sous le numéro, " +
        "plus il sort souvent : 6 et 8 le plus, 2 et 12 le moins. Le désert ne donne rien.",
    ],
    start: [
      "Le début",
      "Chacun place deux colonies sur des coins, chacune avec une route. La seconde rapporte tout de suite. Les " +
        "bons coins ont *beaucoup de points* et *des ressources différentes*.",
    ],
    distance: [
      "La règle à retenir",
      "Entre deux colonies il y a toujours *au moins deux longueurs de route* : les coins voisins restent vides, à " +
        "qui qu'ils soient.",
    ],
    turn: ["Votre tour", "Trois choses, dans cet ordre :"],
    turnSteps: [
      "*Lancez* les deux dés. Les hexagones de ce numéro donnent à tous.",
      "*Échangez* avec les autres, ou avec la réserve : quatre cartes pareilles contre une au choix.",
      "*Construisez* ce que vous pouvez payer. Puis terminez votre tour.",
    ],
    costsText: ["Ce que cela coûte", "On paie avec les cartes de sa main."],
    seven: [
      "Sept !",
      "Personne ne reçoit rien. Qui a *plus de 7* cartes en rend la moitié. Puis vous déplacez le *voleur* : son " +
        "hexagone ne donne rien tant qu'il y reste, et vous prenez une carte à quelqu'un qui y habite.",
    ],
    trade: [
      "Échanger",
      "À votre tour, offrez tout à tous : « ma laine contre ton argile ». Avec la réserve, c'est *4:1* ; une " +
        "colonie près d'un port donne *3:1*, ou *2:1* pour une ressource.",
    ],
    cards: ["Cartes développement", "Achetées sans voir, gardées cachées, une par tour et pas le tour de l'achat :"],
    cardLines: {
      knight: "déplace le voleur et prend une carte", victory_point: "est un point, en secret",
      road_building: "donne deux routes", year_of_plenty: "prend deux cartes au choix dans la réserve",
      monopoly: "prend à tous toutes les cartes d'une sorte",
    },
    awards: [
      "Deux distinctions",
      "*Route la plus longue* : cinq routes à la suite ou plus, et plus que les autres : 2 points. *Armée la plus " +
        "puissante* : trois chevaliers joués ou plus, et plus que les autres : 2 points. Elles passent à qui fait " +
        "mieux.",
    ],
    win: ["Gagner", "Dix points pendant votre tour : la partie est finie aussitôt. À vous !"],
    points: ["Colonie", "Ville", "Route la plus longue", "Armée la plus puissante", "Carte point de victoire"],
    editionNames: {
      sixth: "6e édition, 2025", fourth: "4e édition, 2007", summary: "5e édition, 2023",
      extension: "5–6 joueurs, 2022", zip: "Édition Zip!, 2026",
    },
    cardNames: {
      knight: "Chevalier", victory_point: "Point de victoire", road_building: "Construction de routes",
      year_of_plenty: "Invention", monopoly: "Monopole",
    },
    editionsTitle: "Les éditions, et ce qui change",
    editionsText: "Les cinq sont le même jeu au fond. Les petites différences :",
    glossary: {
      hex: "Un des champs à six côtés de l'île.",
      corner: "Là où trois hexagones se touchent. Colonies et villes s'y trouvent.",
      supply: "Les cartes que personne n'a ; certains livrets disent banque.",
      robber: "La figure sombre. Son hexagone ne donne rien tant qu'elle y est.",
      harbor: "Deux coins de la côte où l'échange avec la réserve coûte moins.",
      settlement: "Une maison sur un coin : 1 point, et une carte chaque fois qu'un hexagone voisin donne.",
      city: "Une colonie agrandie : 2 points, et deux cartes chaque fois.",
      road: "Relie vos colonies ; on ne construit que là où mènent ses routes.",
      hand: "Vos cartes ressource. Les autres voient combien, pas lesquelles.", points: "Dix font gagner.",
    },
    glossaryNames: {
      hex: "hexagone", corner: "coins", supply: "réserve", robber: "voleur", harbor: "port", settlement: "colonie",
      city: "ville", road: "route", hand: "main", points: "points",
    },
    figures: {
      island: "Trois hexagones autour d'un coin avec une colonie",
      distance: "Deux colonies à deux routes l'une de l'autre", robber: "Le voleur sur un hexagone",
      coast: "Un port et ses deux coins",
    },
  },
  guide: {
    lessons: "Huit courtes leçons",
    leave: "Quitter la leçon", next: "Compris", step: (n, of) => `${n} sur ${of}`, title: "Votre première partie",
    steps: {
      welcome: [
        "Bienvenue sur l'île !",
        "Vous jouez la couleur entourée. Vos deux colonies sont là, chacune avec une route : 2 points. Le premier " +
          "à 10 gagne.",
      ],
      numbers: [
        "Les numéros font les cartes",
        "Chaque hexagone a un numéro. Quand les dés le montrent, chaque colonie au bord reçoit une carte. Plus de " +
          "points : il sort plus souvent.",
      ],
      roll: ["Lancez !", "C'est votre tour. Appuyez sur Lancer et voyez quels hexagones donnent."],
      paid: [
        "Les dés ont parlé",
        "Chaque hexagone de ce numéro a donné, à vous ou aux autres. Vos cartes sont en bas, dans votre main.",
      ],
      seven: [
        "Un sept !",
        "Rien ne produit. Mettez le voleur sur un hexagone des autres : il ne donne plus rien, et vous prenez une " +
          "carte.",
      ],
      build: [
        "Que construire ?",
        "Les boutons montrent ce que coûte chaque pièce. Ce qui est clair, vous pouvez le payer ; touchez un " +
          "bouton gris pour savoir ce qui manque.",
      ],
      end: [
        "Terminez votre tour",
        "Rien à construire ? C'est normal au début. Terminez ; les autres jouent, et leurs lancers vous donnent aussi.",
      ],
      trade: [
        "Trop d'une chose, rien d'une autre ?",
        "Échangez ! Offrez une carte aux autres, ou donnez-en quatre pareilles à la réserve pour une au choix.",
      ],
      road: [
        "Les routes mènent plus loin",
        "On construit là où vont ses routes. Une ou deux routes plus loin, une colonie tient : à deux longueurs de " +
          "toute autre.",
      ],
      cards: [
        "Cartes développement",
        "Un minerai, une laine, un blé achètent une surprise : chevaliers, routes, points. À jouer un tour suivant.",
      ],
      city: [
        "Voyez plus grand",
        "Trois minerais et deux blés font d'une colonie une ville : 2 points et deux fois plus de cartes.",
      ],
      done: [
        "C'est tout !",
        "Vous connaissez le jeu. La route la plus longue et l'armée la plus puissante valent 2 points chacune. " +
          "Continuez, et bonne chance !",
      ],
    },
    wait: "Les autres jouent …",
  },
  fair: {
    title: "Dés loyaux", short: "Dés loyaux",
    explain:
      "Avant le premier lancer, le serveur a fixé une graine secrète et montré son empreinte. Chaque page ajoute un " +
      "mot qu'elle garde scellé jusqu'à ce que tous soient là, pour que personne ne puisse y répondre. L'île et " +
      "chaque lancer, pioche et vol découlent de la graine, des mots et d'un compteur ; à la fin la graine est " +
      "montrée, et cette page recalcule tout.",
    commit: "Empreinte (SHA-256 de la graine)", words: "Les mots des joueurs", yourWords: "Vos mots pour les dés",
    add: "Mêler", added: "C'est mêlé.", tooLate: "Les mots ne comptent qu'avant le premier lancer.",
    notYet: "La graine est montrée à la fin de la partie.", check: "Vérifier ici", checking: "Vérification …",
    seed: "Graine",
    good: (count) =>
      `L'île et les ${count} nombres découlent de la graine, et la graine a la bonne empreinte. Ces dés étaient ` +
      `loyaux.`,
    bad: {
      commit: () => "La graine n'a PAS l'empreinte.",
      promise: () => "L'empreinte n'est PAS celle que ce navigateur a vue au début.",
      seal: (_, name) => `Le mot de ${name} n'est PAS celui qui a été scellé.`,
      missing: () =>
        "Le mot scellé par ce navigateur n'est PAS mêlé : la page était absente au départ, ou le serveur " +
        "l'a laissé de côté.",
      rules: () => "Les règles ne sont PAS celles qui valaient quand ce navigateur a montré son mot.",
      island: () => "L'île ne découle PAS de la graine.",
      number: (index) => `Le nombre ${index} ne découle PAS de la graine.`,
      unable: () => "Ce navigateur ne peut pas calculer ici : la cryptographie n'existe qu'en https ou sur localhost.",
    },
    failed: (times) =>
      `Un départ a échoué ${times === 1 ? "une fois" : `${times} fois`} après la demande des mots. Chaque fois, ` +
      `l'empreinte a changé et chacun a scellé un nouveau mot. Si cela arrive souvent, quelqu'un choisit ` +
      `peut-être.`,
    sealed: (names) => `Scellés jusqu'au début : ${names}`,
    unrevealed: (names) => `Ont scellé un mot sans le montrer : ${names}. La partie s'est jouée sans lui.`,
    noWords: "Personne n'a ajouté de mots.", by: "Vérifier hors de la page :",
  },
  panel: {
    points: "points de victoire", visiblePoints: "points", cards: (word) => `ressources (${word}) en main`,
    dev: () => "cartes développement", knights: "chevaliers joués", route: "plus longue suite de routes",
    pieces: "pièces restantes",
    large: (limit) => `plus de ${limit} : un 7 en prend la moitié`, dice: "a les dés", paired: "joueur 2 de ce tour",
    starter: "a commencé", away: "absent", thinking: "réfléchit",
    known: (name) => `Ce qui est sûr de la main de ${name}`, counter: "Compteur de cartes",
    counterHelp:
      "Ce que chacun à la table pourrait savoir en comptant : le moins et le plus que chaque main peut tenir.",
    counterRated: "À une table classée, chacun compte pour soi.",
    deck: (count) => `reste ${count}`, bank: (what) => `encore là : ${what}`,
    hidden: "les comptes sont cachés dans cette partie",
    track: (points) => `${points} sur la piste (colonies et villes)`,
    limitSettlements: "les 5 colonies sont là", limitCities: "les 4 villes sont là", removed: "hors du jeu",
    least: "au moins", most: "au plus", knows: "Ce que l'on sait de cette main",
    turnOf: "joue", must: (n) => `doit rendre ${n}`, with: (total) => `${total} avec les cartes cachées`,
  },
  turn: {
    yours: "À vous", settleFirst: "Placez votre première colonie",
    settleSecond: "Placez votre seconde colonie : elle rapporte tout de suite", settle: "Placez une colonie",
    road: "Maintenant une route à côté",
    roll: "Lancez les dés, ou jouez d'abord une carte", rollOnly: "Lancez les dés",
    main: "Construisez, échangez ou terminez",
    mainSeparateTrade: "D'abord l'échange : après la première construction, plus d'échange",
    mainSeparateBuild: "Construisez encore, ou terminez",
    paired: (supply) => `Votre part comme joueur 2 : construire, échanger (${supply}), ou terminer`,
    special: "Construction spéciale : construisez ou passez", robber: "Déplacez le voleur sur un autre hexagone",
    victim: "Choisissez qui voler",
    freeRoads: (n) => (n === 1 ? "Placez encore 1 route gratuite" : `Placez ${n} routes gratuites`),
    discard: (n) => `Rendez ${n}`, discardWait: (names) => `La moitié à rendre : ${names}`,
    answer: (name) => `${name} propose un échange : répondez`,
    chance: "Les dés roulent …", waiting: (name) => `${name} joue`, waitingFor: (names) => `On attend ${names}`,
    choose: "Choisissez avec qui échanger, ou continuez", answersOpen: "Votre offre est faite ; on attend les réponses",
    over: (name) => `${name} a gagné`, youWon: "Vous avez gagné", aborted: "La partie a été interrompue",
    order: "Qui commence ?", watching: "Vous regardez", placing: (what) => `Choisissez un endroit : ${what}`,
    setupOf: (name) => `${name} place ses premières pièces`, rollOf: (name) => `${name} va lancer les dés`,
    robberOf: (name) => `${name} déplace le voleur`, pairedOf: (name) => `${name} joue comme joueur 2`,
    specialOf: (name) => `${name} peut construire`,
    clock: (seconds) => `encore ${seconds} secondes`, paused: "horloge arrêtée", round: (n) => `Tour de table ${n}`,
    setup: "Mise en place",
  },
  hint: {
    at: (what, place) => `${what} en ${place}`, robber: "Voleur", discard: "Rendre",
    exchange: (give, get) => `${give} contre ${get}`,
    why: {
      roll: () => "Rien dans votre main ne se joue mieux avant le lancer.",
      end: () => "Garder vos cartes vaut plus que ce que vous pourriez en faire maintenant.",
      end_plan: (s) => `Gardez vos cartes pour : ${s.build} ; il manque ${s.lacking}.`,
      settle: (s) => `Ici, une colonie rapporte à ${s.rolls} lancers sur 36.`,
      settle_best: (s) =>
        `Ici, une colonie rapporte à ${s.rolls} lancers sur 36 ; aucun meilleur endroit ne vous est ouvert.`,
      settle_harbor: () => "Ici, une colonie donne un port.",
      city: (s) => `Ici, une ville double les cartes à ${s.rolls} lancers sur 36.`,
      city_best: (s) =>
        `Ici, une ville double les cartes à ${s.rolls} lancers sur 36 ; aucune de vos colonies ne rapporterait plus.`,
      city_harbor: () => "Ici, une ville donne un point.",
      first_road: () => "Cette route mène aux meilleurs coins libres.",
      road: () => "Cette route ouvre un bon coin ou allonge votre chemin.",
      buy: () => "Une carte développement garde la main petite et donne peut-être un chevalier ou un point.",
      knight: () => "Le chevalier libère votre hexagone ou freine un rival, et compte pour l'armée.",
      road_building: () => "Deux routes gratuites vous rapprochent d'un bon coin ou de la plus longue route.",
      plenty: () => "Ces deux cartes vous rapprochent le plus de votre prochaine construction.",
      monopoly: () => "Les autres doivent en avoir plusieurs.",
      robber: (s) => `Ici, le voleur gêne ${s.who} le plus.`,
      robber_harmless: () => "Ici, le voleur ne vous gêne pas.",
      discard: () => "C'est la carte qui vous manquera le moins.",
      bank_ready: (s) => `Avec cela vous pouvez construire aussitôt : ${s.build}.`,
      bank_plan: (s) => `Il ne manque alors que ${s.lacking} pour : ${s.build}.`,
      offer_ready: (s) => `Avec cela vous pouvez construire aussitôt : ${s.build}, et quelqu'un devrait accepter.`,
      offer_plan: (s) => `Il ne manque alors que ${s.lacking} pour : ${s.build}, et quelqu'un devrait accepter.`,
      plenty_ready: (s) => `Avec cela vous pouvez construire aussitôt : ${s.build}.`,
      plenty_plan: (s) => `Il ne manque alors que ${s.lacking} pour : ${s.build}.`,
      robber_hex: (s) => `Ici, le voleur bloque ${s.word} de ${s.who} sur le ${s.number}.`,
      bank: () => "Cet échange vous rapproche de votre prochaine construction.",
      offer: () => "Cela vous rapproche d'une construction, et quelqu'un devrait accepter.",
      accept: () => "L'échange vous aide plus que les autres.",
      refuse: () => "L'échange aiderait quelqu'un d'autre plus que vous.",
      counter: () => "Demandez mieux : cela vous irait à tous deux.",
      confirm: () => "Échangez avec qui cela aide le moins.",
      take: () => "L'échange est bon pour vous.",
      decline: () => "L'échange ne vous aide pas.",
      withdraw: () => "Personne n'en veut à de bonnes conditions.",
      best: () => "C'est ainsi que vous serez le mieux placé.",
    },
  },
  coach: {
    title: "Entraîneur", help: "Montre les meilleurs coins pendant la mise en place",
    best: "Les meilleurs coins pour vous", rank: (n) => `choix ${n} de l'entraîneur`,
    numbers: (pips, how) => `${pips} chances sur 36${how}`, good: ", parmi les meilleurs numéros", few: ", peu",
    variety: "trois ressources différentes", twice: "deux fois la même ressource",
    sameNumber: "deux fois le même numéro : tout ou rien",
    adds: (what) => `ajoute ${what}`,
    harbor: (rate, word, what, fits) => `${word} ${rate}:1${what ? ` pour ${what}` : ""}${fits}`,
    fits: ", que vous produiriez", blocks: (pips) => `prive les autres d'un coin à ${pips} chances`,
  },
  action: {
    roll: "Lancer", end: "Terminer", stop: "Ne plus construire", endPart: "Terminer ma part", pass: "Passer",
    build: "Construire", cancel: "Annuler", here: "Construire ici", moveHere: "Ici", undo: "Reprendre",
    undoAsk: "Demander à reprendre", hint: "Conseil", hintIs: "Le choix d'un bot : ", buy: "Acheter", play: "Jouer",
    left: (n) => `reste ${n}`, unlimited: "sans limite", inDeck: (n) => `reste ${n}`,
    choosePlace: "Choisissez un endroit entouré", free: "gratuit", cost: "Coût", key: (key) => `touche ${key}`,
    discard: (n, of) => `${n} sur ${of} choisies`,
    robWhom: "Voler qui ?", nobody: "personne", cardsOf: (n) => pluriel(n, "carte", "cartes"), giveBack: "Rendre",
    notNow: "pas maintenant", tapAgain: "« Construire ici » confirme", why: "Pourquoi pas ?",
    fresh: "achetée ce tour-ci",
    newGame: "Nouvelle partie", lobby: "Accueil",
  },
  hand: {
    title: "Votre main", devTitle: "Vos cartes développement", empty: "aucune carte",
    points: "compte quand vous gagnez", count: (n, name) => `${n} ${name}`,
    help: {
      knight: "Déplacez le voleur et prenez une carte.", victory_point: "Un point, caché.",
      road_building: "Placez deux routes gratuites.", year_of_plenty: "Prenez deux ressources au choix.",
      monopoly: "Prenez à tous toutes les cartes d'une sorte.",
    },
    choosePlenty: (supply) => `Prenez (${supply})`, chooseMonopoly: "Toutes de quelle sorte ?",
    playCard: (name) => `Jouer ${name}`, newOne: "nouvelle",
  },
  trade: {
    said: (who, what) => `${who} : « ${what} »`, refuseAlways: "Tout refuser dans cette partie",
    refusing: "Toutes les offres sont refusées pour vous.", hear: "Les entendre à nouveau",
    title: "Échange", give: "Vous donnez", get: "Vous recevez", to: "à", all: "tous", offer: "Offrir",
    counter: "Contre-offre", propose: "Proposer", supply: (name, rate) => `${name} ${rate}`,
    refuseAll: "Tout refuser ce tour", allRefused: "Tous ont refusé", bubble: (name) => `${name} offre`,
    open: "Échange", handHelp: (what) => `${what} : un clic en offre un`, clear: "Vider", accept: "Accepter",
    refuse: "Refuser", withdraw: "Retirer",
    incoming: (name) => `${name} vous offre`, theyGive: "donne", theyGet: "contre", mine: "Votre offre",
    answers: { waiting: "réfléchit", accepted: "accepte", refused: "refuse" }, close: (name) => `Échanger avec ${name}`,
    decline: "Décliner",
    proposal: (name) => `${name} propose`, after: "Votre main ensuite",
    empty: "Choisissez ce que vous donnez et recevez.", pick: "Choisissez les deux côtés",
    more: (what) => `${what} : un de plus`, fewer: (what) => `${what} : un de moins`, rates: "Vos taux",
    rate: (n, what) => `${n} ${what} pour 1`, counterThis: "Contre-offre …",
    nothingOpen: "", yourProposal: "Votre proposition est faite", forYou: "à vous", notToYou: "à d'autres",
    lack: "pas en main", noRate: "Choisissez une sorte à donner et une carte à recevoir ; vos taux sont en bas.",
    directionGive: "quitte votre main", directionGet: "vient en main",
  },
  log: {
    nothing: "Personne ne reçoit rien.",
    filters: { all: "Tout", dice: "Dés", build: "Construire", trade: "Échange", robber: "Voleur" }, filter: "Montrer",
    show: "Montrer sur l'île", toEnd: "Au plus récent", title: "Journal", chat: "Discussion",
    say: "Dites quelque chose", send: "Envoyer", none: "Rien ne s'est encore passé.",
    chatNone: "Personne n'a rien dit.", you: "Vous", tab: "Journal et discussion", statistics: "Dés",
    turn: (n) => `Tour ${n}`,
  },
  dice: {
    title: "Les dés jusqu'ici", rolled: "lancés", expected: "attendus", rolls: (n) => pluriel(n, "lancer", "lancers"),
    none: "Aucun lancer.", bar: (sum, count, expected) => `${sum} : ${count}, attendus ${expected}`,
  },
  board: {
    label: "L'île. Les flèches parcourent les endroits.",
    hex: (name, terrain, number) => `${name} : ${terrain}${number ? `, ${number}` : ""}`, robber: "le voleur est ici",
    was: "le voleur était ici", harbor: (name, rate, what) => `${name} ${rate}:1 ${what}`,
    anyResource: "au choix", at: (what, place, around) => `${what} en ${place} : ${around}`, sea: "côte",
    roadAt: (place) => place, robberTo: (hex, around) => `Voleur en ${hex}${around ? ` ; à côté ${around}` : ""}`,
    piece: (who, what, place) => `${who} : ${what} en ${place}`, pips: (n) => pluriel(n, "point", "points"),
    inactive: "couleur inactive", latest: "dernière pièce",
  },
  remarks: {
    too_much: "C'est trop pour moi.", ahead: "Vous êtes déjà en tête.", need_it: "J'en ai besoin moi-même.",
    no_use: "Je n'en ai pas l'usage.", not_now: "Pas maintenant.",
  },
  notes: {
    undo_refused: "Votre souhait de reprendre n'a pas été accordé.",
    time_up: "Votre temps était écoulé : la table a continué pour vous.",
    all_refused: "Tous ont refusé : votre offre est retirée.", refused_for_you: "Refusé pour vous, comme auparavant.",
  },
  banner: {
    seven: "Sept !", award: (name, award) => `${name} : ${award}`, youAward: (award) => `${award} est à vous`,
    nobody: (award) => `${award} n'est à personne`, yourTurn: "À vous de jouer", wins: (name) => `${name} gagne !`,
    youWin: "Vous gagnez !", points: (n) => pluriel(n, "point", "points"),
  },
  undo: {
    asks: (name, n) =>
      `${name} aimerait reprendre ${n === 1 ? "la dernière action :" : `les ${n} dernières actions, dont :`}`,
    allow: "Permettre", deny: "Refuser",
    waiting: (names) => `On attend la permission de ${names}.`, yours: "Vous avez demandé à reprendre.",
  },
  away: {
    title: (names) => `Absent : ${names}`, clock: "L'horloge est arrêtée.", vote: "Comment continuer ?",
    wait: "Attendre", bot: "Un bot joue", abort: "Interrompre",
    grace: (seconds) => `La table peut décider dans ${seconds} s.`, voted: (name, choice) => `${name} : ${choice}`,
    back: "La place peut être reprise à tout moment.",
  },
  end: {
    title: (name) => `${name} gagne`, youTitle: "Vous gagnez !",
    after: (turns) => `après ${pluriel(turns, "tour", "tours")}`, score: "Score", player: "Joueur", total: "Total",
    vpCards: "Cartes point de victoire", charts: "Comment ça s'est passé", pointsOverTime: "Points au fil du temps",
    diceChart: "Dés", cardsChart: "Cartes", gained: "reçues", blocked: "bloquées", stolen: "volées aux autres",
    lost: "volées par d'autres", discarded: "rendues", traded: "échangées", revealed: "Mains dévoilées",
    luck: "La chance", expected: "production attendue", actual: "production réelle", percentile: "chance en pour cent",
    sevens: "sept lancés", percent: (n) => `plus de chance que dans ${n} de telles parties`, again: "Rejouer",
    checkDice: "Vérifier les dés", replay: "Revoir", record: "Télécharger l'enregistrement", lobby: "Accueil",
    show: "Résultat", curve: "Chances de gagner", hide: "Voir l'île",
    scoreHelp: "points (pièces, longueur, chevaliers)",
    luckHelp: "La production comparée à ce que les dés devaient à chaque endroit, tour par tour.",
    average: "lancer moyen",
  },
  replay: {
    turn: (n) => `Tour ${n}`, previousTurn: "Tour précédent", nextTurn: "Tour suivant", turning: "Tournants",
    hands: "Mains", title: "Revoir", first: "Premier coup", previous: "Coup précédent", next: "Coup suivant",
    last: "Dernier coup", play: "Lecture", pause: "Pause", move: (n, of) => `Coup ${n} sur ${of}`,
    link: "Lien vers ce coup", download: "Télécharger l'enregistrement", fromFile: "d'un fichier",
    ofGame: (code) => `de la table ${code}`, knowledge: "La partie dure encore : vous voyez ce que vous savez.",
    start: "L'île avant le premier coup", speed: "Vitesse", noFile: "Ouvrez d'abord un enregistrement à l'accueil.",
    goTable: "À la table",
  },
  help: {
    title: "Touches",
    keys: [
      ["r", "lancer les dés"], ["e", "terminer le tour"], ["b", "aux boutons de construction"],
      ["1 – 4", "route, colonie, ville, carte développement"], ["5", "jouer une carte développement"],
      ["t", "à l'échange"], ["a / x", "accepter / refuser une offre"], ["i", "à l'île"],
      ["flèches", "parcourir les endroits de l'île"], ["Enter", "placer, confirmer"], ["Esc", "annuler"],
      ["u", "reprendre"], ["h", "conseil"], ["o", "entraîneur"], ["c", "discussion"], ["l", "lire la situation"],
      ["m", "couper le son"], ["?", "cette aide"],
    ],
    rules: "Les règles de cette table", show: "Touches et règles",
  },
  situation: (turn, hand, points) => `${turn}. Votre main : ${hand}. Vous avez ${pluriel(points, "point", "points")}.`,
  placed: "placé",
  refused: "Impossible : ",
  quicker: "Quelqu'un a été plus rapide : la table a changé.",
};
