/**
 * The routes of the integration API (contract 4.1 to 4.3), mounted at `/integration`. The checks stand in their order:
 * shape (422), key (403), signature (403, 429), then what the request is about (403 or 404).
 */
import express, { type Request, type Response, type Router } from "express";
import type { z } from "zod";
import type { Archive } from "../archives/archive.ts";
import { AppError, ERROR_STATUS, ValidationFailed } from "../core/errors.ts";
import { JsonText } from "../core/json-text.ts";
import { resource } from "../http/fallbacks.ts";
import { readJsonText, sendJson } from "../http/json-body.ts";
import { securityHeaders } from "../http/security-headers.ts";
import { sendArchive, setArchiveHeaders } from "../http/send-archive.ts";
import { type Part, validateRequest } from "../http/validation.ts";
import { contentUrls, enabledProject, requireSignature } from "./authorize.ts";
import { readCallbackAddress } from "./callback-address.ts";
import type { IntegrationParts, IntegrationProject, StartedDownload } from "./parts.ts";
import {
  DownloadHeaders,
  DownloadQuery,
  FontsPath,
  MediaPath,
  OpenHeaders,
  SessionCreate,
  SIGNATURE_HEADER,
} from "./schemas.ts";

export function integrationRoutes<P extends IntegrationProject>(parts: IntegrationParts<P>): Router {
  const router = express.Router({ caseSensitive: true });
  router.use(securityHeaders("api"));
  resource(router, "/session/open", { post: (req, res) => open(parts, req, res) });
  resource(router, "/download/media/:fingerprint/:version_id", { get: (req, res) => downloadMedia(parts, req, res) });
  resource(router, "/download/fonts/:fingerprint/:snapshot_id", { get: (req, res) => downloadFonts(parts, req, res) });
  return router;
}

/** Contract 4.1. */
async function open<P extends IntegrationProject>(
  parts: IntegrationParts<P>,
  req: Request,
  res: Response,
): Promise<void> {
  const { text, ...read } = await readBody(req, parts.openLimitBytes());
  const { header, body } = validateRequest({
    header: { schema: OpenHeaders, value: signatureOf(req) },
    body: { schema: SessionCreate, ...read },
  });
  const project = enabledProject(parts, body.api_key);
  requireSignature(parts, req, project, [body.callback_url], {
    route: "session/open",
    materialId: body.material_id,
    given: header[SIGNATURE_HEADER],
    archive: null,
  });
  const allowed = parts.isCallbackAllowed(project, readCallbackAddress(body.callback_url));
  if (!allowed.ok) throw new AppError("forbidden", `Host ${allowed.host} is not allowed for this API key`);
  const session = await parts.openSession(project, body, new JsonText(text));
  res.setHeader("Cache-Control", "no-store");
  sendJson(res, 200, session);
}

/** Contract 4.2. */
async function downloadMedia<P extends IntegrationProject>(
  parts: IntegrationParts<P>,
  req: Request,
  res: Response,
): Promise<void> {
  const { key, path } = authorizeDownload(parts, req, "media", MediaPath, (checked) => checked.version_id);
  await answerArchive(parts, req, res, {
    download: { ...key, versionId: path.version_id, snapshotId: null },
    find: () => parts.findMediaArchive({ ...key, versionId: path.version_id }),
    missing:
      "Archive not found: this address, api_key and material_id do not belong together, or the version is no longer kept " +
      "(versions before the current one are removed two weeks after the last access).",
  });
}

/** Contract 4.3. */
async function downloadFonts<P extends IntegrationProject>(
  parts: IntegrationParts<P>,
  req: Request,
  res: Response,
): Promise<void> {
  const { key, path } = authorizeDownload(parts, req, "fonts", FontsPath, (checked) => checked.snapshot_id);
  await answerArchive(parts, req, res, {
    download: { ...key, versionId: null, snapshotId: path.snapshot_id },
    find: () => parts.findFontsArchive({ ...key, snapshotId: path.snapshot_id }),
    missing:
      "Archive not found: this address, api_key and material_id do not belong together, or the font snapshot is no longer kept.",
  });
}

/** Checks shape, key and signature of a download. `idOf` names the second part of its path. */
function authorizeDownload<P extends IntegrationProject, S extends z.ZodType<{ fingerprint: string }>>(
  parts: IntegrationParts<P>,
  req: Request,
  kind: "media" | "fonts",
  schema: S,
  idOf: (path: z.output<S>) => string,
) {
  const { path, query, header, project } = tellingRefusal(parts, req, () => {
    const checked = validateRequest({
      path: { schema, value: req.params },
      query: { schema: DownloadQuery, value: queryOf(req) },
      header: { schema: DownloadHeaders, value: signatureOf(req) },
    });
    return { ...checked, project: enabledProject(parts, checked.query.api_key) };
  });
  const issuedPath = `/integration/download/${kind}/${path.fingerprint}/${idOf(path)}`;
  requireSignature(parts, req, project, contentUrls(parts.contentBases(), req, issuedPath), {
    route: `download/${kind}`,
    materialId: query.material_id,
    given: header[SIGNATURE_HEADER],
    archive: { fingerprint: path.fingerprint, archiveId: idOf(path) },
  });
  return { path, key: { projectId: project.id, materialId: query.material_id, fingerprint: path.fingerprint } };
}

/** What `check` refuses is told to whoever waits for the download, too. */
function tellingRefusal<P extends IntegrationProject, T>(parts: IntegrationParts<P>, req: Request, check: () => T): T {
  try {
    return check();
  } catch (error) {
    if (error instanceof AppError)
      parts.recordRefusedDownload({
        archive: {
          fingerprint: String(req.params.fingerprint).toLowerCase(),
          archiveId: String(req.params.version_id ?? req.params.snapshot_id).toLowerCase(),
        },
        status: ERROR_STATUS[error.code],
        reason: error.message,
        clientAddress: parts.clientAddress(req),
      });
    throw error;
  }
}

interface ArchiveAnswer {
  download: Pick<StartedDownload, "projectId" | "materialId" | "fingerprint" | "versionId" | "snapshotId">;
  find(): Promise<Archive | null>;
  /** Sentence of the 404. */
  missing: string;
}

async function answerArchive<P extends IntegrationProject>(
  parts: IntegrationParts<P>,
  req: Request,
  res: Response,
  { download, find, missing }: ArchiveAnswer,
): Promise<void> {
  const startedAt = parts.runtime.clock.now();
  const remoteAddress = parts.clientAddress(req);
  const end = req.method === "GET" ? parts.startDownload({ ...download, startedAt, remoteAddress }) : () => undefined;
  const notSent = (status: number) => end({ status, bytes: 0, totalBytes: null, complete: false });
  const archive = await find().catch((error) => {
    notSent(error instanceof AppError ? ERROR_STATUS[error.code] : 500);
    throw error;
  });
  if (archive === null) {
    notSent(404);
    throw new AppError("not_found", missing);
  }
  setArchiveHeaders(res, archive);
  if (req.method === "HEAD") return void res.end();
  await sendArchive(res, archive, (sent) => end({ ...sent, totalBytes: archive.size }));
}

/** The value of a body and its text, or the fault that it is no JSON: faults of other places are named with it. */
async function readBody(req: Request, limitBytes: number): Promise<Pick<Part, "value" | "fault"> & { text: string }> {
  try {
    return (await readJsonText(req, limitBytes)) ?? { value: undefined, text: "" };
  } catch (error) {
    const [fault] = error instanceof ValidationFailed ? error.faults : [];
    if (fault === undefined) throw error;
    return { fault, text: "" };
  }
}

function signatureOf(req: Request): Record<string, unknown> {
  const given = req.headers[SIGNATURE_HEADER.toLowerCase()];
  return given === undefined ? {} : { [SIGNATURE_HEADER]: given };
}

/** Of a parameter that is given more than once, the last counts. */
function queryOf(req: Request): Record<string, string> {
  const start = req.originalUrl.indexOf("?");
  return Object.fromEntries(new URLSearchParams(start === -1 ? "" : req.originalUrl.slice(start + 1)));
}
