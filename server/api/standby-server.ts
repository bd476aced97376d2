/**
 * The listeners of a standby. The public listener responds to health checks and refuses everything else. The console's
 * listener has one page, which shows the age of the copy and takes over.
 */
import { timingSafeEqual } from "node:crypto";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import type { Config } from "../config/config.ts";
import { ConfigError } from "../core/errors.ts";
import { type Listen, originOf } from "../http/listener.ts";
import type { StandbyState } from "../replica/take-over.ts";

const MAX_BODY = 16 * 1024;
const REFUSED = "This Galley is a standby. It serves no requests until it takes over.";

/** Response to `GET /readyz`, 503. copy_at: ISO time of the newest copy. is_failing: the last fetch failed. */
export interface StandbyReady {
  status: "standby";
  detail: string;
  copy_at: string | null;
  is_failing: boolean;
}

export interface StandbyPage {
  target: string;
  token: string;
  state: StandbyState;
  /** A sentence with the age and content of the newest copy. */
  found(): string;
  /** failure: why the last takeover failed; null if none failed. */
  progress(): { isTakingOver: boolean; failure: string | null };
  /** @param passphrase null if the key is in the data folder */
  takeOver(passphrase: string | null): void;
}

/** @throws ConfigError if a host and port cannot be used */
export async function startStandbyServer(config: Pick<Config, "public" | "console">, page: StandbyPage) {
  const open = http.createServer((req, res) => servePublic(req, res, page));
  const own = http.createServer((req, res) => void serveConsole(req, res, page));
  const url = await listen(open, config.public, "--port");
  const consoleUrl = await listen(own, config.console, "--console-port");
  return {
    url,
    consoleUrl,
    async close(): Promise<void> {
      for (const server of [open, own]) {
        server.close();
        server.closeAllConnections();
      }
    },
  };
}

function listen(server: http.Server, where: Listen, flag: string): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once("error", ({ message }) =>
      reject(new ConfigError(`${flag}: ${where.host}:${where.port} cannot be used (${message}).`)),
    );
    server.listen(where.port, where.host, () => {
      const address = server.address();
      resolve(originOf({ host: where.host, port: typeof address === "object" ? (address?.port ?? 0) : 0 }));
    });
  });
}

function servePublic(req: IncomingMessage, res: ServerResponse, { state }: StandbyPage): void {
  req.resume();
  const ready: StandbyReady = {
    status: "standby",
    detail: REFUSED,
    copy_at: state.fetched?.newest.head.at ?? null,
    is_failing: state.fault !== null,
  };
  if (req.url === "/healthz") json(res, 200, { status: "ok" });
  else json(res, 503, req.url === "/readyz" ? ready : { detail: REFUSED });
}

async function serveConsole(req: IncomingMessage, res: ServerResponse, page: StandbyPage): Promise<void> {
  const { host = "" } = req.headers;
  if (!isOwnHost(host)) return json(res, 403, { detail: "Open this page as http://127.0.0.1 or http://localhost." });
  if (req.method === "GET" && req.url?.split("?")[0] === "/") return html(res, 200, page, null);
  if (req.method !== "POST" || req.url !== "/take-over") return json(res, 404, { detail: "Not found." });
  if (req.headers.origin !== `http://${host}`) return json(res, 403, { detail: "Send the form from this page." });
  const form = new URLSearchParams(await bodyOf(req));
  if (!isSame(form.get("token") ?? "", page.token)) return html(res, 403, page, "The console token is wrong.");
  page.takeOver(form.get("passphrase") || null);
  res.writeHead(303, { Location: "/" }).end();
}

/** Prevents DNS rebinding: another website's name could resolve to this machine. */
function isOwnHost(host: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/.test(host);
}

async function bodyOf(req: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of req.setEncoding("utf8")) {
    text += chunk;
    if (text.length > MAX_BODY) throw new Error("The body is too long.");
  }
  return text;
}

function isSame(given: string, token: string): boolean {
  const [a, b] = [Buffer.from(given.trim()), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function json(res: ServerResponse, status: number, body: object): void {
  res.writeHead(status, { "Content-Type": "application/json", "Cache-Control": "no-store" });
  res.end(JSON.stringify(body));
}

const STYLE = `body{font:15px/1.5 system-ui,sans-serif;max-width:38rem;margin:3rem auto;padding:0 1rem;color:#1b1b1a;background:#fbfaf7}
h1{font-size:1.25rem}label{display:block;margin:.75rem 0 .25rem}input{font:inherit;width:100%;padding:.4rem;box-sizing:border-box}
button{font:inherit;margin-top:1rem;padding:.5rem 1rem;background:#1f5fa8;color:#fff;border:0;border-radius:4px}
[role=alert]{color:#a3231f}@media(prefers-color-scheme:dark){body{color:#e9e7e2;background:#1a1a19}input{color:inherit;background:#262624;border:1px solid #777}
[role=alert]{color:#ff9c94}}`;

function html(res: ServerResponse, status: number, page: StandbyPage, fault: string | null): void {
  const { state, target } = page;
  const { isTakingOver, failure } = page.progress();
  const alert = fault ?? failure ?? state.fault?.detail ?? null;
  const form = `<form method="post" action="/take-over">
<label for="token">Console token (the file console-token in the data folder)</label><input id="token" name="token" type="password" required autocomplete="off">
<label for="passphrase">Passphrase of the replica, if one is set</label><input id="passphrase" name="passphrase" type="password" autocomplete="off">
<button>Take over</button></form>
<p>The first machine becomes read-only once it can reach the target. Deliveries start on hold.</p>`;
  res.writeHead(status, {
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-store",
    "Content-Security-Policy":
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
  });
  res.end(`<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="${isTakingOver ? 2 : 30}"><title>Galley standby</title><style>${STYLE}</style>
<main><h1>Standby of ${escaped(target)}</h1>
<p>${escaped(state.fetched === null ? "The first copy is being fetched." : page.found())}</p>
${alert === null ? "" : `<p role="alert">${escaped(alert)}</p>`}
${isTakingOver ? "<p>Taking over. The console appears here in a moment.</p>" : state.fetched === null ? "" : form}</main></html>`);
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
