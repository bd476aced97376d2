/**
 * An article that this site had before it met Galley: written, illustrated, public. Opening it shows how a service
 * takes over what exists — it is handed `vms_json` and fetches the pictures from their public URLs.
 */

import type { PublicFiles } from "./public-files.ts";
import { replaceReferences } from "./references.ts";
import type { Resources } from "./resources.ts";
import type { Article, ArticleStore } from "./store.ts";

interface SampleArticle {
  title: string;
  files: string[];
  /** Both with `dummy-<file_name>` references. */
  vms_html: string;
  vms_json: Record<string, unknown>;
}

export interface SampleParts {
  articles: ArticleStore;
  files: PublicFiles;
  siteUrl: () => string;
  now: () => number;
  /** With sample-article.json and its files. */
  resources: Resources;
}

export async function addSampleArticle({ articles, files, siteUrl, now, resources }: SampleParts): Promise<Article> {
  const sample = JSON.parse(resources.read("sample-article.json").toString("utf8")) as SampleArticle;
  const article = await articles.create(sample.title, new Date(now()));
  const urls = new Map<string, string>();
  for (const name of sample.files) {
    urls.set(name, await files.store(article.id, name, resources.read(name)));
  }
  const saved = {
    vms_html: replaceReferences(sample.vms_html, urls),
    vms_json: JSON.parse(replaceReferences(JSON.stringify(sample.vms_json), urls)) as Record<string, unknown>,
    version_id: null,
    version_cdate: null,
    user_email: null,
    stored_at: new Date(now()).toISOString(),
    site_url: siteUrl(),
  };
  return articles.update(article.id, { saved });
}
