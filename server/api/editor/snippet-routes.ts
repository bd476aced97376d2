/** Snippets of the project, as the editor tab of one of its articles lists, saves and inserts them. */
import type { Request, Response, Router } from "express";
import { z } from "zod";
import type { DocumentNode } from "../../article/vms-json.ts";
import { MAX_SNIPPET_BYTES } from "../../articles/snippets/snippet-body.ts";
import { SnippetName, snippetView } from "../../articles/snippets/snippets.ts";
import { MAX_AUTHOR } from "../../contracts/editor-api.ts";
import { sentence } from "../../contracts/sentences/index.ts";
import type { InsertedSnippet, SnippetPage } from "../../contracts/snippets-api.ts";
import { AppError } from "../../core/errors.ts";
import { resource } from "../../http/fallbacks.ts";
import { readJson, sendJson } from "../../http/json-body.ts";
import { validateRequest } from "../../http/validation.ts";
import type { Editor } from "./editor.ts";
import { mediaView } from "./media-routes.ts";
import { idOf, state, tabId } from "./requests.ts";
import { serveMedia } from "./serve-files.ts";

/** Bytes of a body: what is a little too long gets a sentence of its own. */
const SNIPPET_BODY = 2 * MAX_SNIPPET_BYTES;

const content = z.object({
  kind: z.enum(["words", "blocks"]),
  /** Checked whole against the article schema. */
  doc: state.transform((doc) => doc as unknown as DocumentNode),
});
const author = z
  .string()
  .trim()
  .max(MAX_AUTHOR)
  .transform((value) => value.toWellFormed());
const NewSnippetBody = content.extend({ id: tabId, name: SnippetName, author });
const SnippetChangeBody = z.object({ author, name: SnippetName.optional(), content: content.optional() });
const SnippetPath = z.object({ id: tabId });

export function snippetRoutes(router: Router, at: string, editor: Editor): void {
  resource(router, `${at}/snippets`, {
    get: (req, res) => list(editor, req, res),
    post: (req, res) => create(editor, req, res),
  });
  resource(router, `${at}/snippets/:snippet`, {
    patch: (req, res) => change(editor, req, res),
    delete: (req, res) => remove(editor, req, res),
  });
  resource(router, `${at}/snippets/:snippet/insert`, { post: (req, res) => insert(editor, req, res) });
  resource(router, `${at}/snippets/:snippet/files/:file_name`, { get: (req, res) => file(editor, req, res) });
}

function list({ services, logins }: Editor, req: Request, res: Response): void {
  const { session } = logins.enter(req, idOf(req));
  const cursor = typeof req.query.cursor === "string" ? req.query.cursor : null;
  const page = services.snippets.page(session.projectId, cursor);
  sendJson(res, 200, { ...page, items: page.items.map(snippetView) } satisfies SnippetPage);
}

async function create({ services, logins }: Editor, req: Request, res: Response): Promise<void> {
  const login = logins.enter(req, idOf(req));
  const { body } = validateRequest({ body: { schema: NewSnippetBody, value: await readJson(req, SNIPPET_BODY) } });
  services.sessions.touch(login.session);
  sendJson(res, 201, snippetView(await services.snippets.create(placeOf(login, body.author), body)));
}

async function change({ services, logins }: Editor, req: Request, res: Response): Promise<void> {
  const login = logins.enter(req, idOf(req));
  const { path, body } = validateRequest({
    path: { schema: SnippetPath, value: { id: req.params.snippet } },
    body: { schema: SnippetChangeBody, value: await readJson(req, SNIPPET_BODY) },
  });
  services.sessions.touch(login.session);
  sendJson(res, 200, snippetView(await services.snippets.change(placeOf(login, body.author), path.id, body)));
}

async function remove({ services, logins }: Editor, req: Request, res: Response): Promise<void> {
  const { session } = logins.enter(req, idOf(req));
  await services.snippets.remove(session.projectId, snippetOf(req));
  res.status(204).end();
}

async function insert({ services, logins }: Editor, req: Request, res: Response): Promise<void> {
  const { session } = logins.enter(req, idOf(req));
  services.sessions.touch(session);
  const place = { projectId: session.projectId, sessionId: session.id };
  const { files, ...inserted } = await services.snippets.insert(place, snippetOf(req));
  const widths = services.assets.widths(session.id);
  const answer: InsertedSnippet = { ...inserted, files: files.map((each) => mediaView(each, widths)) };
  sendJson(res, 200, answer);
}

async function file({ services, logins }: Editor, req: Request, res: Response): Promise<void> {
  const { session } = logins.enter(req, idOf(req));
  const found = services.snippets.file(session.projectId, snippetOf(req), String(req.params.file_name));
  if (found === null) throw new AppError("not_found", sentence("articles.snippet_no_file"));
  await serveMedia(services, req, res, found);
}

/** The snippet that the address names. @throws ValidationFailed */
function snippetOf(req: Request): string {
  return validateRequest({ path: { schema: SnippetPath, value: { id: req.params.snippet } } }).path.id;
}

/** @param typed name from the editor, used where the open did not name the author */
function placeOf({ session, author }: ReturnType<Editor["logins"]["enter"]>, typed: string) {
  return { projectId: session.projectId, sessionId: session.id, author: author ?? typed };
}
