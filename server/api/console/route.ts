/**
 * The routes of the console API. A route declares its role, request, response and handler. Galley checks the role, then
 * the request, and sends the handler's return value.
 */

import type { Request, RequestHandler, Response } from "express";
import { z } from "zod";
import type { Role } from "../../contracts/accounts-api.ts";
import { fault, sentence } from "../../contracts/sentences/index.ts";
import { readJson, sendJson } from "../../http/json-body.ts";
import { validateRequest } from "../../http/validation.ts";
import { requireInScope, requireRole } from "./permissions.ts";

const BODY_LIMIT = 256 * 1024;

/** A declared route: its description (openapi.ts) and permissions. */
export interface Described {
  /** The lowest role that may call the route. anyone: no login. viewer: no secrets. operator: daily work. admin: everything else. */
  role: Caller;
  /** A verb and its object, such as `listProjects`. */
  name: string;
  /** Starts with a verb: `List deliveries, newest first`. */
  summary: string;
  /** Site links may call it. The handler reads the project from `scopeOf` (permissions.ts), never from the request. */
  siteLink?: true;
  query?: z.ZodObject | undefined;
  /** Schema of a JSON body; `bytes` for a file, which the handler reads. */
  body?: z.ZodType | "bytes" | undefined;
  /** Schema of a JSON response; null for no body; absent for JSON without a schema. The handler sends other kinds. */
  response?: z.ZodType | "bytes" | "csv" | "events" | "lines" | null | undefined;
  /** Status of a success; default 200, or 204 without a body. */
  status?: 201 | 202;
}

/** Removes undefined from the types: values parsed from JSON omit the key. */
type Defined<T> = {
  [K in keyof T]: Exclude<T[K], undefined> extends object
    ? Defined<Exclude<T[K], undefined>>
    : Exclude<T[K], undefined>;
};

type ParamOf<Where> = Where extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamOf<Rest>
  : Where extends `${string}:${infer Name}`
    ? Name
    : never;
type Parsed<S> = S extends z.ZodType ? Defined<z.output<S>> : undefined;
type ResponseOf<A> = A extends z.ZodType ? z.output<A> : A extends string | null ? never : unknown;

interface CheckedRequest<Where, Query, Body> {
  req: Request;
  res: Response;
  params: Record<ParamOf<Where>, string>;
  query: Parsed<Query>;
  body: Parsed<Body>;
}

type Declared<Where, Query, Body, Output> = Omit<Described, "role" | "query" | "body" | "response"> & {
  query?: Query;
  body?: Body;
  response?: Output;
  /** Returns the JSON response. Returns nothing for `response: null`, or if the handler responds itself. */
  // biome-ignore lint/suspicious/noConfusingVoidType: a handler that responds itself returns nothing
  run(checked: CheckedRequest<Where, Query, Body>): ResponseOf<Output> | void | Promise<ResponseOf<Output> | void>;
};

type Method = "get" | "post" | "put" | "patch" | "delete";
type Caller = Role | "anyone";

/** @param where role, method and path: `viewer get /projects/:id` */
export type AddRoute = <
  const Where extends `${Caller} ${Method} /${string}`,
  Query extends Described["query"] = undefined,
  Body extends Described["body"] = undefined,
  Output extends Described["response"] = undefined,
>(
  where: Where,
  declared: Declared<Where, Query, Body, Output>,
) => void;

/** The methods of a path, in the order of their declaration. */
export type Methods = Partial<Record<Method, Described & { handle: RequestHandler }>>;

/** @param mayRun called after the role check; may throw */
export function createRoutes(mayRun: (req: Request) => void) {
  const paths = new Map<string, Methods>();
  const add: AddRoute = (where, { run, ...described }) => {
    const [role, method, path] = where.split(" ") as [Caller, Method, string];
    const { siteLink = false, query, body, response, status } = described;
    const lists = Object.entries(query?.shape ?? {}).flatMap(([name, part]) =>
      part.safeParse([]).success ? [name] : [],
    );
    const handle = async (req: Request, res: Response): Promise<void> => {
      if (role !== "anyone") {
        requireRole(req, role, siteLink);
        if (path.startsWith("/projects/:id")) requireProject(req, String(req.params.id));
        mayRun(req);
      }
      const checked = {
        req,
        res,
        params: req.params,
        query: query && queryOf(req, query, lists),
        body: typeof body === "object" ? await bodyOf(req, body) : undefined,
      };
      const value: unknown = await run(checked as Parameters<typeof run>[0]);
      if (value !== undefined) sendJson(res, status ?? res.statusCode, value);
      else if (response === null) res.status(status ?? 204).end();
    };
    paths.set(path, { ...paths.get(path), [method]: { ...described, role, handle } });
  };
  return { paths, add };
}

/** @throws AppError not_found if a site link requests another project */
const requireProject = (req: Request, id: string): void =>
  requireInScope(req, id, sentence("projects.no_project", { id }));

/** @param lists parameters that may occur several times; for all others, the last one applies */
function queryOf(req: Request, schema: z.ZodObject, lists: readonly string[]): unknown {
  const search = new URL(req.originalUrl, "http://console.invalid").searchParams;
  const several = lists.map((name) => [name, search.getAll(name).filter((value) => value !== "")]);
  const value = { ...Object.fromEntries(search), ...Object.fromEntries(several) };
  return validateRequest({ query: { schema, value } }).query;
}

async function bodyOf(req: Request, schema: z.ZodType): Promise<unknown> {
  return validateRequest({ body: { schema, value: (await readJson(req, BODY_LIMIT)) ?? undefined } }).body;
}

export const oneOf = <const V extends readonly string[]>(values: V) => z.enum(values, fault("api.one_of", { values }));

/** An optional text parameter; "" is null. */
export const word = z
  .string()
  .max(1_024)
  .transform((value) => (value.trim() === "" ? null : value.trim()))
  .nullable()
  .default(null);

export const zonedTime = z.iso.datetime({ offset: true, message: fault("api.date_time") });

/** The filter with its times in ms since the epoch. */
export function withTimesInMs<F extends { from: string | null; to: string | null }>(filter: F) {
  const ms = (moment: string | null) => (moment === null ? null : Date.parse(moment));
  return { ...filter, from: ms(filter.from), to: ms(filter.to) };
}

/** The non-empty fields of a filter, for the audit log. */
export const filledFields = (filter: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(filter).filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0)),
  );

/** The console sends "" for an empty filter. */
export const emptyAsNull = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === "" ? null : value), schema.nullable().default(null));

export const PageQuery = z.object({ cursor: word });
