/** This site's data, as plain files. A real CMS has a database and an object store instead. */
import { randomBytes } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";

/** An editor state. The site only stores it, and reads nothing but `assets`. */
export type VmsJson = Record<string, unknown>;

export interface SavedContent {
  /** Every reference is a public URL. */
  vms_html: string;
  vms_json: VmsJson;
  version_id: string | null;
  version_cdate: string | null;
  user_email: string | null;
  stored_at: string;
  /** This site's own URL at that time, with which the URLs above begin. */
  site_url: string;
}

export interface Article {
  /** Also the `material_id`, the id of this article at the service. */
  id: string;
  title: string;
  /** The sentence below the headline; optional. */
  standfirst?: string;
  created_at: string;
  /** Setting for trying out a rejected save. */
  refusal: { on: boolean; message: string };
  /** null until the first save. */
  saved: SavedContent | null;
}

export interface ArticleSummary extends Pick<Article, "id" | "title" | "created_at"> {
  refusesSaves: boolean;
  stored_at: string | null;
}

export const MAX_TITLE_LENGTH = 200;

const SAFE_ID = /^[a-z0-9-]{1,64}$/;

export type ArticleStore = Awaited<ReturnType<typeof openArticleStore>>;

/** The articles: one JSON file each, written atomically. */
export async function openArticleStore(folder: string) {
  await mkdir(folder, { recursive: true });
  const inOrder = createKeyedQueue();
  const fileOf = (id: string) => path.join(folder, `${id}.json`);

  /** null for an unknown or invalid id. */
  async function find(id: string): Promise<Article | null> {
    return SAFE_ID.test(id) ? readJson<Article>(fileOf(id)) : null;
  }

  async function write(article: Article): Promise<Article> {
    await writeFileAtomically(fileOf(article.id), JSON.stringify(article));
    return article;
  }

  return {
    find,
    /** Newest first. */
    async list(limit: number): Promise<ArticleSummary[]> {
      const found: ArticleSummary[] = [];
      for (const file of await readdir(folder)) {
        const article = file.endsWith(".json") ? await find(file.slice(0, -".json".length)) : null;
        if (article !== null) found.push(summaryOf(article));
      }
      found.sort((a, b) => b.created_at.localeCompare(a.created_at) || a.id.localeCompare(b.id));
      return found.slice(0, limit);
    },
    create(title: string, now: Date, standfirst = ""): Promise<Article> {
      const id = `${slug(title)}-${randomBytes(3).toString("hex")}`;
      return write({
        id,
        title,
        standfirst,
        created_at: now.toISOString(),
        refusal: { on: false, message: "" },
        saved: null,
      });
    },
    /** Applies `change` to the current state of the article. Rejects for an unknown article. */
    update(id: string, change: Partial<Pick<Article, "refusal" | "saved">>): Promise<Article> {
      return inOrder.run(id, async () => {
        const before = await find(id);
        if (before === null) throw new Error(`There is no article ${id}.`);
        return write({ ...before, ...change });
      });
    },
  };
}

function summaryOf({ id, title, created_at, refusal, saved }: Article): ArticleSummary {
  return { id, title, created_at, refusesSaves: refusal.on, stored_at: saved?.stored_at ?? null };
}

/** "Où est Zoë?" → "ou-est-zoe": safe in a URL, a file name and a log line. */
function slug(title: string): string {
  const ascii = title
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "-");
  return ascii.slice(0, 40).replaceAll(/^-+|-+$/g, "") || "article";
}

export type PublicFiles = ReturnType<typeof openPublicFiles>;

/** Public files: `GET /files/<folder>/<name>` in site.ts serves them. */
export function openPublicFiles(root: string, siteUrl: () => string) {
  return {
    root,
    /** Stores one file, replacing an existing one of that name, and returns its public URL. */
    async store(folder: string, name: string, content: AsyncIterable<Buffer> | Buffer | string): Promise<string> {
      await writeFileAtomically(path.join(root, folder, name), content);
      return `${siteUrl()}/files/${folder}/${name}`;
    },
    read: (folder: string, name: string) => readFile(path.join(root, folder, name), "utf8"),
  };
}

const FONTS_FOLDER = "fonts";
export const FONTS_CSS = "vms_fonts.css";

export type FontStore = ReturnType<typeof openFontStore>;

/** Public files in their own folder. settings.json names the CSS that the pages include. */
export function openFontStore(folder: string, files: PublicFiles, siteUrl: () => string) {
  const settings = path.join(folder, "settings.json");
  /** `site_url`: this site's own URL when `fonts_css_url` was recorded. */
  const read = () => readJson<{ fonts_css_url: string | null; site_url: string | null }>(settings);
  const store = (name: string, content: AsyncIterable<Buffer> | string) => files.store(FONTS_FOLDER, name, content);
  const record = (fonts_css_url: string) =>
    writeFileAtomically(settings, JSON.stringify({ fonts_css_url, site_url: siteUrl() }));
  return {
    store,
    record,
    cssUrl: async () => (await read())?.fonts_css_url ?? null,
    /** Updates the absolute URLs in the stored CSS after a start on another port. */
    async move(): Promise<void> {
      const { fonts_css_url = null, site_url = null } = (await read()) ?? {};
      if (fonts_css_url === null || site_url === null || site_url === siteUrl()) return;
      const css = withCurrentUrl(await files.read(FONTS_FOLDER, FONTS_CSS), site_url, siteUrl());
      await record(await store(FONTS_CSS, css));
    },
  };
}

// `dummy-<file_name>` references, and the public URLs that replace them (contract 2.4, 4.5 step 4).

/** File names that need no escaping in a URL, an HTML attribute or a JSON string. */
const FILE_NAME = "[A-Za-z0-9](?:[A-Za-z0-9._-]{0,198}[A-Za-z0-9])?";
const WHOLE_NAME = new RegExp(`^${FILE_NAME}$`);
const REFERENCE = new RegExp(`dummy-(${FILE_NAME})`, "g");

export function isSafeFileName(name: string): boolean {
  return WHOLE_NAME.test(name);
}

/** Replaces references to `urls` (file name → public URL). The longest name matches: `dummy-cat.jpg.webp` is no reference to `cat.jpg`. */
export function replaceReferences(text: string, urls: ReadonlyMap<string, string>): string {
  return text.replaceAll(REFERENCE, (reference, name: string) => urls.get(name) ?? reference);
}

/** Replaces this site's previous URL in stored text after a start on another port. */
export function withCurrentUrl(text: string, storedUnder: string, siteUrl: string): string {
  return storedUnder === siteUrl ? text : text.replaceAll(`${storedUnder}/`, `${siteUrl}/`);
}

/** Runs the tasks of each key one at a time, so that a slow older callback cannot finish after a newer one. */
export function createKeyedQueue() {
  const last = new Map<string, Promise<unknown>>();
  return {
    run<T>(key: string, work: () => Promise<T>): Promise<T> {
      const before = last.get(key) ?? Promise.resolve();
      const result = before.then(work, work);
      last.set(key, result);
      const forget = () => void (last.get(key) === result && last.delete(key));
      result.then(forget, forget);
      return result;
    },
    settled: () => Promise.allSettled(last.values()),
  };
}

/** null when the file does not exist. */
async function readJson<T>(file: string): Promise<T | null> {
  try {
    return JSON.parse(await readFile(file, "utf8")) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

const TEMPORARY = ".tmp";

/** Replaces or creates `file` atomically, even after a power cut: a flushed temporary file is renamed. */
async function writeFileAtomically(file: string, content: AsyncIterable<Buffer> | Buffer | string): Promise<void> {
  const folder = path.dirname(file);
  await mkdir(folder, { recursive: true });
  const temporary = path.join(folder, `.${randomBytes(6).toString("hex")}${TEMPORARY}`);
  try {
    await writeFile(temporary, content, { flag: "wx", flush: true });
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  // The folder has the new name. Windows flushes folders itself.
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  await handle.sync().finally(() => handle.close());
}

export async function removeTemporaryFiles(folder: string): Promise<void> {
  for (const file of await readdir(folder, { recursive: true })) {
    if (file.endsWith(TEMPORARY)) await rm(path.join(folder, file), { force: true });
  }
}
