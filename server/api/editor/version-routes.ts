/** Versions as the editor tab makes, lists, fetches and resends them. */
import type { Request, Response, Router } from "express";
import { z } from "zod";
import { DOCUMENT_BYTES } from "../../article/document.ts";
import { SaveConflicts, type Saved, type SaveRequest } from "../../articles/versions/versions.ts";
import { JOURNALIST } from "../../contracts/audit-actions.ts";
import type { RetriedDelivery, SaveConflict, SavedVersion } from "../../contracts/editor-api.ts";
import { MAX_AUTHOR } from "../../contracts/editor-api.ts";
import { sentence } from "../../contracts/sentences/index.ts";
import { AppError } from "../../core/errors.ts";
import { isoTime } from "../../core/runtime.ts";
import { resource } from "../../http/fallbacks.ts";
import { readJson, sendJson } from "../../http/json-body.ts";
import { sendArchive } from "../../http/send-archive.ts";
import { validateRequest } from "../../http/validation.ts";
import { readCursor } from "../../storage/lists.ts";
import type { Editor } from "./editor.ts";
import { idOf, numberOf, SMALL_BODY, state, tabId, versionNumber } from "./requests.ts";

const RestoreBody = z.object({
  save_id: tabId,
  base_version: versionNumber.nullable(),
  user_email: z.string().max(MAX_AUTHOR).nullish(),
});
const SaveBody = RestoreBody.extend({ vms_json: state, client_id: tabId.optional() });
const SharedSaveBody = SaveBody.omit({ vms_json: true, base_version: true }).extend({ epoch: z.string().max(64) });

export function versionRoutes(router: Router, at: string, editor: Editor): void {
  resource(router, `${at}/versions`, {
    get: (req, res) => listVersions(editor, req, res),
    post: (req, res) => save(editor, req, res),
  });
  resource(router, `${at}/versions/:number`, { get: (req, res) => version(editor, req, res) });
  resource(router, `${at}/versions/:number/restore`, { post: (req, res) => restore(editor, req, res) });
  resource(router, `${at}/versions/:number/archive`, { get: (req, res) => archive(editor, req, res) });
  resource(router, `${at}/versions/:number/retry`, { post: (req, res) => retry(editor, req, res) });
}

function listVersions({ services, logins, views }: Editor, req: Request, res: Response): void {
  const { session } = logins.enter(req, idOf(req));
  const cursor = readCursor(typeof req.query.cursor === "string" ? req.query.cursor : null, ["number"]);
  const page = services.versions.page(session.id, cursor === null ? null : Number(cursor[0]));
  sendJson(res, 200, { ...page, items: page.items.map((head) => views.version(head, session.currentVersion)) });
}

function version({ services, logins }: Editor, req: Request, res: Response): void {
  const { session } = logins.enter(req, idOf(req));
  const number = numberOf(req);
  sendJson(res, 200, { number, vms_json: services.versions.stateOf(session.id, number) });
}

async function save(editor: Editor, req: Request, res: Response): Promise<void> {
  const { session, author } = editor.logins.enter(req, idOf(req));
  // A function that waits keeps all that it has seen in memory; the document is not among it.
  const saved = readJson(req, DOCUMENT_BYTES).then((value) => {
    const { rooms, versions } = editor.services;
    if (typeof value === "object" && value !== null && "epoch" in value) {
      const { body } = validateRequest({ body: { schema: SharedSaveBody, value } });
      const request = saveRequest(editor, req, { ...body, base_version: null }, author);
      return rooms.save(session.id, body.epoch, { ...request, clientId: body.client_id ?? null });
    }
    const { body } = validateRequest({ body: { schema: SaveBody, value } });
    const request = { ...saveRequest(editor, req, body, author), clientId: body.client_id ?? null };
    return versions.save(session.id, { ...request, vmsJson: body.vms_json });
  });
  await answerSave(editor, res, session.id, saved);
}

async function restore(editor: Editor, req: Request, res: Response): Promise<void> {
  const { session, author } = editor.logins.enter(req, idOf(req));
  const number = numberOf(req);
  const { body } = validateRequest({ body: { schema: RestoreBody, value: await readJson(req, SMALL_BODY) } });
  const saved = editor.services.versions.restore(session.id, number, saveRequest(editor, req, body, author));
  await answerSave(editor, res, session.id, saved);
}

function saveRequest(
  editor: Editor,
  req: Request,
  body: z.output<typeof RestoreBody>,
  author: string | null,
): Omit<SaveRequest, "vmsJson"> {
  return {
    saveId: body.save_id,
    baseVersion: body.base_version,
    userEmail: author ?? body.user_email ?? null,
    userIp: editor.clientAddress(req),
    clientId: null,
  };
}

/** 201 with the version, or 409 with both sides. */
async function answerSave(
  { services, views }: Editor,
  res: Response,
  sessionId: string,
  saved: Promise<Saved>,
): Promise<void> {
  try {
    const { version: head, deliveryId } = await saved;
    await services.rooms.follow(sessionId);
    sendJson(res, 201, {
      version_id: head.id,
      number: head.number,
      delivery_id: deliveryId,
      created_at: isoTime(head.createdAt),
    } satisfies SavedVersion);
  } catch (error) {
    if (!(error instanceof SaveConflicts)) throw error;
    const { currentVersion } = services.sessions.byId(sessionId);
    sendJson(res, 409, {
      detail: error.message,
      ...(error.sentence && { code: error.sentence.code, facts: error.sentence.facts }),
      base_version: error.baseVersion,
      current_version: error.current.number,
      current: views.version(error.current, currentVersion),
    } satisfies SaveConflict);
  }
}

/** The ZIP of contract 2.6 as a download of the browser's; what the callbacks log in with is masked in it. */
async function archive({ services, logins }: Editor, req: Request, res: Response): Promise<void> {
  const { versions, archives } = services;
  const { session } = logins.enter(req, idOf(req));
  const made = await archives.ofVersion(versions.headByNumber(session.id, numberOf(req)).id, { secrets: "masked" });
  await sendArchive(res, made);
}

function retry({ services, logins, clientAddress }: Editor, req: Request, res: Response): void {
  const { versions, deliveries, resending, audit } = services;
  const { session } = logins.enter(req, idOf(req));
  const { id, number } = versions.headByNumber(session.id, numberOf(req));
  const former = deliveries.ofVersion(id);
  if (former === null) throw new AppError("conflict", sentence("articles.no_delivery", { number: String(number) }));
  resending.retry(former.delivery_id, "journalist");
  audit.asking({ address: clientAddress(req), person: { id: JOURNALIST, name: null } }, () =>
    audit.record("delivery sent again", former.delivery_id, { from: "editor" }),
  );
  const delivery = deliveries.ofVersion(id) ?? former;
  sendJson(res, 202, { delivery } satisfies RetriedDelivery);
}
