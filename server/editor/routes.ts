/**
 * The API behind the editor tab (design 5), mounted at `/editor/api/sessions`. Every route lets in only who holds the
 * session's login.
 */
import express, { type Request, type Response, type Router } from "express";
import { z } from "zod";
import type { VmsJson } from "../article/vms-json.ts";
import { AppError } from "../errors.ts";
import type { ClientAddress } from "../http/client-address.ts";
import type { EventStream } from "../http/event-stream.ts";
import { resource } from "../http/fallbacks.ts";
import { readJson, sendJson } from "../http/json-body.ts";
import { securityHeaders } from "../http/security-headers.ts";
import { type PydanticParams, validateRequest } from "../http/validation.ts";
import type { AssetStore } from "../media/asset-store.ts";
import type { Uploads } from "../media/uploads.ts";
import type { Runtime } from "../runtime.ts";
import type { DraftStore } from "../sessions/draft-store.ts";
import type { Sessions } from "../sessions/sessions.ts";
import type { SettingsStore } from "../settings.ts";
import type { BlobStore } from "../storage/blobs.ts";
import { readCursor } from "../storage/cursor.ts";
import { isoTime } from "../times.ts";
import { SaveConflicts, type Saved, type SaveRequest, type Versions } from "../versions/versions.ts";
import type { EditorLogin, SaveConflict, SavedVersion, UploadedMedia } from "./editor-api.ts";
import type { EditorLogins } from "./login.ts";
import { serveMedia } from "./serve-media.ts";
import type { EditorViews } from "./views.ts";

export interface EditorParts {
  runtime: Runtime;
  logins: EditorLogins;
  views: EditorViews;
  sessions: Sessions;
  versions: Versions;
  drafts: DraftStore;
  uploads: Uploads;
  assets: AssetStore;
  blobs: BlobStore;
  settings: SettingsStore;
  events: EventStream;
  clientAddress: ClientAddress;
}

const MAX_TOKEN = 200;
const MAX_EMAIL = 320;
/** An open body's worth of JSON, and a little around it. */
const ENVELOPE_BYTES = 4_096;
const SMALL_BODY = 4_096;

const tabId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, "String should be 1 to 64 characters of A-Z a-z 0-9 _ -");
/** Kept as it was parsed, whatever its keys are called. */
const state = z.custom<VmsJson>((value) => typeof value === "object" && value !== null && !Array.isArray(value), {
  params: { type: "dict_type", msg: "Input should be a valid dictionary" } satisfies PydanticParams,
});
const versionNumber = z.int().min(0).max(1_000_000_000);

const LoginBody = z.object({ token: z.string().max(MAX_TOKEN) });
const DraftBody = z.object({ client_id: tabId, vms_json: state, base_version: versionNumber.nullable() });
const RestoreBody = z.object({
  save_id: tabId,
  base_version: versionNumber.nullable(),
  user_email: z.string().max(MAX_EMAIL).nullish(),
});
const SaveBody = RestoreBody.extend({ vms_json: state, client_id: tabId.optional() });
const UploadQuery = z.object({ name: z.string().min(1).max(4_096) });
const NumberPath = z.object({ number: z.string().regex(/^\d{1,9}$/, "Input should be a version number") });

export function editorRoutes(parts: EditorParts): Router {
  const router = express.Router({ caseSensitive: true });
  router.use(securityHeaders("api"));
  router.use((_req, res, next) => {
    res.setHeader("Cache-Control", "no-store");
    next();
  });
  const at = "/:session_id";
  resource(router, `${at}/login`, { post: (req, res) => logIn(parts, req, res) });
  resource(router, at, { get: (req, res) => load(parts, req, res) });
  resource(router, `${at}/draft`, { put: (req, res) => putDraft(parts, req, res) });
  resource(router, `${at}/media`, { post: (req, res) => upload(parts, req, res) });
  resource(router, `${at}/media/:file_name`, { get: (req, res) => media(parts, req, res) });
  resource(router, `${at}/versions`, {
    get: (req, res) => listVersions(parts, req, res),
    post: (req, res) => save(parts, req, res),
  });
  resource(router, `${at}/versions/:number`, { get: (req, res) => version(parts, req, res) });
  resource(router, `${at}/versions/:number/restore`, { post: (req, res) => restore(parts, req, res) });
  resource(router, `${at}/events`, { get: (req, res) => events(parts, req, res) });
  return router;
}

/** A trade of the token in the body, or a renewal where there is no body. */
async function logIn({ logins }: EditorParts, req: Request, res: Response): Promise<void> {
  const body = await readJson(req, SMALL_BODY);
  const sessionId = idOf(req);
  const expiresAt =
    body === undefined
      ? logins.renew(req, res, sessionId)
      : logins.logIn(req, res, sessionId, validateRequest({ body: { schema: LoginBody, value: body } }).body.token);
  sendJson(res, 200, { login_expires_at: isoTime(expiresAt) } satisfies EditorLogin);
}

function load({ logins, sessions, views }: EditorParts, req: Request, res: Response): void {
  const { session, expiresAt } = logins.enter(req, idOf(req));
  sessions.touch(session.id);
  sendJson(res, 200, views.session(session, expiresAt));
}

async function putDraft(
  { runtime, logins, sessions, drafts, settings }: EditorParts,
  req: Request,
  res: Response,
): Promise<void> {
  const { session } = logins.enter(req, idOf(req));
  const { body } = validateRequest({
    body: { schema: DraftBody, value: await readJson(req, settings.get().open_limit_bytes + ENVELOPE_BYTES) },
  });
  drafts.put(session.id, {
    clientId: body.client_id,
    baseVersion: body.base_version,
    updatedAt: runtime.clock.now(),
    vmsJson: body.vms_json,
  });
  sessions.touch(session.id);
  res.status(204).end();
}

async function upload({ logins, uploads, settings }: EditorParts, req: Request, res: Response): Promise<void> {
  const { session } = logins.enter(req, idOf(req));
  const { query } = validateRequest({ query: { schema: UploadQuery, value: { name: req.query.name } } });
  const limit = settings.get().media_limit_bytes;
  if (Number(req.get("Content-Length") ?? 0) > limit)
    throw new AppError("too_large", `The file is larger than the limit of ${limit} bytes.`);
  const asset = await uploads.receive(session.id, query.name, req);
  sendJson(res, 201, {
    file_name: asset.fileName,
    size: asset.size,
    type: asset.type,
    width: asset.width,
    height: asset.height,
  } satisfies UploadedMedia);
}

async function media({ logins, assets, blobs }: EditorParts, req: Request, res: Response): Promise<void> {
  const { session } = logins.enter(req, idOf(req));
  await serveMedia(req, res, assets.byName(session.id, String(req.params.file_name)), blobs);
}

function listVersions({ logins, versions, views }: EditorParts, req: Request, res: Response): void {
  const { session } = logins.enter(req, idOf(req));
  const cursor = readCursor(typeof req.query.cursor === "string" ? req.query.cursor : null, ["number"]);
  const page = versions.page(session.id, cursor === null ? null : Number(cursor[0]));
  sendJson(res, 200, {
    items: page.items.map((head) => views.version(head, session.currentVersion)),
    next_cursor: page.nextCursor,
  });
}

function version({ logins, versions }: EditorParts, req: Request, res: Response): void {
  const { session } = logins.enter(req, idOf(req));
  const number = numberOf(req);
  sendJson(res, 200, { number, vms_json: versions.stateOf(session.id, number) });
}

async function save(parts: EditorParts, req: Request, res: Response): Promise<void> {
  const { session } = parts.logins.enter(req, idOf(req));
  const { body } = validateRequest({
    body: { schema: SaveBody, value: await readJson(req, parts.settings.get().open_limit_bytes + ENVELOPE_BYTES) },
  });
  answerSave(parts, res, session.id, () =>
    parts.versions.save(session.id, {
      ...saveRequest(parts, req, body),
      vmsJson: body.vms_json,
      clientId: body.client_id ?? null,
    }),
  );
}

async function restore(parts: EditorParts, req: Request, res: Response): Promise<void> {
  const { session } = parts.logins.enter(req, idOf(req));
  const number = numberOf(req);
  const { body } = validateRequest({ body: { schema: RestoreBody, value: await readJson(req, SMALL_BODY) } });
  answerSave(parts, res, session.id, () => parts.versions.restore(session.id, number, saveRequest(parts, req, body)));
}

function saveRequest(
  parts: EditorParts,
  req: Request,
  body: z.output<typeof RestoreBody>,
): Omit<SaveRequest, "vmsJson"> {
  return {
    saveId: body.save_id,
    baseVersion: body.base_version,
    userEmail: body.user_email ?? null,
    userIp: parts.clientAddress(req),
    clientId: null,
  };
}

/** 201 with the version, or 409 with both sides. */
function answerSave({ views, sessions }: EditorParts, res: Response, sessionId: string, act: () => Saved): void {
  try {
    const { version: head, deliveryId } = act();
    sendJson(res, 201, {
      version_id: head.id,
      number: head.number,
      delivery_id: deliveryId,
      created_at: isoTime(head.createdAt),
    } satisfies SavedVersion);
  } catch (error) {
    if (!(error instanceof SaveConflicts)) throw error;
    const { currentVersion } = sessions.byId(sessionId);
    sendJson(res, 409, {
      detail: error.message,
      base_version: error.baseVersion,
      current_version: error.current.number,
      current: views.version(error.current, currentVersion),
    } satisfies SaveConflict);
  }
}

function events({ logins, events: stream }: EditorParts, req: Request, res: Response): void {
  const { session } = logins.enter(req, idOf(req));
  stream.connect(session.id, req, res);
}

function idOf(req: Request): string {
  return String(req.params.session_id);
}

function numberOf(req: Request): number {
  return Number(validateRequest({ path: { schema: NumberPath, value: { number: req.params.number } } }).path.number);
}
