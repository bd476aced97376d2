/** Query language of the log of requests from sites: filters, and a search line of words and `key:value` terms. */
import { foldedWords, termsOf } from "./log-query.ts";

export interface RequestQuery {
  project: string | null;
  /** A status, or a class such as `4xx`. */
  status: string | null;
  code: string | null;
  /** ms since the epoch: arrived at or after `from`, and before `to`. */
  from: number | null;
  to: number | null;
  /** Words in the request, and `key:value` terms. */
  q: string | null;
}

export const STATUS = /^[1-5](?:\d\d|xx)$/i;

/** A parsed query: each filter at most once. */
export interface ReadRequestQuery extends Omit<RequestQuery, "q" | "status"> {
  status: number | null;
  statusClass: number | null;
  host: string | null;
  material: string | null;
  projectName: string | null;
  words: readonly string[];
}

/** Parses the line: `status:4xx code:signature host:example.org material:42 project:herald "no such key"`. */
export function readRequestQuery({ q, status, code, ...rest }: RequestQuery): ReadRequestQuery {
  const filters = { status, code: code?.toLowerCase() ?? null };
  const named: Pick<ReadRequestQuery, "host" | "material" | "projectName"> = {
    host: null,
    material: null,
    projectName: null,
  };
  const words: string[] = [];
  for (const term of termsOf(q ?? "")) {
    const [, key = "", value = ""] = /^([a-z]+):(.+)$/i.exec(term) ?? [];
    const folded = foldedWords(value);
    if (key === "status" && STATUS.test(folded)) filters.status = folded;
    else if (key === "code") filters.code = folded;
    else if (key === "host" || key === "material") named[key] = folded;
    else if (key === "project") named.projectName = folded;
    else words.push(key === "text" ? folded : term);
  }
  const isClass = filters.status !== null && /xx$/i.test(filters.status);
  return {
    ...rest,
    ...named,
    code: filters.code,
    status: filters.status === null || isClass ? null : Number(filters.status),
    statusClass: filters.status !== null && isClass ? Number(filters.status[0]) : null,
    words,
  };
}
