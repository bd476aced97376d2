/**
 * The routes of the console's API. A routes file declares each with what it takes and answers, the role that it needs,
 * and its handler: Galley checks the role, then the request, and sends what the handler returns.
 */
import type { Request, RequestHandler, Response } from "express";
import type { z } from "zod";
import type { Role } from "../../contracts/accounts-api.ts";
import { sentence } from "../../contracts/sentences/index.ts";
import { readJson, sendJson } from "../../http/json-body.ts";
import { validateRequest } from "../../http/validation.ts";
import { requireInScope, requireRole } from "./permissions.ts";

const BODY_LIMIT = 256 * 1024;

/** A declared route: what its description says (openapi.ts), and who may call it. */
export interface Described {
  /** A verb and its object, such as `listProjects`. */
  name: string;
  does: string;
  /**
   * The lowest role that may call the route. viewer: reads what is no secret. operator: day-to-day work. admin:
   * everything else. anyone: it needs no login.
   */
  role: Role | "anyone";
  /** A site link may use it. Its handler takes the project from `scopeOf` (permissions.ts), never from the request. */
  siteLink?: true;
  query?: z.ZodObject | undefined;
  /** JSON; `bytes` if the body is a file, which the handler reads. */
  body?: z.ZodType | "bytes" | undefined;
  /** A schema for JSON; null: no body. Absent: JSON without a description. Another kind is sent by the handler. */
  answer?: z.ZodType | "bytes" | "csv" | "events" | "lines" | null | undefined;
  /** Status of a success other than 200 (204 without a body). */
  status?: 201 | 202;
}

/** Absent keys instead of undefined ones: a value parsed from JSON has none. */
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
type Answered<A> = A extends z.ZodType ? z.output<A> : A extends string | null ? never : unknown;

/** A request that passed the checks. */
export interface Asked<Where, Query, Body> {
  req: Request;
  res: Response;
  params: Record<ParamOf<Where>, string>;
  query: Parsed<Query>;
  body: Parsed<Body>;
}

type Declared<Where, Query, Body, Answer> = Omit<Described, "query" | "body" | "answer"> & {
  query?: Query;
  body?: Body;
  answer?: Answer;
  /** Returns what is sent as JSON. Without a value, `answer: null` is sent; otherwise the handler responds itself. */
  // biome-ignore lint/suspicious/noConfusingVoidType: a handler that responds itself returns nothing
  run(asked: Asked<Where, Query, Body>): Answered<Answer> | void | Promise<Answered<Answer> | void>;
};

type Method = "get" | "post" | "put" | "patch" | "delete";

/** @param where method and path: `get /projects/:id` */
export type AddRoute = <
  const Where extends `${Method} /${string}`,
  Query extends Described["query"] = undefined,
  Body extends Described["body"] = undefined,
  Answer extends Described["answer"] = undefined,
>(
  where: Where,
  declared: Declared<Where, Query, Body, Answer>,
) => void;

/** The methods of a path, in the order of their declaration. */
export type Methods = Partial<Record<Method, Described & { handle: RequestHandler }>>;

/** @param mayRun called after the check of the role; its error is thrown */
export function createRoutes(mayRun: (req: Request) => void) {
  const paths = new Map<string, Methods>();
  const add: AddRoute = (where, { run, ...described }) => {
    const [method, path] = where.split(" ") as [Method, string];
    const { role, siteLink = false, query, body, answer, status } = described;
    const lists = Object.entries(query?.shape ?? {}).flatMap(([name, part]) =>
      part.safeParse([]).success ? [name] : [],
    );
    const handle = async (req: Request, res: Response): Promise<void> => {
      if (role !== "anyone") {
        requireRole(req, role, siteLink);
        if (path.startsWith("/projects/:id")) requireProject(req, String(req.params.id));
        mayRun(req);
      }
      const asked = {
        req,
        res,
        params: req.params,
        query: query && queryOf(req, query, lists),
        body: typeof body === "object" ? await bodyOf(req, body) : undefined,
      };
      const value: unknown = await run(asked as Parameters<typeof run>[0]);
      if (value !== undefined) sendJson(res, status ?? res.statusCode, value);
      else if (answer === null) res.status(status ?? 204).end();
    };
    paths.set(path, { ...paths.get(path), [method]: { ...described, handle } });
  };
  return { paths, add };
}

/** @throws AppError not_found for another project than that of a site link */
const requireProject = (req: Request, id: string): void =>
  requireInScope(req, id, sentence("projects.no_project", { id }));

/** @param lists parameters that may occur several times; of another one, the last counts */
function queryOf(req: Request, schema: z.ZodObject, lists: readonly string[]): unknown {
  const search = new URL(req.originalUrl, "http://console.invalid").searchParams;
  const several = lists.map((name) => [name, search.getAll(name).filter((value) => value !== "")]);
  const value = { ...Object.fromEntries(search), ...Object.fromEntries(several) };
  return validateRequest({ query: { schema, value } }).query;
}

async function bodyOf(req: Request, schema: z.ZodType): Promise<unknown> {
  return validateRequest({ body: { schema, value: (await readJson(req, BODY_LIMIT)) ?? undefined } }).body;
}
