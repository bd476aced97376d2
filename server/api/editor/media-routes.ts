/** Files of an article: uploaded, fetched from another site, or copied from another article. */
import type { Request, Response, Router } from "express";
import { z } from "zod";
import type { PictureWidth } from "../../article/vms-json.ts";
import type { CopiedMedia, EmbedFacts, UploadedMedia } from "../../contracts/media-api.ts";
import { fault, sentence } from "../../contracts/sentences/index.ts";
import { AppError } from "../../core/errors.ts";
import { resource } from "../../http/fallbacks.ts";
import { readJson, sendJson } from "../../http/json-body.ts";
import { validateRequest } from "../../http/validation.ts";
import type { Asset } from "../../media/asset-store.ts";
import type { Editor } from "./editor.ts";
import { idOf, SMALL_BODY } from "./requests.ts";
import { serveMedia } from "./serve-files.ts";

/** Files in one copy: more than half a long article has. */
const MAX_COPIED = 500;
const MAX_FILE_NAME = 200;
const MAX_CLIP = 200;
const MAX_ORIGINAL_NAME = 4_096;
const MAX_ADDRESS = 2_000;

const UploadQuery = z.object({
  name: z.string().min(1).max(MAX_ORIGINAL_NAME),
  smaller_of: z.string().max(MAX_FILE_NAME).optional(),
});
const AddressBody = z.object({
  url: z
    .string()
    .max(MAX_ADDRESS)
    .regex(/^https?:\/\//i, fault("media.url")),
});
const ClipBody = z.object({
  clip: z.string().max(MAX_CLIP),
  files: z.array(z.string().min(1).max(MAX_FILE_NAME)).max(MAX_COPIED),
});

export function mediaRoutes(router: Router, at: string, editor: Editor): void {
  resource(router, `${at}/media`, { post: (req, res) => upload(editor, req, res) });
  resource(router, `${at}/media/fetch`, { post: (req, res) => fetchPicture(editor, req, res) });
  resource(router, `${at}/media/embed`, { post: (req, res) => embedFacts(editor, req, res) });
  resource(router, `${at}/media/copy`, { post: (req, res) => copy(editor, req, res) });
  resource(router, `${at}/media/:file_name`, { get: (req, res) => media(editor, req, res) });
}

async function upload({ services, logins }: Editor, req: Request, res: Response): Promise<void> {
  const { session } = logins.enter(req, idOf(req));
  const { query } = validateRequest({
    query: { schema: UploadQuery, value: { name: req.query.name, smaller_of: req.query.smaller_of } },
  });
  const limit = services.settings.get().media_limit_bytes;
  if (Number(req.get("Content-Length") ?? 0) > limit)
    throw new AppError("too_large", sentence("media.too_large", { limit }));
  const smallerOf = query.smaller_of ?? null;
  const asset = await services.uploads.receive(session.id, query.name, req, { smallerOf });
  sendJson(res, 201, mediaView(asset, services.assets.widths(session.id)));
}

async function fetchPicture({ services, logins }: Editor, req: Request, res: Response): Promise<void> {
  const { session } = logins.enter(req, idOf(req));
  const { body } = validateRequest({ body: { schema: AddressBody, value: await readJson(req, SMALL_BODY) } });
  const gone = new AbortController();
  res.once("close", () => gone.abort());
  const asset = await services.pictureFetching.fetch(session, body.url, gone.signal);
  sendJson(res, 201, mediaView(asset, services.assets.widths(session.id)));
}

async function embedFacts({ services, logins }: Editor, req: Request, res: Response): Promise<void> {
  const { session } = logins.enter(req, idOf(req));
  const { body } = validateRequest({ body: { schema: AddressBody, value: await readJson(req, SMALL_BODY) } });
  const gone = new AbortController();
  res.once("close", () => gone.abort());
  const { title, poster } = await services.embedFacts.of(session, body.url, gone.signal);
  const view = poster === null ? null : mediaView(poster, services.assets.widths(session.id));
  sendJson(res, 200, { title, poster: view } satisfies EmbedFacts);
}

async function copy({ services, logins }: Editor, req: Request, res: Response): Promise<void> {
  const { session } = logins.enter(req, idOf(req));
  const value = await readJson(req, MAX_COPIED * (MAX_FILE_NAME + 10));
  const { body } = validateRequest({ body: { schema: ClipBody, value } });
  const source = logins.enterClip(req, session, body.clip);
  const copied = await services.uploads.copy(source.id, session.id, body.files);
  const widths = services.assets.widths(session.id);
  const files = Object.fromEntries([...copied].map(([name, asset]) => [name, mediaView(asset, widths)]));
  sendJson(res, 200, { files } satisfies CopiedMedia);
}

async function media({ services, logins }: Editor, req: Request, res: Response): Promise<void> {
  const { session } = logins.enter(req, idOf(req));
  await serveMedia(services, req, res, services.assets.byName(session.id, String(req.params.file_name)));
}

export function mediaView(
  { fileName, size, type, width, height }: Asset,
  widths: ReadonlyMap<string, PictureWidth[]>,
): UploadedMedia {
  const own = widths.get(fileName);
  return { file_name: fileName, size, type, width, height, ...(own === undefined ? {} : { widths: own }) };
}
