/**
 * The routes of the editor tab. A route declares its request and handler. Galley checks the login for the article, then
 * the request, and sends the handler's return value.
 */
import type { Request, RequestHandler, Response, Router } from "express";
import { z } from "zod";
import { tabId } from "../../contracts/editor-bodies.ts";
import { fault } from "../../contracts/sentences/index.ts";
import { resource } from "../../http/fallbacks.ts";
import { readJson, sendJson } from "../../http/json-body.ts";
import { validateRequest } from "../../http/validation.ts";
import type { Editor } from "./editor.ts";
import type { EditorLogins } from "./login.ts";

type Method = "get" | "post" | "put" | "patch" | "delete";
type Schema = z.ZodType | undefined;
type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

interface CheckedRequest<Path, Query, Body> extends ReturnType<EditorLogins["enter"]> {
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
  /** Maximum body size, bytes; default SMALL_BODY. */
  limit?: number;
  /** The call counts as an access to the article. */
  touches?: true;
  /** Status of a success; default 200. */
  status?: 201 | 202 | 204;
  /**
   * Returns the JSON response, or nothing if the status is 204 or the handler responds itself.
   * A handler that receives a document must not be async: it would keep the document in memory while it waits.
   */
  run(checked: CheckedRequest<Path, Query, Body>): unknown;
}

/** @param where method, and path relative to the article: `get /versions/:number` */
export type AddTabRoute = <
  Path extends Schema = undefined,
  Query extends Schema = undefined,
  Body extends Schema = undefined,
>(
  where: `${Method} ${"" | `/${string}`}`,
  declared: Declared<Path, Query, Body>,
) => void;

export function createTabRoutes({ logins, services: { sessions } }: Pick<Editor, "logins" | "services">) {
  const paths = new Map<string, Partial<Record<Method, RequestHandler>>>();
  const add: AddTabRoute = (where, { path, query, body, limit = SMALL_BODY, touches, status = 200, run }) => {
    const [method, address] = where.split(" ") as [Method, string];
    const handle = async (req: Request, res: Response): Promise<void> => {
      const login = logins.enter(req, idOf(req));
      const runWith = (given?: unknown): unknown => {
        const parts = validateRequest({
          ...(path && { path: { schema: path, value: req.params } }),
          ...(query && { query: { schema: query, value: req.query } }),
          ...(body && { body: { schema: body, value: given } }),
        });
        if (touches) sessions.touch(login.session);
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
    /** @param at path of the article */
    register(router: Router, at: string): void {
      for (const [address, handlers] of paths) resource(router, at + address, handlers);
    },
  };
}

export const SMALL_BODY = 4_096;

export const NumberPath = z.object({
  number: z
    .string()
    .regex(/^\d{1,9}$/, fault("articles.version_number"))
    .transform(Number),
});
export const TabPath = z.object({ client_id: tabId });
export const IdPath = z.object({ id: tabId });
/** An invalid cursor is ignored. */
export const CursorQuery = z.object({ cursor: z.string().nullable().catch(null) });

export function idOf(req: Request): string {
  return String(req.params.session_id);
}
