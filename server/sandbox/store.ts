/**
 * The articles of this site: one JSON file each, written atomically. A CMS has a table here.
 */
import { randomBytes } from "node:crypto";
import { mkdir, readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { writeFileAtomically } from "./atomic-file.ts";
import { createInOrder } from "./in-order.ts";

/** An editor state. What is in it beside `assets` is the editor's business; the site only keeps it. */
export type VmsJson = Record<string, unknown>;

/** What the site keeps of the newest save that it took. */
export interface SavedContent {
  /** Ready for the public page: every reference is a public URL. */
  vms_html: string;
  /** Sent with the next opening, so that the editor shows what the site shows. */
  vms_json: VmsJson;
  version_id: string | null;
  version_cdate: string | null;
  user_email: string | null;
  stored_at: string;
  /** This site's own address at that time: the URLs above begin with it. */
  site_url: string;
}

export interface Article {
  /** Also the `material_id`: what the service knows this article by. */
  id: string;
  title: string;
  created_at: string;
  /** A switch for trying out what a refused save looks like. */
  refusal: { on: boolean; message: string };
  /** null until the first save. */
  saved: SavedContent | null;
}

export interface ArticleStore {
  /** Newest first. */
  list(): Promise<Article[]>;
  /** null for an id that is none of ours, whatever it looks like. */
  find(id: string): Promise<Article | null>;
  create(title: string, now: Date): Promise<Article>;
  /** Applies `change` to the article as it is at that moment. Rejects when there is no such article. */
  update(id: string, change: Partial<Pick<Article, "refusal" | "saved">>): Promise<Article>;
}

/** Longest title, in characters. */
export const MAX_TITLE_LENGTH = 200;

const SAFE_ID = /^[a-z0-9-]{1,64}$/;

export async function openArticleStore(folder: string): Promise<ArticleStore> {
  await mkdir(folder, { recursive: true });
  const inOrder = createInOrder();
  const fileOf = (id: string) => path.join(folder, `${id}.json`);

  async function find(id: string): Promise<Article | null> {
    if (!SAFE_ID.test(id)) return null;
    try {
      return JSON.parse(await readFile(fileOf(id), "utf8")) as Article;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
      throw error;
    }
  }

  return {
    find,
    async list() {
      const articles: Article[] = [];
      for (const file of await readdir(folder)) {
        const article = file.endsWith(".json") ? await find(file.slice(0, -".json".length)) : null;
        if (article !== null) articles.push(article);
      }
      return articles.sort((a, b) => b.created_at.localeCompare(a.created_at) || a.id.localeCompare(b.id));
    },
    async create(title, now) {
      const id = `${slug(title)}-${randomBytes(3).toString("hex")}`;
      const created_at = now.toISOString();
      const article: Article = { id, title, created_at, refusal: { on: false, message: "" }, saved: null };
      await writeFileAtomically(fileOf(id), JSON.stringify(article));
      return article;
    },
    update: (id, change) =>
      inOrder(id, async () => {
        const before = await find(id);
        if (before === null) throw new Error(`There is no article ${id}.`);
        const after = { ...before, ...change };
        await writeFileAtomically(fileOf(id), JSON.stringify(after));
        return after;
      }),
  };
}

/** "Où est Zoë?" → "ou-est-zoe": fit for a URL, a file name and a log line. */
function slug(title: string): string {
  const ascii = title
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "-");
  return ascii.slice(0, 40).replaceAll(/^-+|-+$/g, "") || "article";
}
