import type { Response } from "express";
import { z } from "zod";
import type { SavedVersion } from "../../contracts/editor-api.ts";
import { id, pageOf, time } from "../../contracts/schema-parts.ts";
import { sentence } from "../../contracts/sentences/index.ts";
import {
  type ArchiveEntry,
  type EditorLink,
  type FilesFetched,
  SESSION_STATES,
  type VersionComparison,
  VersionRestore,
} from "../../contracts/sessions-api.ts";
import { AppError } from "../../core/errors.ts";
import { isoTime } from "../../core/runtime.ts";
import { setSecurityHeaders } from "../../http/security-headers.ts";
import { sendArchive, sendSandboxedBlob } from "../../http/send-files.ts";
import type { Services } from "../../services.ts";
import { savedView } from "../editor/version-routes.ts";
import type { Console } from "./console.ts";
import { type AddRoute, oneOf, PageQuery, word } from "./route.ts";

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

export function sessionRoutes(route: AddRoute, { services, views, logins }: Console): void {
  const { sessions, versions, audit, comparing, restoring, archives } = services;
  route("viewer get /sessions", {
    name: "listSessions",
    summary: "List articles, most recently opened or changed first",
    query: z.object({ project: word, state: oneOf(SESSION_STATES).nullable().default(null), q: word, cursor: word }),
    response: pageOf(Session),
    async run({ query: { cursor, ...query } }) {
      const page = await services.sessionLists.page(query, cursor);
      return { ...page, items: page.items.map(views.sessionRow) };
    },
  });
  route("viewer get /sessions/:id", {
    name: "readSession",
    summary: "Retrieve an article with its versions",
    response: Session,
    run: ({ params }) => views.session(sessions.byId(params.id)),
  });
  route("admin delete /sessions/:id", {
    name: "deleteSession",
    summary: "Delete an article and all its data",
    response: null,
    run: ({ params }) =>
      sessions.remove(params.id, ({ id, materialId }) =>
        audit.record("session deleted", id, { material_id: materialId }),
      ),
  });
  route("viewer get /sessions/:id/versions", {
    name: "listVersions",
    summary: "List an article's versions, newest first",
    query: PageQuery,
    run({ params, query }) {
      const page = versions.page(sessions.byId(params.id).id, query.cursor);
      return { ...page, items: page.items.map(views.versionRow) };
    },
  });
  route("admin post /sessions/:id/editor-address", {
    name: "openEditor",
    summary: "Create an editor link",
    run: ({ params }) => openEditor(services, params.id),
  });
  route("admin post /sessions/:id/fetch-files", {
    name: "fetchFiles",
    summary: "Fetch missing files again",
    async run({ params }): Promise<FilesFetched> {
      const { id } = sessions.byId(params.id);
      const fetching = await restoring.again(id);
      audit.record("files fetched again", id, { files: fetching });
      return { fetching };
    },
  });

  route("viewer get /versions/:id", {
    name: "readVersion",
    summary: "Retrieve a version with its HTML",
    response: Version,
    run: ({ params: { id } }) => views.version(id, sessions.byId(versions.head(id).sessionId)),
  });
  route("operator post /versions/:id/restore", {
    name: "restoreVersion",
    summary: "Restore a version: save it as the newest one and send it to the site",
    body: VersionRestore,
    response: RestoredVersion,
    status: 201,
    run: ({ params, body }) => restoreVersion(services, params.id, body),
  });
  route("viewer get /versions/:id/compare/:other", {
    name: "compareVersions",
    summary: "Compare two versions",
    query: z.object({ language: oneOf(["en", "ru"]).default("en") }),
    async run({ params, query }): Promise<VersionComparison> {
      const { sessionId, ...difference } = await comparing.compare(params.id, params.other, query.language);
      return { ...difference, files_path: `${logins.previewPath(sessionId)}media/` };
    },
  });
  route("viewer get /versions/:id/archive", {
    name: "readVersionArchive",
    summary: "Download a version's archive",
    response: "bytes",
    run: async ({ res, params }) => sendArchive(res, await archives.ofVersion(params.id, { secrets: "masked" })),
  });
  route("viewer get /versions/:id/files", {
    name: "listVersionFiles",
    summary: "List the files in a version's archive",
    run: ({ params }) => ({ items: archives.entries(params.id).map(entryView), next_cursor: null }),
  });
  route("viewer get /versions/:id/files/:name", {
    name: "readVersionFile",
    summary: "Download a file from a version's archive",
    response: "bytes",
    run: ({ res, params }) => sendEntry(services, res, params.id, params.name),
  });
  route("viewer get /versions/:id/files/:folder/:name", {
    name: "readVersionMedia",
    summary: "Download a file from a folder of a version's archive",
    response: "bytes",
    run: ({ res, params }) => sendEntry(services, res, params.id, `${params.folder}/${params.name}`),
  });
}

/** @throws AppError not_found; conflict if the project's key is disabled */
function openEditor({ sessions, projects, audit, editorLinks }: Services, id: string): EditorLink {
  const session = sessions.byId(id);
  const project = projects.byId(session.projectId);
  if (!project.enabled) throw new AppError("conflict", sentence("projects.key_disabled", { name: project.name }));
  const { url, expiresAt } = editorLinks.editorUrl(session, null);
  audit.record("editor opened", id, { material_id: session.materialId, project: project.name });
  return { url, expires_at: isoTime(expiresAt) };
}

/** @throws AppError not_found, invalid for version 0; conflict if the project is disabled or a newer version was saved */
async function restoreVersion(
  { versions, sessions, projects, audit, runtime }: Services,
  id: string,
  { base_version }: VersionRestore,
): Promise<SavedVersion> {
  const { sessionId, number } = versions.head(id);
  const session = sessions.byId(sessionId);
  const project = projects.byId(session.projectId);
  if (!project.enabled) throw new AppError("conflict", sentence("projects.key_disabled", { name: project.name }));
  const saved = await versions.restore(sessionId, number, {
    saveId: runtime.random.uuid(),
    baseVersion: base_version,
    userEmail: null,
    userIp: null,
    clientId: null,
  });
  audit.record("version restored", sessionId, {
    material_id: session.materialId,
    restored: number,
    number: saved.version.number,
  });
  return savedView(saved);
}

type Entry = ReturnType<Services["archives"]["entries"]>[number];

/** HTML is served as plain text, so that browsers never run it. */
const TEXT_TYPES: Readonly<Record<string, string>> = { html: "text/plain", json: "application/json" };

const textType = (name: string) => TEXT_TYPES[name.split(".").at(-1) ?? ""] ?? "text/plain";

function entryView(entry: Entry): ArchiveEntry {
  const { name: path } = entry;
  if ("text" in entry) {
    const size = Buffer.byteLength(entry.text);
    return { path, size, type: textType(path), width: null, height: null, client_url: null };
  }
  const { size, type, width, height, clientUrl } = entry.blob;
  return { path, size, type, width, height, client_url: clientUrl };
}

/** Sends a file of the archive in a sandbox. @throws AppError not_found; unavailable if its bytes are missing */
async function sendEntry({ archives, blobs }: Services, res: Response, versionId: string, path: string): Promise<void> {
  const entry = archives.entries(versionId).find(({ name }) => name === path);
  if (entry === undefined) throw new AppError("not_found", sentence("api.no_archive_file"));
  if ("text" in entry) {
    setSecurityHeaders(res, "sandboxed");
    res.setHeader("Content-Type", `${textType(path)}; charset=utf-8`);
    return void res.end(entry.text);
  }
  if ((await blobs.stat(entry.blob.sha256)) === null)
    throw new AppError("unavailable", sentence("storage.file_missing", { name: path }));
  await sendSandboxedBlob(res, blobs.path(entry.blob.sha256), entry.blob);
}
