/**
 * Files of an article: uploads, downloads from other sites, copies from other articles. Serves media and published fonts to
 * the editor and the previews.
 */
import type { Request, Response } from "express";
import { z } from "zod";
import type { PictureWidth } from "../../article/vms-json.ts";
import { CopyBody, FetchBody, MAX_COPIED, MAX_FILE_NAME } from "../../contracts/editor-bodies.ts";
import type { CopiedMedia, EmbedFacts, UploadedMedia } from "../../contracts/media-api.ts";
import { sentence } from "../../contracts/sentences/index.ts";
import { AppError } from "../../core/errors.ts";
import { sendBlob, sendSandboxedBlob } from "../../http/send-files.ts";
import type { Asset } from "../../media/asset-store.ts";
import type { Services } from "../../services.ts";
import type { Editor } from "./editor.ts";
import type { AddTabRoute } from "./tab-route.ts";

const MAX_ORIGINAL_NAME = 4_096;

export function mediaRoutes(route: AddTabRoute, { services, logins }: Editor): void {
  const { settings, uploads, assets, fetchPicture } = services;
  route("post /media", {
    query: z.object({
      name: z.string().min(1).max(MAX_ORIGINAL_NAME),
      smaller_of: z.string().max(MAX_FILE_NAME).optional(),
    }),
    status: 201,
    async run({ req, session, query }) {
      const limit = settings.get().media_limit_bytes;
      if (Number(req.get("Content-Length") ?? 0) > limit)
        throw new AppError("too_large", sentence("media.too_large", { limit }));
      const asset = await uploads.receive(session.id, query.name, req, { smallerOf: query.smaller_of ?? null });
      return mediaView(asset, assets.widths(session.id));
    },
  });
  route("post /media/fetch", {
    body: FetchBody,
    status: 201,
    async run({ res, session, body }) {
      const asset = await fetchPicture(session, body.url, disconnectOf(res));
      return mediaView(asset, assets.widths(session.id));
    },
  });
  route("post /media/embed", {
    body: FetchBody,
    async run({ res, session, body }): Promise<EmbedFacts> {
      const { title, poster } = await services.findEmbedFacts(session, body.url, disconnectOf(res));
      return { title, poster: poster && mediaView(poster, assets.widths(session.id)) };
    },
  });
  route("post /media/copy", {
    body: CopyBody,
    limit: MAX_COPIED * (MAX_FILE_NAME + 10),
    async run({ req, session, body }): Promise<CopiedMedia> {
      const source = logins.enterClip(req, session, body.clip);
      const copied = await uploads.copy(source.id, session.id, body.files);
      const widths = assets.widths(session.id);
      return { files: Object.fromEntries([...copied].map(([name, asset]) => [name, mediaView(asset, widths)])) };
    },
  });
  route("get /media/:file_name", {
    run: ({ req, res, session }) => serveMedia(services, res, assets.byName(session.id, String(req.params.file_name))),
  });
}

/** The fonts are served under the editor's API path, because the browser sends its cookie only there. */
export function fontRoutes(route: AddTabRoute, { services }: Editor): void {
  route("get /fonts/vms_fonts.css", { run: ({ res, session }) => serveFontsCss(services, res, session.projectId) });
  route("get /fonts/:file", {
    run: ({ req, res, session }) => serveFontFile(services, req, res, session.projectId),
  });
}

/** Returns a signal that aborts when the client disconnects. */
function disconnectOf(res: Response): AbortSignal {
  const disconnected = new AbortController();
  res.once("close", () => disconnected.abort());
  return disconnected.signal;
}

export function mediaView(
  { fileName, size, type, width, height }: Asset,
  widths: ReadonlyMap<string, PictureWidth[]>,
): UploadedMedia {
  const own = widths.get(fileName);
  return { file_name: fileName, size, type, width, height, ...(own === undefined ? {} : { widths: own }) };
}

/** Sends the asset in a sandbox. @throws AppError not_found without the asset, or if its bytes are missing or truncated */
export async function serveMedia(
  { blobs }: Pick<Services, "blobs">,
  res: Response,
  asset: Pick<Asset, "blob" | "size" | "type"> | null,
): Promise<void> {
  const found = asset?.blob == null ? null : await blobs.stat(asset.blob);
  if (asset?.blob == null || found === null) throw new AppError("not_found", sentence("media.missing"));
  // The size reveals most damage. Hashing every file before it is sent would take too long.
  if (found.size !== asset.size) throw new AppError("not_found", sentence("media.damaged"));
  await sendSandboxedBlob(res, blobs.path(asset.blob), { sha256: asset.blob, type: asset.type });
}

/**
 * Sends the snapshot's `@font-face` rules, files in the same folder (contract 2.7). @throws AppError not_found before the first publication
 */
export function serveFontsCss({ snapshots }: Pick<Services, "snapshots">, res: Response, projectId: string): void {
  const sheet = snapshots.sheetFor(projectId);
  if (sheet === null) throw new AppError("not_found", sentence("fonts.none_published"));
  res.setHeader("Cache-Control", "private, no-cache");
  res.setHeader("ETag", `"${sheet.snapshotId}"`);
  res.type("css").send(sheet.css);
}

/** Sends a published font file. @throws AppError not_found if no snapshot contains it */
export async function serveFontFile(
  { snapshots, blobs }: Pick<Services, "snapshots" | "blobs">,
  req: Request,
  res: Response,
  projectId: string,
): Promise<void> {
  const file = snapshots.fileFor(projectId, String(req.params.file));
  if (file === null || (await blobs.stat(file.sha256)) === null)
    throw new AppError("not_found", sentence("fonts.not_published"));
  await sendBlob(res, blobs.path(file.sha256), file);
}
