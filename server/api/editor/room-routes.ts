/** Writing together: the room of an article, its steps, and cursors. */
import type { Request, Response, Router } from "express";
import { z } from "zod";
import { DOCUMENT_BYTES } from "../../article/document.ts";
import { MAX_STEPS } from "../../articles/collaboration/read-steps.ts";
import type { RoomView } from "../../contracts/collaboration-api.ts";
import { MAX_AUTHOR } from "../../contracts/editor-api.ts";
import { sentence } from "../../contracts/sentences/index.ts";
import { AppError } from "../../core/errors.ts";
import { resource } from "../../http/fallbacks.ts";
import { readJson, sendJson } from "../../http/json-body.ts";
import { validateRequest } from "../../http/validation.ts";
import type { Editor } from "./editor.ts";
import { idOf, SMALL_BODY, state, tabId, tabOf } from "./requests.ts";

const writerKey = z.string().regex(/^[A-Za-z0-9_-]{16,64}$/);
const epoch = z.string().max(64);
const count = z.int().min(0).max(1_000_000_000);

const JoinBody = z.object({ client_id: tabId, writer_key: writerKey });
const ReplaceBody = JoinBody.extend({ vms_json: state, author: z.string().max(MAX_AUTHOR) });
const StepsBody = z.object({
  epoch,
  n: count,
  writer_key: writerKey,
  counter: count,
  steps: z.array(z.unknown()).max(MAX_STEPS),
});
const AfterQuery = z.object({ epoch, after: z.coerce.number().int().min(0).max(1_000_000_000) });
const CaretBody = z.object({
  epoch,
  n: count,
  selection: z.object({ anchor: count, head: count }).nullable(),
});

/** @param at path of a session */
export function roomRoutes(router: Router, at: string, editor: Editor): void {
  resource(router, `${at}/room`, {
    post: (req, res) => join(editor, req, res),
    put: (req, res) => replace(editor, req, res),
  });
  resource(router, `${at}/steps`, {
    get: (req, res) => stepsAfter(editor, req, res),
    post: (req, res) => push(editor, req, res),
  });
  resource(router, `${at}/caret/:client_id`, { put: (req, res) => moveCaret(editor, req, res) });
}

async function join({ services, logins }: Editor, req: Request, res: Response): Promise<void> {
  const { session } = logins.enter(req, idOf(req));
  const { body } = validateRequest({ body: { schema: JoinBody, value: await readJson(req, SMALL_BODY) } });
  const room = await services.rooms.join(session.id, body.client_id, body.writer_key);
  if (room === null) return void res.status(204).end();
  sendJson(res, 200, room satisfies RoomView);
}

async function replace({ services, logins }: Editor, req: Request, res: Response): Promise<void> {
  const { session, author } = logins.enter(req, idOf(req));
  const { client_id, writer_key } = await readJson(req, DOCUMENT_BYTES).then(async (value) => {
    const { vms_json, ...body } = validateRequest({ body: { schema: ReplaceBody, value } }).body;
    services.sessions.touch(session);
    await services.rooms.replace(session.id, vms_json, author ?? body.author);
    return body;
  });
  const room = await services.rooms.join(session.id, client_id, writer_key);
  if (room === null) throw new AppError("conflict", sentence("articles.room_replaced"));
  sendJson(res, 200, room satisfies RoomView);
}

async function push({ services, logins }: Editor, req: Request, res: Response): Promise<void> {
  const { session } = logins.enter(req, idOf(req));
  const { body } = validateRequest({ body: { schema: StepsBody, value: await readJson(req, DOCUMENT_BYTES) } });
  services.sessions.touch(session);
  const { writer_key: writerKey, ...steps } = body;
  sendJson(res, 200, await services.rooms.push(session.id, { ...steps, writerKey }));
}

async function stepsAfter({ services, logins }: Editor, req: Request, res: Response): Promise<void> {
  const { session } = logins.enter(req, idOf(req));
  const { query } = validateRequest({
    query: { schema: AfterQuery, value: { epoch: req.query.epoch, after: req.query.after } },
  });
  sendJson(res, 200, await services.rooms.after(session.id, query.epoch, query.after));
}

/** Nothing of it is stored: the next move replaces it. */
async function moveCaret({ services, logins }: Editor, req: Request, res: Response): Promise<void> {
  const { session } = logins.enter(req, idOf(req));
  const client_id = tabOf(req);
  const { body } = validateRequest({ body: { schema: CaretBody, value: await readJson(req, SMALL_BODY) } });
  services.events.publish("caret", { session_id: session.id, client_id, ...body });
  res.status(204).end();
}
