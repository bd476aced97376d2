/**
 * The routes of the editor tab. Each declares what it takes; Galley checks the login of the article and the request,
 * runs the handler and sends what it returns.
 */
import type { Request, RequestHandler, Response, Router } from "express";
import type { z } from "zod";
import { resource } from "../../http/fallbacks.ts";
import { readJson, sendJson } from "../../http/json-body.ts";
import { validateRequest } from "../../http/validation.ts";
import type { Editor } from "./editor.ts";
import type { EditorLogins } from "./login.ts";
import { idOf, SMALL_BODY } from "./requests.ts";

type Method = "get" | "post" | "put" | "patch" | "delete";
type Schema = z.ZodType | undefined;
type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

/** A request of a logged-in tab that passed the checks. */
export interface Asked<Path, Query, Body> extends ReturnType<EditorLogins["enter"]> {
  req: Request;
  res: Response;
  path: Parsed<Path>;
  query: Parsed<Query>;
  body: Parsed<Body>;
}

interface Declared<Path, Query, Body> {
  path?: Path;
  query?: Query;
  body?: Body;
  /** Bytes of the body; a few thousand without it. */
  limit?: number;
  /** Of a success; 200 without it. */
  status?: 201 | 202 | 204;
  /**
   * Returns what is sent as JSON; without a value, the handler responds itself. A 204 is sent without a value.
   * A handler that gets a document is no async function: while it waits, that would keep the document in memory.
   */
  run(asked: Asked<Path, Query, Body>): unknown;
}

/** @param where method, and path below that of the article: `get /versions/:number` */
export type AddTabRoute = <
  Path extends Schema = undefined,
  Query extends Schema = undefined,
  Body extends Schema = undefined,
>(
  where: `${Method} ${"" | `/${string}`}`,
  declared: Declared<Path, Query, Body>,
) => void;

export function createTabRoutes({ logins }: Pick<Editor, "logins">) {
  const paths = new Map<string, Partial<Record<Method, RequestHandler>>>();
  const add: AddTabRoute = (where, { path, query, body, limit = SMALL_BODY, status = 200, run }) => {
    const [method, address] = where.split(" ") as [Method, string];
    const handle = async (req: Request, res: Response): Promise<void> => {
      const login = logins.enter(req, idOf(req));
      const runWith = (given?: unknown): unknown => {
        const parts = validateRequest({
          ...(path && { path: { schema: path, value: req.params } }),
          ...(query && { query: { schema: query, value: req.query } }),
          ...(body && { body: { schema: body, value: given } }),
        });
        return run({ ...login, req, res, ...parts } as Parameters<typeof run>[0]);
      };
      const value = await (body === undefined ? runWith() : readJson(req, limit).then(runWith));
      if (status === 204) res.status(204).end();
      else if (value !== undefined) sendJson(res, status, value);
    };
    paths.set(address, { ...paths.get(address), [method]: handle });
  };
  return {
    add,
    /** Under a path of the article. */
    register(router: Router, at: string): void {
      for (const [address, handlers] of paths) resource(router, at + address, handlers);
    },
  };
}
