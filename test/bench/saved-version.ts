/** Saves a version with large files and returns the archive request of the site. */
import { randomBytes } from "node:crypto";
import http from "node:http";
import { Readable } from "node:stream";
import {
  articleOf,
  editorAccess,
  editorOf,
  type OpenedSession,
  openSession,
  signature,
  startSite,
} from "../support/site.ts";
import type { BenchAppliance } from "./appliance.ts";

export interface SavedVersion {
  /** URL of the archive, including the query. */
  url: string;
  headers: Record<string, string>;
}

const PIECE_BYTES = 1_000_000;

/** Uploads `files` random PDFs of `bytes` bytes each, and saves an article with all of them. */
export async function saveWithMedia(appliance: BenchAppliance, files: number, bytes: number): Promise<SavedVersion> {
  const keys = await appliance.createProject();
  const site = await startSite();
  const materialId = "large";
  const session = await openSession(appliance.url, keys, { material_id: materialId, callback_url: site.callbackUrl });
  const names: string[] = [];
  for (let index = 0; index < files; index++) names.push(await upload(session, bytes));
  const saved = await editorOf(session)("POST", "/versions", {
    save_id: "large",
    vms_json: articleOf(...names.map((file) => ({ file }))),
    base_version: null,
  });
  if (saved.status !== 201) throw new Error(`Save: status ${saved.status}: ${await saved.text()}`);
  const { body } = await site.received(1);
  await site.close();
  return {
    url: `${body.content_url}?${new URLSearchParams({ api_key: keys.api_key, material_id: materialId })}`,
    headers: { "X-Service-Signature": signature(keys.api_secret, materialId, body.content_url) },
  };
}

/** Streams the upload, so that this process needs no memory for it. @returns the file name */
async function upload(session: OpenedSession, bytes: number): Promise<string> {
  const { api, headers } = editorAccess(session);
  return new Promise((resolve, reject) => {
    const request = http.request(
      `${api}/media?name=report.pdf`,
      { method: "POST", headers: { ...headers, "content-length": bytes } },
      async (response) => {
        let text = "";
        for await (const chunk of response) text += chunk;
        if (response.statusCode === 201) resolve((JSON.parse(text) as { file_name: string }).file_name);
        else reject(new Error(`Upload: status ${response.statusCode}: ${text}`));
      },
    );
    request.on("error", reject);
    Readable.from(pdf(bytes)).pipe(request);
  });
}

/** Repeats one random piece after a beginning that is unique to each file. */
function* pdf(bytes: number): Generator<Buffer> {
  const begin = Buffer.concat([Buffer.from("%PDF-1.7\n"), randomBytes(16)]);
  const piece = randomBytes(PIECE_BYTES);
  yield begin;
  for (let left = bytes - begin.length; left > 0; left -= PIECE_BYTES)
    yield piece.subarray(0, Math.min(left, PIECE_BYTES));
}
