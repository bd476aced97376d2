/** A site's backend and a journalist's tab, as far as a save needs them: plain HTTP against the appliance. */
import { createHmac, randomUUID } from "node:crypto";

export interface Project {
  api_key: string;
  api_secret: string;
}

export interface Saved {
  session_id: string;
  version_id: string;
  /** Address of the version's archive, without its query. */
  content_url: string;
  material_id: string;
  /** Of the editor's tab. */
  token: string;
}

export const signature = (secret: string, material: string, url: string): string =>
  createHmac("sha256", secret).update(`${material}:${url}`).digest("hex");

/** Answer of a JSON endpoint; an unexpected status fails with the body. */
export async function json<T>(url: string, init: RequestInit, status: number): Promise<T> {
  const answer = await fetch(url, { ...init, headers: { "content-type": "application/json", ...init.headers } });
  const body = await answer.text();
  if (answer.status !== status) throw new Error(`${init.method ?? "GET"} ${url} answered ${answer.status}: ${body}`);
  return JSON.parse(body) as T;
}

/** Makes a dev project through the console's API, with the token of the data folder. */
export function makeProject(consoleUrl: string, token: string): Promise<Project> {
  return json<Project>(
    `${consoleUrl}/api/projects`,
    {
      method: "POST",
      headers: { authorization: `Bearer ${token.trim()}` },
      body: JSON.stringify({ name: "The Daily", environment: "dev", allowed_hosts: [] }),
    },
    201,
  );
}

/**
 * Opens a session as a site does and saves one paragraph as its editor tab does.
 * @param callback where the site is told; nobody listens there unless told otherwise
 */
export async function saveArticle(
  url: string,
  project: Project,
  text: string,
  callback = "http://127.0.0.1:9/callback",
): Promise<Saved> {
  const material = `article-${randomUUID()}`;
  const session = await json<{ session_id: string; fingerprint: string; url: string }>(
    `${url}/integration/session/open`,
    {
      method: "POST",
      headers: { "x-service-signature": signature(project.api_secret, material, callback) },
      body: JSON.stringify({ api_key: project.api_key, callback_url: callback, material_id: material }),
    },
    200,
  );
  const token = new URLSearchParams(new URL(session.url).hash.slice(1)).get("t") ?? "";
  const doc = { type: "doc", content: [{ type: "paragraph", content: [{ type: "text", text }] }] };
  const { version_id } = await json<{ version_id: string }>(
    `${url}/editor/api/sessions/${session.session_id}/versions`,
    {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify({
        save_id: randomUUID(),
        vms_json: { format: "galley/1", doc, assets: {} },
        base_version: null,
      }),
    },
    201,
  );
  const content_url = `${url}/integration/download/media/${session.fingerprint}/${version_id}`;
  return { session_id: session.session_id, version_id, content_url, material_id: material, token };
}

/** Downloads the archive as a site does. */
export async function downloadArchive(project: Project, { content_url, material_id }: Saved): Promise<Response> {
  const query = new URLSearchParams({ api_key: project.api_key, material_id });
  return fetch(`${content_url}?${query}`, {
    headers: { "x-service-signature": signature(project.api_secret, material_id, content_url) },
  });
}
