/** A newsroom's day in short, over HTTP, against a service that was installed from a package. */
import { setTimeout as pause } from "node:timers/promises";
import { Problem } from "../../../scripts/lib/project.mjs";

/** How long a delivery to the sample site may take, and how often it is looked for, ms. */
const DELIVERY_MS = 30_000;
const LOOK_MS = 100;

/** @typedef {{ url: string, console_url: string, sandbox_url: string, data_dir: string, version: string }} Ready the line of `serve --json` */

/**
 * Opens an article on the sample site, saves it as the editor does, and waits until the site shows it.
 * @param {Ready} at
 * @param {string} token of the console
 * @param {string} words of the article
 */
export async function saveAndDeliver(at, token, words) {
  const opened = await fetch(`${at.sandbox_url}/articles`, {
    method: "POST",
    body: new URLSearchParams({ title: words }),
    redirect: "manual",
  });
  const editor = new URL(opened.headers.get("location") ?? "about:blank");
  if (opened.status !== 303 || editor.hash === "")
    throw new Problem(`The sample site opened no article: ${opened.status} ${await opened.text()}`);
  const session = editor.pathname.split("/").at(-1) ?? "";
  const doc = { type: "doc", content: [{ type: "paragraph", content: [{ type: "text", text: words }] }] };
  await json(`${at.url}/editor/api/sessions/${session}/versions`, {
    method: "POST",
    headers: { authorization: `Bearer ${new URLSearchParams(editor.hash.slice(1)).get("t")}` },
    body: JSON.stringify({
      save_id: crypto.randomUUID(),
      vms_json: { format: "galley/1", doc, assets: {} },
      base_version: null,
    }),
  });
  const article = await delivered(at, token, session);
  await shows(`${at.sandbox_url}/desk/${article}/vms_html`, words);
  return { session, article };
}

/** @param {Ready} at @param {string} token @param {string} session @returns {Promise<string>} the article's id on the site */
async function delivered(at, token, session) {
  const end = Date.now() + DELIVERY_MS;
  for (;;) {
    const { items } = await json(`${at.console_url}/api/deliveries?session=${session}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    if (items[0]?.state === "delivered") return items[0].material_id;
    if (Date.now() > end) throw new Problem(`The article was saved and not delivered: ${JSON.stringify(items[0])}`);
    await pause(LOOK_MS);
  }
}

/**
 * Makes a folder the target of the replica. Galley writes a probe there with the package's Litestream, and restores it.
 * @param {Ready} at @param {string} token @param {string} target as the service sees it
 */
export async function copiesTo(at, token, target) {
  const send = (/** @type {string} */ method, /** @type {string} */ route, /** @type {object} */ body) =>
    json(`${at.console_url}/api/${route}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
  await send("PUT", "replica", { target });
  const { ok, detail } = await send("POST", "replica/test", {});
  if (!ok) throw new Problem(`The replica does not work: ${detail}`);
}

/** @param {string} url @param {string} words that its body must hold */
export async function shows(url, words) {
  const answer = await fetch(url);
  const body = await answer.text();
  if (answer.status !== 200 || !body.includes(words))
    throw new Problem(
      `${url} answered ${answer.status} and did not show ${JSON.stringify(words)}:\n${body.slice(0, 500)}`,
    );
}

/** @param {string} url @param {RequestInit} init */
async function json(url, init) {
  const answer = await fetch(url, { ...init, headers: { "content-type": "application/json", ...init.headers } });
  const body = await answer.text();
  if (!answer.ok) throw new Problem(`${init.method ?? "GET"} ${url} answered ${answer.status}: ${body}`);
  return JSON.parse(body);
}
