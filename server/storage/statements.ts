/** Prepared statements that SQLite compiles when they first run. Compiling all at start took 40 % of its time. */
import type Sqlite from "better-sqlite3";

/** The part of better-sqlite3's statement that Galley uses. */
export interface Statement<Parameters extends unknown[], Row> {
  run(...parameters: Parameters): Sqlite.RunResult;
  get(...parameters: Parameters): Row | undefined;
  all(...parameters: Parameters): Row[];
  iterate(...parameters: Parameters): IterableIterator<Row>;
  /** Returns only the first column of each row. */
  pluck(): Statement<Parameters, Row>;
}

export interface Database extends Omit<Sqlite.Database, "prepare"> {
  prepare<Parameters extends unknown[] = unknown[], Row = unknown>(sql: string): Statement<Parameters, Row>;
}

/** Replaces `prepare` of a connection: a statement compiles, and throws SQL errors, when it first runs. */
export function compileAtFirstRun(connection: Sqlite.Database): Database {
  const compile: Database["prepare"] = connection.prepare.bind(connection);
  const prepare: Database["prepare"] = (sql) => lateStatement(() => compile(sql));
  return Object.assign(connection as Omit<Sqlite.Database, "prepare">, { prepare });
}

function lateStatement<Parameters extends unknown[], Row>(
  compile: () => Statement<Parameters, Row>,
): Statement<Parameters, Row> {
  let compiled: Statement<Parameters, Row> | undefined;
  const statement = () => (compiled ??= compile());
  return {
    run: (...parameters) => statement().run(...parameters),
    get: (...parameters) => statement().get(...parameters),
    all: (...parameters) => statement().all(...parameters),
    iterate: (...parameters) => statement().iterate(...parameters),
    pluck: () => lateStatement(() => compile().pluck()),
  };
}
