"""The database: the ports that its users know, their values and errors, and the engines behind them.

A port is a class with the methods for one kind of data, beside the statements that they run. Callers name the ports
that they use, and run no SQL themselves. The store takes and returns plain values and does not know the rules of a
table.
"""

from bot.store.conditions import *  # noqa: F403
from bot.store.errors import *  # noqa: F403
from bot.store.rows import *  # noqa: F403
from bot.store.sql.conditions import CountStore as CountStore
from bot.store.sql.conduct import BlockStore as BlockStore
from bot.store.sql.conduct import ConductStore as ConductStore
from bot.store.sql.cup_templates import CupDraftStore as CupDraftStore
from bot.store.sql.cup_templates import WeeklyCupStore as WeeklyCupStore
from bot.store.sql.cups import CupStore as CupStore
from bot.store.sql.guilds import GuildStore as GuildStore
from bot.store.sql.guilds import OrganisingStore as OrganisingStore
from bot.store.sql.guilds import RoleMentionStore as RoleMentionStore
from bot.store.sql.guilds import WelcomeStore as WelcomeStore
from bot.store.sql.key_value import KeyValueStore as KeyValueStore
from bot.store.sql.leagues import LeagueStore as LeagueStore
from bot.store.sql.learning import LearningStore as LearningStore
from bot.store.sql.messages import MessageStore as MessageStore
from bot.store.sql.messages import PlaceStore as PlaceStore
from bot.store.sql.outages import OutageStore as OutageStore
from bot.store.sql.people import PeopleStore as PeopleStore
from bot.store.sql.port import StoreHealth as StoreHealth
from bot.store.sql.pruning import PruningStore as PruningStore
from bot.store.sql.reminders import AnnouncementStore as AnnouncementStore
from bot.store.sql.reminders import ReminderStore as ReminderStore
from bot.store.sql.results import ResultStore as ResultStore
from bot.store.sql.store import Store as Store
from bot.store.sql.table_lists import TableLists as TableLists
from bot.store.sql.tables import RecordStore as RecordStore
