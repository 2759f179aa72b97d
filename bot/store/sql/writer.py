"""The only writer: it commits queued work in groups and reports each result once it is durable."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from contextvars import ContextVar
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final, Generic, NamedTuple, TypeVar

from bot.runtime import metrics
from bot.store.errors import BadRow, Closed, DatabaseTrouble
from bot.store.sql.connection import SqlConnection, Work, WritingConnection

SLOW: Final = 15.0
"""Seconds after which a running commit counts as stuck; a wait for another program's lock is never longer."""

T = TypeVar("T")


@dataclass(slots=True)
class WriteLog:
    """The commits since the log was begun, by the task that began it or by tasks that it has started.

    It is for an honest answer if a request fails later.
    """

    has_writes: bool = False


_current: ContextVar[WriteLog | None] = ContextVar("write log", default=None)


def begin_write_log() -> WriteLog:
    """Begin a log for the task that runs now, and return it."""
    log = WriteLog()
    _current.set(log)
    return log


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
        """As `write`, for work whose second part may run after the first parts of others that are late.

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
        if (log := _current.get()) is not None:
            log.has_writes = True
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
    """Do all of it in one transaction; return for each its result, or the exception that it raised.

    Work rarely fails, so the first run sends statements together. Only a second run, after a failure, uses savepoints.
    """

    def together() -> list[Any]:
        try:
            outcomes = _in_order(db, jobs)
            engine.settle(db)
        except Exception as error:
            raise Stumbled from error
        return outcomes

    try:
        try:
            return _transact(db, engine, engine.batch(db), together)
        except Stumbled:
            return _transact(db, engine, nullcontext(), lambda: [_separately(db, engine, job) for job in jobs])
    except engine.dialect.error as error:
        return [engine.trouble_of(error) for _ in jobs]


def _in_order(db: SqlConnection, jobs: Sequence[Job[Any]]) -> list[Any]:
    """Do all of it, the second parts after the first parts of neighbours that have some."""
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


def _separately(db: SqlConnection, engine: WritingConnection, job: Job[Any]) -> Any:
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
