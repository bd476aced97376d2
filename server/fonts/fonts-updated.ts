/** The callback `site_fonts_updated`: its content (contract 6.2) and its response (contract 6.3). */

import { asMap } from "../article/vms-json.ts";
import type { CallbackKind, ContentUrls } from "../deliveries/callback-request.ts";
import { readResponse, type SiteResponse, type Verdict } from "../deliveries/judge.ts";
import { type AllowedHost, findAllowedHost } from "../outbound/allowed-hosts.ts";
import type { FontStore } from "./font-store.ts";
import { FONTS_CSS_ID } from "./font-tree.ts";

const MAX_NAMED_URLS = 20;
const MAX_URL_LENGTH = 8_192;

/** Sends a published snapshot, and stores the clientUrls of its files for the callback URL. */
export function createFontsUpdated(snapshots: FontStore, contentUrls: ContentUrls): CallbackKind {
  return {
    content: (delivery, session) => ({
      event: "site_fonts_updated",
      contentUrl: contentUrls.fonts(session.fingerprint, delivery.snapshotId ?? ""),
      metadata: session.metadata,
      fonts: snapshots.byId(delivery.projectId, delivery.snapshotId ?? "")?.tree ?? {},
    }),
    judge: (response, { host, delivery, project }) =>
      judgeFontsUpdated(
        response,
        host,
        new Set(snapshots.filesOf(delivery.snapshotId ?? "").map(({ fileName }) => fileName)),
        project.allowedHosts,
      ),
    keep: (clientUrls, session) => snapshots.keepClientUrls(session.projectId, session.callbackUrl, clientUrls),
  };
}

/** The tree and its clientUrls are optional; one outside the allowed hosts fails all. @param known ids whose URLs are stored */
export function judgeFontsUpdated(
  response: SiteResponse,
  host: string,
  known: ReadonlySet<string>,
  allowedHosts: readonly AllowedHost[],
): Verdict {
  const read = readResponse(response, host);
  if (read.kind !== "accepted") return read;
  const tree = asMap(asMap(read.body.data)?.fonts) ?? {};
  const filled = clientUrlsIn(tree);
  const foreign = filled.map(({ url }) => url).filter((url) => !isAllowed(url, allowedHosts));
  if (foreign.length > 0)
    return {
      kind: "failed",
      code: "font_url_not_allowed",
      facts: {
        host,
        urls: [...new Set(foreign)].slice(0, MAX_NAMED_URLS).map((url) => url.slice(0, 300)),
        rm: read.rm,
      },
    };
  const clientUrls = new Map(
    filled.flatMap(({ id, url }) => (id === FONTS_CSS_ID || known.has(id) ? [[id, url] as const] : [])),
  );
  // An unchanged tree means that the site forgot to fill in its URLs.
  const isUntouched = filled.length === 0 && hasTemporaryUrl(tree);
  return { kind: "accepted", clientUrls, warnings: isUntouched ? ["no_font_urls"] : [], facts: { host }, rm: read.rm };
}

function isAllowed(text: string, allowedHosts: readonly AllowedHost[]): boolean {
  const url = text.length > MAX_URL_LENGTH ? null : URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && findAllowedHost(allowedHosts, url) !== null;
}

function clientUrlsIn(tree: Record<string, unknown>): { id: string; url: string }[] {
  return [...nodesOf(tree)].flatMap((node) => {
    const { id, clientUrl } = node;
    if (typeof clientUrl !== "string" || clientUrl.trim() === "" || clientUrl.startsWith("dummy-")) return [];
    return [{ id: typeof id === "string" ? id : node === tree.css ? FONTS_CSS_ID : "", url: clientUrl }];
  });
}

function hasTemporaryUrl(tree: Record<string, unknown>): boolean {
  for (const { clientUrl } of nodesOf(tree))
    if (typeof clientUrl === "string" && clientUrl.startsWith("dummy-")) return true;
  return false;
}

/** All objects and lists of a tree. Iterative, because responses may be deep. */
function* nodesOf(tree: Record<string, unknown>): Generator<{ id?: unknown; clientUrl?: unknown }> {
  const stack: object[] = [tree];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    yield node;
    for (const child of Object.values(node)) if (typeof child === "object" && child !== null) stack.push(child);
  }
}
