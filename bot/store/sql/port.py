"""The base of the ports: how their methods run statements on two connections of an engine, one of which writes.

The writer commits queued work in groups, and reports each result once it is durable.
"""

from __future__ import annotations

import asyncio
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from itertools import groupby
from typing import Any, Final, Generic, NamedTuple, TypeVar

from bot.runtime import metrics
from bot.runtime.logs import note_write
from bot.store.conditions import Condition
from bot.store.errors import BadRow, Closed, Corrupt, DatabaseTrouble
from bot.store.sql.connection import ReadingConnection, SqlConnection, Work, WritingConnection

T = TypeVar("T")
SLOW: Final = 15.0
"""Seconds after which a running commit counts as stuck; a wait for another program's lock is never longer."""


class Port(ABC):
    """The questions of the program to its database about one kind of data, whatever the engine.

    These hold for every method of a port:
    - A method that writes returns when its transaction is durable. It is written as a whole or not at all.
    - A read sees everything that was acknowledged before it began, and waits for no writer.
    - Every method may raise DatabaseTrouble, one that writes also BadRow.
    - `conditions` must hold in the transaction, else Unmet is raised, and TooManyUses for a use that is one too many.
    - Times are in milliseconds since the epoch (UTC); a person is known by a random key.
    """

    def __init__(self, writer: Writer, reader: ReadingConnection, now: Callable[[], int]) -> None:
        self._writer = writer
        self._reader = reader
        self._now = now

    @abstractmethod
    def _check(self, db: SqlConnection, at: int, conditions: Sequence[Condition]) -> None:
        """Raise Unmet for the first condition that does not hold, TooManyUses for a use that is one too many."""

    async def _read(self, work: Work[T]) -> T:
        """Run `work` on the thread of the connection that reads."""
        return await self._reader.run(work)

    async def _read_at_once(self, work: Work[T]) -> T:
        """Read as `_read` does; all statements see one moment."""

        def work_in_transaction(db: SqlConnection) -> T:
            db.execute("BEGIN")
            try:
                return work(db)
            finally:
                db.execute("COMMIT")

        return await self._reader.run(work_in_transaction)

    async def _rows(self, make: Callable[[Any], T], sql: str, /, **values: object) -> list[T]:
        """The rows that a statement finds, each as `make` makes it of the columns."""
        return await self._reader.run(lambda db: list(map(make, db.execute(sql, values))))

    async def _first(self, make: Callable[[Any], T], sql: str, /, **values: object) -> T | None:
        """Return the first one of `_rows`; None if there is none."""

        def work(db: SqlConnection) -> T | None:
            found = db.execute(sql, values).fetchone()
            return None if found is None else make(found)

        return await self._reader.run(work)

    async def _numbers(self, sql: str, /, **values: object) -> list[int]:
        """The first column of the rows that a statement finds."""
        return await self._reader.run(lambda db: [row[0] for row in db.execute(sql, values)])

    async def _write(self, work: Work[T]) -> T:
        """Run `work` in a commit, which it shares with those that write at the same time."""
        return await self._writer.write(work)

    async def _execute(self, sql: str, /, **values: object) -> None:
        """Run one statement that writes."""

        def work(db: SqlConnection) -> None:
            db.execute(sql, values)

        await self._writer.write(work)

    async def _execute_many(self, sql: str, rows: Sequence[Mapping[str, Any]]) -> None:
        """Run one statement that writes for several rows."""

        def work(db: SqlConnection) -> None:
            db.executemany(sql, rows)

        await self._writer.write(work)


class Job(NamedTuple, Generic[T]):
    work: Work[Any]
    done: asyncio.Future[T]
    is_late: bool
    """True if the result of the work is its second part: a function that returns the result."""


class Writer:
    """Runs pieces of work in shared commits; each of them succeeds or fails alone."""

    def __init__(self, connection: WritingConnection) -> None:
        self._connection = connection
        self._loop = asyncio.get_running_loop()
        self._waiting: list[Job[Any]] = []
        self._draining: asyncio.Task[None] | None = None
        self._closed = False
        self._failure: str | None = None
        self._commit_began: float | None = None

    @property
    def failure(self) -> str | None:
        """The reason why the last commit failed or the present one is stuck, in plain words; None if neither."""
        if self._commit_began is not None and (took := time.monotonic() - self._commit_began) > SLOW:
            return f"it has not finished writing for {took:.0f} s"
        return self._failure

    async def write(self, work: Work[T]) -> T:
        """Run `work` and return its result once it is durable.

        `work` runs on the writer's thread and must do nothing but SQL. If it raises, only its own changes are rolled
        back; a commit that fails raises DatabaseTrouble for all callers in it. Cancelling the caller before its commit
        has begun removes its work; after that the work is done, and only the result is lost.
        """
        result: T = await self._write(work, is_late=False)
        return result

    async def write_late(self, work: Work[Callable[[], T]]) -> T:
        """Write as `write` does, for work whose second part may run after the first parts of others that are late.

        An engine can then send the first parts of all of them before it waits for an answer.
        """
        result: T = await self._write(work, is_late=True)
        return result

    async def _write(self, work: Work[Any], *, is_late: bool) -> Any:
        if self._closed:
            await self._connection.run(lambda _: None)  # raises the reason if there is a better one
            raise Closed(self._connection.path)
        begun = time.perf_counter()
        done: asyncio.Future[Any] = self._loop.create_future()
        self._waiting.append(Job(work, done, is_late))
        if self._draining is None:
            self._draining = asyncio.create_task(self._drain(), name="store writer")
        durable = await done
        note_write()
        metrics.current.time_commit(begun)
        return durable

    async def confirm(self, within: float) -> None:
        await self._connection.confirm(within)

    async def close(self) -> None:
        self._closed = True
        if self._draining is not None:
            await asyncio.wait([self._draining])
        for job in self._waiting:  # only while the loop is being closed
            job.done.cancel()
        await self._connection.close()

    async def _drain(self) -> None:
        jobs: list[Job[Any]] = []
        try:
            while self._waiting:
                jobs = [job for job in self._waiting if not job.done.cancelled()]
                self._waiting.clear()
                await self._commit(jobs)
                await asyncio.sleep(0)  # the callers just released may write more, which shall share the next commit
        finally:
            for job in jobs:
                job.done.cancel()  # without effect on those that have a result
            self._draining = None

    async def _commit(self, jobs: Sequence[Job[Any]]) -> None:
        self._commit_began = time.monotonic()
        try:
            outcomes = await self.alone(lambda db: commit_together(db, self._connection, jobs))
        except Exception as error:
            outcomes = [error for _ in jobs]
        finally:
            self._commit_began = None
        errors = [outcome for outcome in outcomes if isinstance(outcome, Exception)]
        self._failure = next((str(error) for error in errors if isinstance(error, DatabaseTrouble)), None)
        for failure in errors:
            self._connection.note(failure)
        for job, outcome in zip(jobs, outcomes, strict=True):
            if job.done.cancelled():  # during the commit
                continue
            if isinstance(outcome, Exception):
                job.done.set_exception(outcome)
            else:
                job.done.set_result(outcome)

    async def alone(self, work: Work[T]) -> T:
        """Run `work` as it is, in no transaction unless it begins one. No commit runs meanwhile."""
        return await self._connection.alone(work)


class Stumbled(Exception):
    """A piece of work has raised, so the transaction is rolled back."""


def commit_together(db: SqlConnection, engine: WritingConnection, jobs: Sequence[Job[Any]]) -> list[Any]:
    """Do all jobs in one transaction; return for each its result, or the exception that it raised.

    Work rarely fails, so the first run sends statements together. Only a second run, after a failure, uses savepoints.
    """

    def together() -> list[Any]:
        try:
            outcomes = _do_in_order(db, jobs)
            engine.settle(db)
        except Exception as error:
            raise Stumbled from error
        return outcomes

    try:
        try:
            return _transact(db, engine, engine.batch(db), together)
        except Stumbled:
            return _transact(db, engine, nullcontext(), lambda: [_do_separately(db, engine, job) for job in jobs])
    except engine.dialect.error as error:
        return [engine.trouble_of(error) for _ in jobs]


def _do_in_order(db: SqlConnection, jobs: Sequence[Job[Any]]) -> list[Any]:
    """Do all jobs, the second parts after the first parts of neighbours that have some."""
    outcomes: list[Any] = []
    for is_late, group in groupby(jobs, lambda job: job.is_late):
        found = [job.work(db) for job in group]
        outcomes += [look() for look in found] if is_late else found
    return outcomes


def _transact(
    db: SqlConnection, engine: WritingConnection, batch: AbstractContextManager[object], work: Callable[[], T]
) -> T:
    try:
        with batch:
            db.execute(engine.dialect.begin)
            result = work()
            db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise
    return result


def _do_separately(db: SqlConnection, engine: WritingConnection, job: Job[Any]) -> Any:
    """Do one piece of work; if it fails, roll it back alone, unless the engine has ended the whole transaction."""
    db.execute("SAVEPOINT work")
    try:
        outcome = job.work(db)
        outcome = outcome() if job.is_late else outcome
    except Exception as error:
        if not db.in_transaction:
            raise
        db.execute("ROLLBACK TO work")
        outcome = _outcome(error, engine)
    db.execute("RELEASE work")
    return outcome


def _outcome(error: Exception, engine: WritingConnection) -> Exception:
    """Return the error of a piece of work as its caller is to see it."""
    if isinstance(error, engine.dialect.broken_rule):
        return BadRow(str(error).partition("\n")[0])  # further lines could tell values of the row
    return engine.trouble_of(error) if isinstance(error, engine.dialect.error) else error


class StoreHealth(Port):
    """The condition of the database, in use."""

    @property
    def write_failure(self) -> str | None:
        """The reason why nothing can be written at present, in plain words; None if the last commit succeeded."""
        return self._writer.failure

    @abstractmethod
    async def wait_for_loss(self) -> DatabaseTrouble:
        """Wait until the connection to the database is lost; return why. This process can write nothing from then on.

        A file is never lost in this way.
        """

    async def confirm(self, within: float) -> None:
        """Return if only this process could write at some moment of the last `within` seconds, or can now.

        Raises DatabaseTrouble if the connection was lost.
        """
        await self._writer.confirm(within)

    @property
    @abstractmethod
    def damage(self) -> Corrupt | None:
        """The damage found in the database, None if there is none; with damage every operation is refused."""

    @abstractmethod
    async def check_integrity(self) -> None:
        """Read and check everything that is stored while plays go on. Raises DatabaseTrouble."""
