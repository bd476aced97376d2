/** Sessions and their versions, mounted at `/api` of the console's listener. */
import type { Request, Response, Router } from "express";
import { z } from "zod";
import type { SavedVersion } from "../../contracts/editor-api.ts";
import { id, pageOf, time } from "../../contracts/schema-parts.ts";
import { sentence } from "../../contracts/sentences/index.ts";
import {
  type ArchiveEntry,
  type EditorAddress,
  type FilesFetched,
  type VersionComparison,
  VersionRestore,
} from "../../contracts/sessions-api.ts";
import { AppError } from "../../core/errors.ts";
import { isoTime } from "../../core/runtime.ts";
import { resource } from "../../http/fallbacks.ts";
import { sendJson } from "../../http/json-body.ts";
import { securityHeaders } from "../../http/security-headers.ts";
import { sendArchive, setArchiveHeaders } from "../../http/send-archive.ts";
import { sendSandboxedBlob } from "../../http/send-blob.ts";
import type { Services } from "../../services.ts";
import { readCursor } from "../../storage/lists.ts";
import * as bodies from "./bodies.ts";
import type { Console } from "./console.ts";
import type { Descriptions } from "./describe.ts";
import { bodyOf, param, queryOf } from "./requests.ts";

export function sessionRoutes(router: Router, { services, views, previews }: Console): void {
  const { sessions, versions, audit, comparing, restoring } = services;
  resource(router, "/sessions", {
    get: async (req, res) => {
      const { cursor, ...query } = queryOf(req, bodies.SessionQuerySchema);
      const page = await services.sessionLists.page(query, cursor);
      sendJson(res, 200, { items: page.items.map(views.sessionRow), next_cursor: page.nextCursor });
    },
  });
  resource(router, "/sessions/:id", {
    get: (req, res) => sendJson(res, 200, views.session(sessions.byId(param(req, "id")))),
    delete: async (req, res) => {
      await sessions.remove(param(req, "id"), ({ id, materialId }) =>
        audit.record("session deleted", id, { material_id: materialId }),
      );
      res.status(204).end();
    },
  });
  resource(router, "/sessions/:id/versions", {
    get: (req, res) => {
      const before = readCursor(queryOf(req, bodies.PageQuerySchema).cursor, ["number"]);
      const page = versions.page(sessions.byId(param(req, "id")).id, before === null ? null : Number(before[0]));
      sendJson(res, 200, { items: page.items.map(views.versionRow), next_cursor: page.nextCursor });
    },
  });
  resource(router, "/sessions/:id/editor-address", {
    post: (req, res) => sendJson(res, 200, openEditor(services, param(req, "id"))),
  });
  resource(router, "/sessions/:id/fetch-files", {
    post: async (req, res) => {
      const { id } = sessions.byId(param(req, "id"));
      const fetching = await restoring.again(id);
      audit.record("files fetched again", id, { files: fetching });
      sendJson(res, 200, { fetching } satisfies FilesFetched);
    },
  });

  resource(router, "/versions/:id", {
    get: (req, res) => {
      const id = param(req, "id");
      sendJson(res, 200, views.version(id, sessions.byId(versions.head(id).sessionId)));
    },
  });
  resource(router, "/versions/:id/restore", {
    post: async (req, res) => {
      const body = await bodyOf(req, VersionRestore);
      sendJson(res, 201, await restoreVersion(services, param(req, "id"), body));
    },
  });
  resource(router, "/versions/:id/compare/:other", {
    get: async (req, res) => {
      const { language } = queryOf(req, bodies.CompareQuerySchema);
      const { sessionId, ...difference } = await comparing.compare(param(req, "id"), param(req, "other"), language);
      const files_path = `${previews.pathOf(sessionId)}media/`;
      sendJson(res, 200, { ...difference, files_path } satisfies VersionComparison);
    },
  });
  resource(router, "/versions/:id/archive", { get: (req, res) => downloadArchive(services, req, res) });
  resource(router, "/versions/:id/files", {
    get: (req, res) => {
      const items = services.archives.entries(param(req, "id")).map(entryView);
      sendJson(res, 200, { items, next_cursor: null });
    },
  });
  const file = (req: Request, res: Response, path: string) => sendEntry(services, req, res, path);
  resource(router, "/versions/:id/files/:name", { get: (req, res) => file(req, res, param(req, "name")) });
  resource(router, "/versions/:id/files/:folder/:name", {
    get: (req, res) => file(req, res, `${param(req, "folder")}/${param(req, "name")}`),
  });
}

/** @throws AppError not_found; conflict if the project's key is disabled */
function openEditor({ sessions, projects, audit, editorAddresses }: Services, id: string): EditorAddress {
  const session = sessions.byId(id);
  const project = projects.byId(session.projectId);
  if (!project.enabled) throw new AppError("conflict", sentence("projects.key_disabled_open", { name: project.name }));
  const { url, expiresAt } = editorAddresses.editorUrl(session, null);
  audit.record("editor opened", id, { material_id: session.materialId, project: project.name });
  return { url, expires_at: isoTime(expiresAt) };
}

/**
 * @throws AppError not_found, invalid for version 0; conflict if the project is disabled or a newer version was saved
 */
async function restoreVersion(
  { versions, sessions, projects, audit, runtime }: Services,
  id: string,
  { base_version }: VersionRestore,
): Promise<SavedVersion> {
  const { sessionId, number } = versions.head(id);
  const session = sessions.byId(sessionId);
  const project = projects.byId(session.projectId);
  if (!project.enabled)
    throw new AppError("conflict", sentence("projects.key_disabled_restore", { name: project.name }));
  const { version, deliveryId } = await versions.restore(sessionId, number, {
    saveId: runtime.random.uuid(),
    baseVersion: base_version,
    userEmail: null,
    userIp: null,
    clientId: null,
  });
  audit.record("version restored", sessionId, {
    material_id: session.materialId,
    restored: number,
    number: version.number,
  });
  return {
    version_id: version.id,
    number: version.number,
    delivery_id: deliveryId,
    created_at: isoTime(version.createdAt),
  };
}

async function downloadArchive({ archives }: Services, req: Request, res: Response): Promise<void> {
  const archive = await archives.ofVersion(param(req, "id"), { secrets: "masked" });
  setArchiveHeaders(res, archive);
  if (req.method === "HEAD") return void res.end();
  await sendArchive(res, archive, () => {});
}

type Entry = ReturnType<Services["archives"]["entries"]>[number];

/** Text of an archive is shown as plain text, never run. */
const TEXT_TYPES: Readonly<Record<string, string>> = { html: "text/plain", json: "application/json" };

const textType = (name: string) => TEXT_TYPES[name.split(".").at(-1) ?? ""] ?? "text/plain";

function entryView(entry: Entry): ArchiveEntry {
  if ("text" in entry)
    return {
      path: entry.name,
      size: Buffer.byteLength(entry.text),
      type: textType(entry.name),
      width: null,
      height: null,
      client_url: null,
    };
  const { size, type, width, height, clientUrl } = entry.blob;
  return { path: entry.name, size, type, width, height, client_url: clientUrl };
}

const sandboxed = securityHeaders("sandboxed");

/** One file of the archive, served inert. @throws AppError not_found; unavailable if its bytes are missing */
async function sendEntry({ archives, blobs }: Services, req: Request, res: Response, path: string): Promise<void> {
  const entry = archives.entries(param(req, "id")).find(({ name }) => name === path);
  if (entry === undefined) throw new AppError("not_found", sentence("api.no_archive_file"));
  if ("text" in entry) {
    sandboxed(req, res, () => {});
    res.setHeader("Content-Type", `${textType(path)}; charset=utf-8`);
    return void res.end(entry.text);
  }
  if ((await blobs.stat(entry.blob.sha256)) === null) throw new AppError("unavailable", sentence("api.file_missing"));
  await sendSandboxedBlob(req, res, blobs.path(entry.blob.sha256), entry.blob);
}

const Session = z
  .object({
    id,
    project_id: id,
    project_name: z.string(),
    material_id: z.string(),
    callback_host: z.string(),
    current_version: z.number().nullable(),
    open_comments: z.number(),
    last_access: time,
    created_at: time,
  })
  .meta({ id: "Session" });

const Version = z
  .object({ id, session_id: id, number: z.number(), html: z.string(), created_at: time })
  .meta({ id: "Version" });

const RestoredVersion = z.object({
  version_id: id,
  number: z.number(),
  delivery_id: id,
  created_at: time,
}) satisfies z.ZodType<SavedVersion>;

export const sessionDescriptions: Descriptions = {
  "get /sessions": {
    role: "viewer",
    name: "listSessions",
    does: "Articles, the last one worked on first",
    query: bodies.SessionQuerySchema,
    answer: pageOf(Session),
  },
  "get /sessions/:id": { role: "viewer", name: "readSession", does: "An article with its versions", answer: Session },
  "delete /sessions/:id": {
    role: "admin",
    name: "deleteSession",
    does: "Delete an article with all that it holds",
    answer: null,
  },
  "get /sessions/:id/versions": {
    role: "viewer",
    name: "listVersions",
    does: "An article's versions, newest first",
    query: bodies.PageQuerySchema,
  },
  "post /sessions/:id/editor-address": { role: "admin", name: "openEditor", does: "An address that opens the editor" },
  "post /sessions/:id/fetch-files": {
    role: "admin",
    name: "fetchFiles",
    does: "Fetch again the files that did not come",
  },
  "get /versions/:id": { role: "viewer", name: "readVersion", does: "A saved version with its HTML", answer: Version },
  "post /versions/:id/restore": {
    role: "operator",
    name: "restoreVersion",
    does: "Save an older version as the newest one and send it to the site",
    body: VersionRestore,
    answer: RestoredVersion,
    status: 201,
  },
  "get /versions/:id/compare/:other": {
    role: "viewer",
    name: "compareVersions",
    does: "What differs between two versions",
    query: bodies.CompareQuerySchema,
  },
  "get /versions/:id/archive": { role: "viewer", name: "readVersionArchive", does: "A version's ZIP", answer: "bytes" },
  "get /versions/:id/files": { role: "viewer", name: "listVersionFiles", does: "What is in a version's ZIP" },
  "get /versions/:id/files/:name": { role: "viewer", name: "readVersionFile", does: "One file of it", answer: "bytes" },
  "get /versions/:id/files/:folder/:name": {
    role: "viewer",
    name: "readVersionMedia",
    does: "One file of its folder",
    answer: "bytes",
  },
};
