"""PostgreSQL's dialect: the shared statements as it takes them."""

from __future__ import annotations

import re
from functools import cache

_PARAMETER = re.compile(r"(?<![:\w]):([a-z_]+)")
_IN_LIST = re.compile(r"IN (\(SELECT (?:CAST\(value AS BIGINT\)|value) FROM json_each\(:[a-z_]+\)\))")


@cache
def translated(sql: str) -> bytes:
    """The statement with parameters as psycopg binds them. The planner chooses the indexes.

    A list that is bound as JSON gives its items as text. It is made an array where a value is looked for in it: for a
    subquery the planner would read the whole table. The member of a JSON object is named without SQLite's path.
    """
    sql = re.sub(r" INDEXED BY \w+", "", sql.replace("%", "%%"))
    sql = _IN_LIST.sub(r"= ANY (ARRAY\1)", sql)
    sql = sql.replace("json_each(", "json_array_elements_text(").replace("->> '$.", "->> '")
    return _PARAMETER.sub(r"%(\1)s", sql).encode()
