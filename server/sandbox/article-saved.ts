/**
 * What a site does when an article was saved: contract 4.5, steps 2 to 7. Step 1 is in receiver.ts.
 */

import { ARTICLE_ARCHIVE } from "./archive.ts";
import { ArchiveError } from "./archive-download.ts";
import type { Answer, Callback } from "./callback.ts";
import type { CallbackInProgress } from "./callback-log.ts";
import type { FetchArchive } from "./fetch-archive.ts";
import type { PublicFiles } from "./public-files.ts";
import { replaceReferences } from "./references.ts";
import type { ArticleStore, SavedContent, VmsJson } from "./store.ts";

/**
 * What the service's receiver check calls its material. Everything is done for it as for an article, and nothing is
 * published: a site that does the same can be checked at any time.
 */
const CHECK_MATERIAL = "galley-check";

export interface ArticleSavedParts {
  articles: ArticleStore;
  files: PublicFiles;
  fetchArchive: FetchArchive;
  siteUrl: () => string;
  now: () => number;
}

/**
 * The same callback may come twice (an answer was lost on its way): doing all of this again gives the same result.
 * @throws ArchiveError, or an error of the disk; both become an answer without `rc`, so that the service tries again
 */
export async function handleArticleSaved(
  parts: ArticleSavedParts,
  callback: Callback,
  log: CallbackInProgress,
): Promise<Answer> {
  const article = await parts.articles.find(callback.material_id);
  if (article === null && callback.material_id !== CHECK_MATERIAL)
    return { rc: 0, rm: `This site has no article ${callback.material_id}.` };
  if (article?.refusal.on) {
    log.step(null, "Saves of this article are refused: the switch on its page is on");
    return { rc: 0, rm: article.refusal.message || "This site does not take changes to this article." };
  }
  const { version_id, version_cdate, user_email } = callback.metadata;
  // A refusal, not a silent "ok": whoever saved that version must learn that the page shows another one. It happens
  // when an old callback is sent again by hand, or after the service was restored from an old backup.
  if (isOlder(version_cdate, article?.saved?.version_cdate)) {
    log.step(null, "The version is older than the one that is stored");
    return { rc: 0, rm: `A newer version is stored already (of ${article?.saved?.version_cdate}).` };
  }

  // 2 and 3. The archive is downloaded, and each file goes from it to public storage. The files are there before the
  // article that shows them is.
  const urls = new Map<string, string>();
  const archive = await parts.fetchArchive(ARTICLE_ARCHIVE, callback, log, async (name, content) => {
    urls.set(name, await parts.files.store(callback.material_id, name, content));
  });
  log.step(3, `Stored ${urls.size} ${urls.size === 1 ? "file" : "files"} of vms_media`);

  // 4. In the HTML each temporary reference becomes the public URL.
  const vms_html = replaceReferences(textOf(archive.texts, "vms_html.html"), urls);
  log.step(4, "Put public URLs into vms_html");

  // 5. The same in the editor state: in `assets`, and wherever else it names a file.
  const vms_json = withClientUrls(replaceReferences(textOf(archive.texts, "vms_json.json"), urls), urls);
  log.step(5, "Put the same URLs into vms_json.assets");

  // 6. Both are stored in one go, so that the page and the next opening never show two different versions.
  const saved: SavedContent = {
    vms_html,
    vms_json,
    version_id: stringOrNull(version_id),
    version_cdate: stringOrNull(version_cdate),
    user_email: stringOrNull(user_email),
    stored_at: new Date(parts.now()).toISOString(),
    site_url: parts.siteUrl(),
  };
  if (article === null) log.step(6, "A check of this receiver: no article is stored");
  else {
    await parts.articles.update(article.id, { saved });
    log.step(6, "Stored the article");
  }

  // 7. The service learns the public URLs from the answer.
  return { rc: 1, rm: "ok", data: { vms_json } };
}

function withClientUrls(text: string, urls: ReadonlyMap<string, string>): VmsJson {
  const state = parseObject(text);
  // PHP writes an empty map as [].
  const given = Array.isArray(state.assets) ? {} : state.assets;
  const assets = new Map<string, unknown>(Object.entries(given ?? {}));
  for (const [name, clientUrl] of urls) assets.set(name, { ...(assets.get(name) ?? {}), clientUrl });
  for (const [name, entry] of assets) {
    const { clientUrl } = (entry ?? {}) as { clientUrl?: unknown };
    if (typeof clientUrl !== "string" || clientUrl === "" || clientUrl.startsWith("dummy-"))
      throw new ArchiveError(`vms_json.json names the file ${name}, which is not in the archive.`);
  }
  return { ...state, assets: Object.fromEntries(assets) };
}

function parseObject(text: string): VmsJson {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ArchiveError("vms_json.json is not JSON.");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new ArchiveError("vms_json.json is not a JSON object.");
  return value as VmsJson;
}

function textOf(texts: ReadonlyMap<string, string>, name: string): string {
  const text = texts.get(name);
  if (text === undefined) throw new ArchiveError(`The archive holds no ${name}.`);
  return text;
}

/** Without two readable dates nothing is called older. */
function isOlder(date: unknown, than: string | null | undefined): boolean {
  return typeof date === "string" && typeof than === "string" && Date.parse(date) < Date.parse(than);
}

function stringOrNull(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
