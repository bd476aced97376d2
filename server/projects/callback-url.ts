/** Checks a `callback_url`: the URL of a receiver on an allowed host (contract 4.1, 5.1). */
import { sentence } from "../contracts/sentences/index.ts";
import { AppError } from "../core/errors.ts";
import { hasCredentials } from "../core/masking.ts";
import { type AllowedHost, findAllowedHost, rejectedHostName } from "../outbound/allowed-hosts.ts";

/** Rounds of URL decoding: more than any proxy performs. */
const MAX_ROUNDS = 3;
const ARCHIVES = /\/integration\/download\/(?:media|fonts)\//;

/** @throws AppError forbidden, naming what to fix */
export function readCallbackUrl(text: string): URL {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) throw new AppError("forbidden", sentence("projects.no_url"));
  if (hasCredentials(url)) throw new AppError("forbidden", sentence("projects.url_credentials"));
  if (containsArchivePath(text) || containsArchivePath(url.href))
    throw new AppError("forbidden", sentence("projects.url_of_archive"));
  return url;
}

/** Returns the entry that allows the URL. @throws AppError forbidden, naming the host with its port */
export function requireAllowedHost(entries: readonly AllowedHost[], url: URL): AllowedHost {
  const entry = findAllowedHost(entries, url);
  if (entry === null)
    throw new AppError("forbidden", sentence("projects.host_not_allowed", { host: rejectedHostName(entries, url) }));
  return entry;
}

/**
 * Whether a text contains the path of an archive. Opens and downloads sign texts of the same form, so a download's
 * signature could also open a session whose callback_url is that archive. The path counts anywhere in the text, because
 * the signed material id may contain a colon and the beginning of a URL.
 */
export function containsArchivePath(text: string): boolean {
  let read = text;
  for (let round = 0; round <= MAX_ROUNDS; round += 1) {
    if (ARCHIVES.test(plain(read))) return true;
    const decoded = decode(read);
    if (decoded === read) return false;
    read = decoded;
  }
  return false;
}

/** Normalizes a path: lower case, single forward slashes, no dot segments. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll("\\", "/")
    .replace(/[\t\n\r]/g, "")
    .replace(/\/(?:\.?\/)+/g, "/");
}

/** Decodes percent escapes and keeps invalid ones. */
function decode(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (escaped) => {
    try {
      return decodeURIComponent(escaped);
    } catch {
      return escaped;
    }
  });
}
