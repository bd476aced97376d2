/**
 * What a site does when its set of fonts changed (contract 4.5, last paragraph).
 */

import { FONTS_ARCHIVE } from "./archive.ts";
import { ArchiveError } from "./archive-download.ts";
import type { Answer, Callback } from "./callback.ts";
import type { CallbackInProgress } from "./callback-log.ts";
import type { FetchArchive } from "./fetch-archive.ts";
import type { PublicFiles } from "./public-files.ts";
import { atPresentAddress, replaceReferences } from "./references.ts";
import type { SettingsStore } from "./site-settings.ts";

export interface FontsUpdatedParts {
  settings: SettingsStore;
  files: PublicFiles;
  fetchArchive: FetchArchive;
  siteUrl: () => string;
}

const FOLDER = "fonts";
const CSS = "vms_fonts.css";

/** @throws ArchiveError, or an error of the disk; both become an answer without `rc`, so that the service tries again */
export async function handleFontsUpdated(
  parts: FontsUpdatedParts,
  callback: Callback,
  log: CallbackInProgress,
): Promise<Answer> {
  const urls = new Map<string, string>();
  const archive = await parts.fetchArchive(FONTS_ARCHIVE, callback, log, async (name, content) => {
    urls.set(name, await parts.files.store(FOLDER, name, content));
  });
  log.step(3, `Stored ${urls.size} ${urls.size === 1 ? "file" : "files"} of vms_fonts`);

  const css = archive.texts.get(CSS);
  if (css === undefined) throw new ArchiveError(`The archive holds no ${CSS}.`);
  urls.set(CSS, await parts.files.store(FOLDER, CSS, replaceReferences(css, urls)));
  log.step(4, `Put public URLs into ${CSS}`);

  // Every public page of this site includes this address from now on.
  await parts.settings.write({ fonts_css_url: urls.get(CSS) ?? null, site_url: parts.siteUrl() });
  log.step(6, "Recorded the CSS in the site's settings");

  return { rc: 1, rm: "ok", data: { fonts: withClientUrls(fontTree(archive.texts, callback), urls) } };
}

/** The stored CSS names fonts by their whole URL; after a start on another port it has to name the new one. */
export async function moveFonts({ settings, files, siteUrl }: Omit<FontsUpdatedParts, "fetchArchive">): Promise<void> {
  const { fonts_css_url, site_url } = await settings.read();
  if (fonts_css_url === null || site_url === null || site_url === siteUrl()) return;
  const css = atPresentAddress(await files.read(FOLDER, CSS), site_url, siteUrl());
  await settings.write({ fonts_css_url: await files.store(FOLDER, CSS, css), site_url: siteUrl() });
}

/** The tree is in the archive and in the callback; a receiver may take either. */
function fontTree(texts: ReadonlyMap<string, string>, callback: Callback): unknown {
  const text = texts.get("vms_fonts.json");
  if (text === undefined) return callback.fonts ?? {};
  try {
    return JSON.parse(text);
  } catch {
    throw new ArchiveError("vms_fonts.json is not JSON.");
  }
}

/** Every node of the tree whose `id` is the name of a stored file gets that file's public URL. */
function withClientUrls(node: unknown, urls: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(node)) return node.map((child) => withClientUrls(child, urls));
  if (typeof node !== "object" || node === null) return node;
  const copy = Object.fromEntries(Object.entries(node).map(([key, child]) => [key, withClientUrls(child, urls)]));
  const url = typeof copy.id === "string" ? urls.get(copy.id) : undefined;
  return url === undefined ? copy : { ...copy, clientUrl: url };
}
