/** Articles made and read without a browser. */
import { randomUUID } from "node:crypto";
import { readState } from "../../server/article/document.ts";
import type { RenderedAsset } from "../../server/article/render/rendering.ts";
import { renderArticle } from "../../server/article/render.ts";
import { freeHtmlSanitizer } from "../../server/articles/versions/free-html.ts";
import type { SavedVersion } from "../../server/contracts/editor-api.ts";
import type { UploadedMedia } from "../../server/contracts/media-api.ts";
import { readArchive } from "../support/archives.ts";
import { downloadArchive, editorOf, type Keys, type OpenedSession, type ReceivedCallback } from "../support/site.ts";
import { stateOf } from "./editor-page.ts";

/** Uploads a file to the article. @returns its name in the article */
export async function uploadFile(session: OpenedSession, name: string, bytes: Buffer): Promise<string> {
  const answer = await editorOf(session)("POST", `/media?name=${name}`, bytes);
  return ((await answer.json()) as UploadedMedia).file_name;
}

/** Saves a state as a version. @param base_version number of the previous version */
export async function saveState(session: OpenedSession, vms_json: object, base_version: number | null = null) {
  const answer = await editorOf(session)("POST", "/versions", { save_id: randomUUID(), vms_json, base_version });
  return (await answer.json()) as SavedVersion;
}

/** The files of the archive that a callback names. */
export async function deliveredFiles(keys: Keys, { body }: ReceivedCallback): Promise<Map<string, Buffer>> {
  const answer = await downloadArchive(keys, body.content_url, body.material_id);
  return readArchive(Buffer.from(await answer.arrayBuffer()));
}

/** Renders a document to the HTML fragment that the site receives. */
export function fragmentOf(content: object[], files: Record<string, RenderedAsset> = {}): string {
  const read = readState(JSON.parse(JSON.stringify(stateOf(...content))));
  if (!read.ok) throw new Error(read.problem);
  return renderArticle(read.doc, files, { freeHtml: freeHtmlSanitizer() });
}
