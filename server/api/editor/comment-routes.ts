/** Lists and writes comments for the editor tab. Read-only tabs may write them too. */
import type { Request, Response, Router } from "express";
import { z } from "zod";
import type { CommentAuthor } from "../../articles/comments/comments.ts";
import { type CommentPage, MAX_ANCHORS, MAX_AROUND, MAX_COMMENT, MAX_EXACT } from "../../contracts/comments-api.ts";
import { MAX_AUTHOR } from "../../contracts/editor-api.ts";
import { resource } from "../../http/fallbacks.ts";
import { readJson, sendJson } from "../../http/json-body.ts";
import { validateRequest } from "../../http/validation.ts";
import type { Editor } from "./editor.ts";
import { idOf, tabId } from "./requests.ts";

const COMMENT_BODY = 20_000;
const ANCHORS_BODY = 500_000;

const position = z.int().min(0).max(100_000_000);
const anchor = z.object({
  kind: z.enum(["words", "block"]),
  block: z.string().max(40),
  file: z.string().max(255),
  exact: z.string().max(MAX_EXACT),
  prefix: z.string().max(MAX_AROUND),
  suffix: z.string().max(MAX_AROUND),
  from: position,
  to: position,
});
/** Replaces half a surrogate pair: storage would change it, and a repeated request would then have another text. */
const words = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .transform((value) => value.toWellFormed());
const author = words(MAX_AUTHOR);
const text = words(MAX_COMMENT);

const ReplyBody = z.object({ id: tabId, text, author });
const CommentBody = ReplyBody.extend({ anchor });
const ChangeBody = z.object({ author, text: text.optional(), resolved: z.boolean().optional() });
const AnchorsBody = z.object({ anchors: z.array(z.object({ id: tabId, anchor })).max(MAX_ANCHORS) });
const CommentPath = z.object({ id: tabId });
const AuthorQuery = z.object({ author });

export function commentRoutes(router: Router, at: string, editor: Editor): void {
  resource(router, `${at}/comments`, {
    get: (req, res) => list(editor, req, res),
    post: (req, res) => begin(editor, req, res),
  });
  resource(router, `${at}/comments/:comment`, {
    patch: (req, res) => change(editor, req, res),
    delete: (req, res) => remove(editor, req, res),
  });
  resource(router, `${at}/comments/:comment/replies`, { post: (req, res) => reply(editor, req, res) });
  resource(router, `${at}/comment-anchors`, { put: (req, res) => place(editor, req, res) });
}

function list({ services, logins, views }: Editor, req: Request, res: Response): void {
  const { session } = logins.enter(req, idOf(req));
  const cursor = typeof req.query.cursor === "string" ? req.query.cursor : null;
  const page = services.comments.page(session.id, cursor);
  sendJson(res, 200, { ...page, items: page.items.map(views.commentThread) } satisfies CommentPage);
}

async function begin({ services, logins, views }: Editor, req: Request, res: Response): Promise<void> {
  const { session, author } = logins.enter(req, idOf(req));
  const { body } = validateRequest({ body: { schema: CommentBody, value: await readJson(req, COMMENT_BODY) } });
  services.sessions.touch(session);
  const thread = await services.comments.begin(session.id, authorOf(author, body), body, body.anchor);
  sendJson(res, 201, views.commentThread(thread));
}

async function reply({ services, logins, views }: Editor, req: Request, res: Response): Promise<void> {
  const { session, author } = logins.enter(req, idOf(req));
  const { path, body } = validateRequest({
    path: { schema: CommentPath, value: { id: req.params.comment } },
    body: { schema: ReplyBody, value: await readJson(req, COMMENT_BODY) },
  });
  services.sessions.touch(session);
  const thread = await services.comments.reply(session.id, path.id, authorOf(author, body), body);
  sendJson(res, 201, views.commentThread(thread));
}

async function change({ services, logins, views }: Editor, req: Request, res: Response): Promise<void> {
  const { session, author } = logins.enter(req, idOf(req));
  const { path, body } = validateRequest({
    path: { schema: CommentPath, value: { id: req.params.comment } },
    body: { schema: ChangeBody, value: await readJson(req, COMMENT_BODY) },
  });
  services.sessions.touch(session);
  const thread = await services.comments.change(session.id, path.id, authorOf(author, body), body);
  sendJson(res, 200, views.commentThread(thread));
}

async function remove({ services, logins }: Editor, req: Request, res: Response): Promise<void> {
  const { session, author } = logins.enter(req, idOf(req));
  const { path, query } = validateRequest({
    path: { schema: CommentPath, value: { id: req.params.comment } },
    query: { schema: AuthorQuery, value: { author: req.query.author } },
  });
  services.sessions.touch(session);
  await services.comments.remove(session.id, path.id, authorOf(author, query));
  res.status(204).end();
}

async function place({ services, logins }: Editor, req: Request, res: Response): Promise<void> {
  const { session } = logins.enter(req, idOf(req));
  const { body } = validateRequest({ body: { schema: AnchorsBody, value: await readJson(req, ANCHORS_BODY) } });
  await services.comments.place(session.id, body.anchors);
  res.status(204).end();
}

/** @param known the author named in the open; null without one */
function authorOf(known: string | null, { author }: { author: string }): CommentAuthor {
  return known === null ? { name: author, fixed: false } : { name: known, fixed: true };
}
