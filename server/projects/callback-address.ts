/** What a `callback_url` may be: an address of a receiver, on an allowed host (contract 4.1, 5.1). */
import { AppError } from "../core/errors.ts";
import { hasCredentials } from "../core/masking.ts";
import { type AllowedHost, findAllowedHost, nameOfRefused } from "../outbound/allowed-hosts.ts";

/** Decoding once more than any proxy would. */
const MAX_ROUNDS = 3;
const ARCHIVES = /\/integration\/download\/(?:media|fonts)\//;

/** @throws AppError forbidden, naming what to fix */
export function readCallbackAddress(text: string): URL {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new AppError("forbidden", "The callback_url is not an http or https URL.");
  if (hasCredentials(url))
    throw new AppError(
      "forbidden",
      "The callback_url carries a user name or a password. Their place is metadata.webhook_auth_user and metadata.webhook_auth_password.",
    );
  if (isOfAnArchive(text) || isOfAnArchive(url.href))
    throw new AppError(
      "forbidden",
      "The callback_url is the address of an archive of this service. Give the address of the site's own receiver.",
    );
  return url;
}

/** The entry that allows the address. @throws AppError forbidden, naming the host with its port */
export function requireAllowedHost(entries: readonly AllowedHost[], url: URL): AllowedHost {
  const entry = findAllowedHost(entries, url);
  if (entry === null)
    throw new AppError("forbidden", `Host ${nameOfRefused(entries, url)} is not allowed for this API key`);
  return entry;
}

/**
 * Opens and callbacks sign the same form of text, so that the signature of a callback or a download is that of an open
 * whose callback_url is the archive's address. Such an address is told by its path, wherever it stands in the text: the
 * material's id is part of what is signed, and may hold a colon and the beginning of an address itself.
 */
export function isOfAnArchive(text: string): boolean {
  let read = text;
  for (let round = 0; round <= MAX_ROUNDS; round += 1) {
    if (ARCHIVES.test(plain(read))) return true;
    const decoded = decode(read);
    if (decoded === read) return false;
    read = decoded;
  }
  return false;
}

/** Lower case, one kind of slash and one at a time, without dot segments. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll("\\", "/")
    .replace(/[\t\n\r]/g, "")
    .replace(/\/(?:\.?\/)+/g, "/");
}

/** Percent signs that begin nothing stay. */
function decode(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (escaped) => {
    try {
      return decodeURIComponent(escaped);
    } catch {
      return escaped;
    }
  });
}
