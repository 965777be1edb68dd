"""What is stored: players, tables, seats, the action log that is the truth, and chat. The same for SQLite and PostgreSQL."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
    false,
)

metadata = MetaData()

CODE = 16
NAME = 60
HASH = 64
COMMAND = 64
LOOK = 240  # of a name as the eye reads it; one letter may look like several

players = Table(
    "players",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("secret_hash", String(HASH), nullable=False, unique=True),
    Column("name", String(NAME), nullable=False, default=""),
    Column("created", Float, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("code", String(CODE), primary_key=True),
    Column("name", String(NAME), nullable=False),
    Column("edition", String(32), nullable=False),
    Column("players", SmallInteger, nullable=False),
    Column("options", Text, nullable=False),  # JSON
    Column("public", Boolean, nullable=False),
    Column("rated", Boolean, nullable=False, server_default=false()),
    Column("turn_seconds", Float),
    Column("reserve_seconds", Float),  # of each player, for the whole game, beyond the time for a turn
    Column("increment_seconds", Float),  # that a reserve gains by each own turn
    Column("clock", Text),  # JSON: what is left of the reserves, and what of this turn was used, see table/clock.py
    Column("status", String(10), nullable=False),
    Column("creator", String(32)),
    Column("seed", String(HASH), nullable=False),  # secret until the game is over
    Column("words", Text, nullable=False),  # JSON: seat -> what a player mixed in
    Column("seals", Text),  # JSON: seat -> the hash of a word that is revealed at the start
    Column("starts", Text),  # JSON: of each start that asked for words, the seals that were to be opened
    Column("opening", Text),  # JSON of the game before its first entry, once started
    Column("result", Text),  # JSON: winner and points, once over
    Column("created", Float, nullable=False),
    Column("updated", Float, nullable=False),
    # one process owns a table at a time; a write with an older fence is refused
    Column("owner", String(64)),
    Column("fence", Integer, nullable=False, default=0),
    Column("lease", Float),
    Column("pending", Text),  # JSON: an open request to take back and an open vote, see table/pending.py
    Column("ended", Float),  # when it was over or aborted: fixed then, so that ratings always count the games in one order
    Column("advance", Text),  # JSON: seat -> what its player has answered beforehand, see table/slow.py
    Column("house", Text),  # JSON: what the host has decided (locked, muted, banned), see table/hosting.py
    Column("reminded", Integer),  # of a slow table: the version at which those who are awaited were reminded
    Index("tables_by_status", "status", "public", "updated"),
    Index("tables_by_end", "rated", "ended"),
)

seats = Table(
    "seats",
    metadata,
    Column("code", String(CODE), ForeignKey("tables.code", ondelete="CASCADE"), primary_key=True),
    Column("seat", SmallInteger, primary_key=True),
    Column("kind", String(8), nullable=False),  # human, bot, open
    Column("player", String(32)),
    Column("name", String(NAME), nullable=False),
    Column("colour", String(16), nullable=False),
    Column("bot", String(32)),
    Column("level", String(32)),
    Column("bot_plays", Boolean, nullable=False, default=False),  # a bot plays on for a human who is away
    Column("token_hash", String(HASH)),
    Column("resigned", Float),  # when its player gave up a rated game; a bot plays on and the player cannot come back
    Column("registered", Boolean, nullable=False, server_default=false()),  # the name is its player's own; else it is a guest's
    Column("program", Boolean, nullable=False, server_default=false()),  # its player is a program with an account of its own
    Index("seats_by_player", "player"),
)

entries = Table(
    "entries",
    metadata,
    Column("code", String(CODE), ForeignKey("tables.code", ondelete="CASCADE"), primary_key=True),
    Column("version", Integer, primary_key=True),  # the table's version after this entry, from 1
    Column("seat", SmallInteger, nullable=False),  # -1 for chance
    Column("action", BigInteger),  # an encoded action, or...
    Column("undo_to", Integer),  # ...the length that the log goes back to
    Column("command", String(COMMAND)),  # the client's own id of the command that caused it
    Column("time", Float, nullable=False),
    Index("entries_by_command", "code", "seat", "command", unique=True),  # a command is done once, however late it comes again
)

# --- accounts (accounts.py): a player who can come back from another browser

accounts = Table(
    "accounts",
    metadata,
    Column("player", String(32), ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    Column("name", String(NAME), nullable=False),
    Column("created", Float, nullable=False),
    Column("phrase_hash", String(HASH), unique=True),
    Column("shown", Boolean, nullable=False, default=False),  # may others see the profile?
    Column("operator", Boolean, nullable=False, server_default=false()),  # may use the operator's desk (people/desk.py)
    Column("program", Boolean, nullable=False, server_default=false()),  # a program plays by it, for ever (people/programs.py)
)

names = Table(  # every way in which a registered name may be read belongs to one player
    "names",
    metadata,
    Column("look", String(LOOK), primary_key=True),
    Column("player", String(32), ForeignKey("accounts.player", ondelete="CASCADE"), nullable=False),
    Index("names_by_player", "player"),
)

devices = Table(  # browsers that are signed in; a guest has only one, and its secret stands in `players`
    "devices",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("player", String(32), ForeignKey("accounts.player", ondelete="CASCADE"), nullable=False),
    Column("secret_hash", String(HASH), nullable=False, unique=True),
    Column("name", String(NAME), nullable=False),
    Column("created", Float, nullable=False),
    Column("used", Float, nullable=False),
    Index("devices_by_player", "player"),
)

tokens = Table(  # by which programs sign in
    "tokens",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("player", String(32), ForeignKey("accounts.player", ondelete="CASCADE"), nullable=False),
    Column("secret_hash", String(HASH), nullable=False, unique=True),
    Column("name", String(NAME), nullable=False),
    Column("scopes", String(60), nullable=False),  # words with blanks between them
    Column("created", Float, nullable=False),
    Column("used", Float),
    Index("tokens_by_player", "player"),
)

passkeys = Table(
    "passkeys",
    metadata,
    Column("id", String(HASH), primary_key=True),  # the hash of the credential's id
    Column("player", String(32), ForeignKey("accounts.player", ondelete="CASCADE"), nullable=False),
    Column("credential", Text, nullable=False),  # base64url, as browsers write it
    Column("public_key", Text, nullable=False),
    Column("count", BigInteger, nullable=False),  # of uses, where the key counts
    Column("name", String(NAME), nullable=False),
    Column("created", Float, nullable=False),
    Column("used", Float, nullable=False),
    Index("passkeys_by_player", "player"),
)

logins = Table(  # accounts that a club's own login opens (people/club.py)
    "logins",
    metadata,
    Column("id", String(HASH), primary_key=True),  # the hash of issuer and subject
    Column("player", String(32), ForeignKey("accounts.player", ondelete="CASCADE"), nullable=False),
    Column("created", Float, nullable=False),
    Index("logins_by_player", "player"),
)

challenges = Table(  # asked of a passkey, and answered once; not part of a backup
    "challenges",
    metadata,
    Column("id", String(HASH), primary_key=True),
    Column("purpose", String(16), nullable=False),
    Column("player", String(32)),
    Column("name", String(NAME), nullable=False),  # that is to be registered
    Column("until", Float, nullable=False),
    Index("challenges_by_end", "until"),
)

notices = Table(  # where a player wants notices of the turn (people/notices.py)
    "notices",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("player", String(32), ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("address", Text, nullable=False),
    Column("p256dh", String(120), nullable=False),
    Column("auth", String(60), nullable=False),
    Column("created", Float, nullable=False),
    Column("site", String(200), nullable=False, server_default=""),  # under which address its player uses this server
    Index("notices_by_player", "player"),
)

feeds = Table(  # addresses at which programs that read feeds see what waits for a player (people/feeds.py)
    "feeds",
    metadata,
    Column("player", String(32), ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    Column("secret_hash", String(HASH), nullable=False, unique=True),
    Column("created", Float, nullable=False),
)

holidays = Table(  # when a player's time at slow tables stands still (store/holidays.py)
    "holidays",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("player", String(32), ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    Column("since", Float, nullable=False),
    Column("until", Float, nullable=False),
    Index("holidays_by_player", "player"),
)

own_keys = Table(  # of the server
    "own_keys",
    metadata,
    Column("name", String(16), primary_key=True),
    Column("value", Text, nullable=False),
)

# --- clubs (clubs/): people who meet

tournaments = Table(
    "tournaments",
    metadata,
    Column("id", String(CODE), primary_key=True),
    Column("name", String(NAME), nullable=False),
    Column("creator", String(32)),  # none: the operator, or somebody whose account is deleted
    Column("status", String(10), nullable=False),  # open, running, over, cancelled
    Column("public", Boolean, nullable=False),
    Column("wish", Text, nullable=False),  # JSON: what is played, and how, see store/tournaments.py
    Column("round", SmallInteger, nullable=False, default=0),
    Column("created", Float, nullable=False),
    Column("starts", Float),  # when it begins, or its next round does; none: when its creator says so
    Column("updated", Float, nullable=False),
    Column("ended", Float),
    # one process drives a tournament at a time, as one owns a table
    Column("owner", String(64)),
    Column("fence", Integer, nullable=False, default=0),
    Column("lease", Float),
    Index("tournaments_by_status", "status", "updated"),
)

entrants = Table(  # who takes part in a tournament
    "entrants",
    metadata,
    Column("tournament", String(CODE), ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    Column("n", SmallInteger, primary_key=True),
    Column("player", String(32)),  # none: a bot, or somebody whose account is deleted
    Column("name", String(NAME), nullable=False),
    Column("registered", Boolean, nullable=False, server_default=false()),
    Column("bot", String(32)),
    Column("level", String(32)),
    Column("joined", Float, nullable=False),
    Column("gone", Float),  # when they withdrew, or stayed away too often
    Column("origin", String(32)),  # of a person: from where, as a hash that only this server can make
    Index("entrants_by_player", "player"),
)

pairings = Table(  # a table of a tournament's round
    "pairings",
    metadata,
    Column("tournament", String(CODE), ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    Column("round", SmallInteger, primary_key=True),
    Column("place", SmallInteger, primary_key=True),
    Column("code", String(CODE), nullable=False, unique=True),  # of the table, which is made after the pairing and may be deleted before it
    Column("entrants", Text, nullable=False),  # JSON: by seat
    Column("result", Text),  # JSON: points, winner's seat, seats that were left
)

relations = Table(  # of one player to another: friend, asked, avoided, blocked
    "relations",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("player", String(32), ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    Column("kind", String(8), nullable=False),
    Column("other", String(32)),  # none: nobody has the name that was asked for
    Column("name", String(NAME), nullable=False),
    Column("created", Float, nullable=False),
    Index("relations_by_player", "player", "kind"),
    Index("relations_by_other", "other", "kind"),
)

invitations = Table(  # to a table, by name
    "invitations",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("code", String(CODE), ForeignKey("tables.code", ondelete="CASCADE"), nullable=False),
    Column("player", String(32), ForeignKey("players.id", ondelete="CASCADE"), nullable=False),  # who invites
    Column("other", String(32), ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    Column("name", String(NAME), nullable=False),
    Column("created", Float, nullable=False),
    Index("invitations_by_other", "other"),
    Index("invitations_by_player", "player"),
)

seeks = Table(  # wishes for a game; not part of a backup
    "seeks",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("player", String(32), ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    Column("name", String(NAME), nullable=False),
    Column("registered", Boolean, nullable=False),
    Column("wish", Text, nullable=False),  # JSON, see store/seeks.py
    Column("strength", Float, nullable=False),
    Column("origin", String(32), nullable=False),
    Column("created", Float, nullable=False),
    Column("seen", Float, nullable=False),  # when the seeker last asked
    Column("code", String(CODE)),  # of the table that came of it
    Index("seeks_by_player", "player"),
)

club_texts = Table(  # the club's page: name, rules, pinned
    "club_texts",
    metadata,
    Column("name", String(16), primary_key=True),
    Column("value", Text, nullable=False),
)

checkpoints = Table(  # a short cut for loading (table/checkpoint.py); not part of a backup
    "checkpoints",
    metadata,
    Column("code", String(CODE), ForeignKey("tables.code", ondelete="CASCADE"), primary_key=True),
    Column("version", Integer, nullable=False),  # of the table, up to which it tells the log
    Column("game", LargeBinary, nullable=False),
)

reviews = Table(  # (review/reviews.py): a game is judged once; not part of a backup
    "reviews",
    metadata,
    Column("content", String(HASH), primary_key=True),  # of the game: its opening, its log, and the judge's version
    Column("code", String(CODE), ForeignKey("tables.code", ondelete="CASCADE")),  # none: somebody sent the record
    Column("body", LargeBinary, nullable=False),  # JSON, compressed
    Column("size", Integer, nullable=False),
    Column("used", Float, nullable=False),
    Index("reviews_by_table", "code", "used"),
)

digests = Table(  # what a table's review says of each seat (review/digest.py); worked out from it, not part of a backup
    "digests",
    metadata,
    Column("code", String(CODE), ForeignKey("tables.code", ondelete="CASCADE"), primary_key=True),
    Column("seat", SmallInteger, primary_key=True),
    Column("body", Text, nullable=False),  # JSON
    Column("fed", Boolean, nullable=False, server_default=false()),  # are the seat's mistakes in its player's deck?
)

drills = Table(  # a player's deck (people/drills.py): own mistakes and shipped puzzles, repeated at growing intervals
    "drills",
    metadata,
    Column("player", String(32), ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    Column("id", String(40), primary_key=True),  # CODE-ENTRY of an own mistake, or the puzzle's id
    Column("own", Boolean, nullable=False),
    Column("state", String(8), nullable=False),  # waiting (to be checked), ready, refused (no clear answer), out (taken out)
    Column("theme", String(20), nullable=False),
    Column("due", Float, nullable=False),
    Column("times", Integer, nullable=False),  # it was answered
    Column("memory", Text),  # JSON: how well it is remembered; none before the first answer
    Column("body", Text),  # JSON of an own one that is ready
    Column("created", Float, nullable=False),
    Index("drills_by_due", "player", "state", "due"),
)

practice = Table(  # what a player has drilled, day by day
    "practice",
    metadata,
    Column("player", String(32), ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    Column("day", Integer, primary_key=True),  # since 1970, UTC
    Column("seconds", Float, nullable=False),
    Column("answered", Integer, nullable=False),
    Column("found", Integer, nullable=False),
)

chat = Table(
    "chat",
    metadata,
    Column("code", String(CODE), ForeignKey("tables.code", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("seat", SmallInteger),
    Column("player", String(32)),
    Column("name", String(NAME), nullable=False),
    Column("text", Text, nullable=False),
    Column("command", String(COMMAND)),
    Column("time", Float, nullable=False),
    Index("chat_by_player", "player"),
    Index("chat_by_command", "code", "seat", "command", unique=True),
)

orders = Table(  # of the operator to running servers, see orders.py
    "orders",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("what", String(16), nullable=False),
    Column("subject", String(64), nullable=False),
    Column("time", Float, nullable=False),
)

bans = Table(  # by the operator, from the whole server, see bans.py
    "bans",
    metadata,
    Column("subject", String(64), primary_key=True),  # a player's id, an address or a network
    Column("reason", String(200), nullable=False),
    Column("time", Float, nullable=False),
    Column("until", Float),  # None: until the operator lifts it
    Column("what", String(8), nullable=False, server_default="all"),  # or "chat": may play, but not write
)

complaints = Table(  # of players about others at their table, for the operator (people/complaints.py); they outlive the table
    "complaints",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("code", String(CODE), nullable=False),
    Column("version", Integer, nullable=False),  # of the table, at that moment
    Column("player", String(32), ForeignKey("players.id", ondelete="CASCADE"), nullable=False),  # who complains
    Column("name", String(NAME), nullable=False),
    Column("about", String(32)),  # a player's id; none: that player has been deleted
    Column("about_name", String(NAME), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("text", Text, nullable=False),
    Column("chat", Text, nullable=False),  # JSON: the last lines as they were
    Column("record", LargeBinary, nullable=False),  # compressed: the game as the one who complains may know it
    Column("time", Float, nullable=False),
    Column("closed", Float),
    Column("note", String(200), nullable=False, server_default=""),  # the operator's
    Index("complaints_by_state", "closed", "time"),
    Index("complaints_by_player", "player"),
    Index("complaints_by_subject", "about"),
)
