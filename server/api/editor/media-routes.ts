/** Adds files to an article: uploads, downloads from other sites, and copies from other articles. */
import type { Response } from "express";
import { z } from "zod";
import type { PictureWidth } from "../../article/vms-json.ts";
import type { CopiedMedia, EmbedFacts, UploadedMedia } from "../../contracts/media-api.ts";
import { fault, sentence } from "../../contracts/sentences/index.ts";
import { AppError } from "../../core/errors.ts";
import type { Asset } from "../../media/asset-store.ts";
import type { Editor } from "./editor.ts";
import { serveMedia } from "./serve-files.ts";
import type { AddTabRoute } from "./tab-route.ts";

const MAX_COPIED = 500;
const MAX_FILE_NAME = 200;
const MAX_CLIP = 200;
const MAX_ORIGINAL_NAME = 4_096;
const MAX_URL = 2_000;

const UrlBody = z.object({
  url: z
    .string()
    .max(MAX_URL)
    .regex(/^https?:\/\//i, fault("media.url")),
});

export function mediaRoutes(route: AddTabRoute, { services, logins }: Editor): void {
  const { settings, uploads, assets, pictureFetching } = services;
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
    body: UrlBody,
    status: 201,
    async run({ res, session, body }) {
      const asset = await pictureFetching.fetch(session, body.url, disconnectOf(res));
      return mediaView(asset, assets.widths(session.id));
    },
  });
  route("post /media/embed", {
    body: UrlBody,
    async run({ res, session, body }): Promise<EmbedFacts> {
      const { title, poster } = await services.embedFacts.of(session, body.url, disconnectOf(res));
      return { title, poster: poster && mediaView(poster, assets.widths(session.id)) };
    },
  });
  route("post /media/copy", {
    body: z.object({
      clip: z.string().max(MAX_CLIP),
      files: z.array(z.string().min(1).max(MAX_FILE_NAME)).max(MAX_COPIED),
    }),
    limit: MAX_COPIED * (MAX_FILE_NAME + 10),
    async run({ req, session, body }): Promise<CopiedMedia> {
      const source = logins.enterClip(req, session, body.clip);
      const copied = await uploads.copy(source.id, session.id, body.files);
      const widths = assets.widths(session.id);
      return { files: Object.fromEntries([...copied].map(([name, asset]) => [name, mediaView(asset, widths)])) };
    },
  });
  route("get /media/:file_name", {
    run: ({ req, res, session }) =>
      serveMedia(services, req, res, assets.byName(session.id, String(req.params.file_name))),
  });
}

/** Aborts when the client disconnects. */
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
