/**
 * What this site keeps, as plain files in a folder of its own: articles, public files, fonts. A CMS has a database and an
 * object store here.
 */
import { randomBytes } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";

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
  /** The sentence below the headline, of an article that has one. */
  standfirst?: string;
  created_at: string;
  /** A switch for trying out what a refused save looks like. */
  refusal: { on: boolean; message: string };
  /** null until the first save. */
  saved: SavedContent | null;
}

/** What a list shows of an article. */
export interface ArticleSummary extends Pick<Article, "id" | "title" | "created_at"> {
  refusesSaves: boolean;
  /** null until the first save. */
  stored_at: string | null;
}

/** Longest title, in characters. */
export const MAX_TITLE_LENGTH = 200;

const SAFE_ID = /^[a-z0-9-]{1,64}$/;

export type ArticleStore = Awaited<ReturnType<typeof openArticleStore>>;

/** The articles: one JSON file each, written atomically. */
export async function openArticleStore(folder: string) {
  await mkdir(folder, { recursive: true });
  const inOrder = createInOrder();
  const fileOf = (id: string) => path.join(folder, `${id}.json`);
  /** By id. Read from the files by the first list and kept up to date by `write`, so that no list after it reads them. */
  let summaries: Promise<Map<string, ArticleSummary>> | null = null;

  /** null for an id that is none of ours, whatever it looks like. */
  async function find(id: string): Promise<Article | null> {
    return SAFE_ID.test(id) ? readJson<Article>(fileOf(id)) : null;
  }

  async function write(article: Article): Promise<Article> {
    await writeFileAtomically(fileOf(article.id), JSON.stringify(article));
    (await summaries?.catch(() => null))?.set(article.id, summaryOf(article));
    return article;
  }

  async function readSummaries(): Promise<Map<string, ArticleSummary>> {
    const found = new Map<string, ArticleSummary>();
    for (const file of await readdir(folder)) {
      const article = file.endsWith(".json") ? await find(file.slice(0, -".json".length)) : null;
      if (article !== null) found.set(article.id, summaryOf(article));
    }
    return found;
  }

  return {
    find,
    /** The newest articles, the newest first, at most `limit`. */
    async list(limit: number): Promise<ArticleSummary[]> {
      summaries ??= readSummaries().catch((error: unknown) => {
        summaries = null;
        throw error;
      });
      return [...(await summaries).values()]
        .sort((a, b) => b.created_at.localeCompare(a.created_at) || a.id.localeCompare(b.id))
        .slice(0, limit);
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
    /** Applies `change` to the article as it is at that moment. Rejects when there is no such article. */
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

/** "Où est Zoë?" → "ou-est-zoe": fit for a URL, a file name and a log line. */
function slug(title: string): string {
  const ascii = title
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "-");
  return ascii.slice(0, 40).replaceAll(/^-+|-+$/g, "") || "article";
}

export type PublicFiles = ReturnType<typeof openPublicFiles>;

/**
 * Pictures, sounds, films and fonts, which anybody may open: `GET /files/<folder>/<name>` in site.ts serves them.
 * @param siteUrl this site's own address, without a slash at its end
 */
export function openPublicFiles(root: string, siteUrl: () => string) {
  return {
    root,
    /** Stores one file, replacing the one of that name, and returns its public URL. */
    async store(folder: string, name: string, content: AsyncIterable<Buffer> | Buffer | string): Promise<string> {
      await writeFileAtomically(path.join(root, folder, name), content);
      return `${siteUrl()}/files/${folder}/${name}`;
    },
    /** The text of a stored file. */
    read: (folder: string, name: string) => readFile(path.join(root, folder, name), "utf8"),
  };
}

const FONTS_FOLDER = "fonts";
export const FONTS_CSS = "vms_fonts.css";

export type FontStore = ReturnType<typeof openFontStore>;

/** The fonts of this site: public files in a folder of their own, and in settings.json which CSS the pages include. */
export function openFontStore(folder: string, files: PublicFiles, siteUrl: () => string) {
  const settings = path.join(folder, "settings.json");
  /** `site_url`: this site's own address when the other was recorded. */
  const read = () => readJson<{ fonts_css_url: string | null; site_url: string | null }>(settings);
  const store = (name: string, content: AsyncIterable<Buffer> | string) => files.store(FONTS_FOLDER, name, content);
  const record = (fonts_css_url: string) =>
    writeFileAtomically(settings, JSON.stringify({ fonts_css_url, site_url: siteUrl() }));
  return {
    /** Stores one file and returns its public URL. */
    store,
    /** Every public page includes the CSS at this address from now on. */
    record,
    /** Where the CSS is; null until fonts came. */
    cssUrl: async () => (await read())?.fonts_css_url ?? null,
    /** The stored CSS names fonts by their whole URL; after a start on another port it has to name the new one. */
    async move(): Promise<void> {
      const { fonts_css_url = null, site_url = null } = (await read()) ?? {};
      if (fonts_css_url === null || site_url === null || site_url === siteUrl()) return;
      const css = atPresentAddress(await files.read(FONTS_FOLDER, FONTS_CSS), site_url, siteUrl());
      await record(await store(FONTS_CSS, css));
    },
  };
}

// `dummy-<file_name>` references, and the public URLs that take their place (contract 2.4, 4.5 step 4).

/** File names this site takes: nothing in them that a URL, an HTML attribute or a JSON string would have to escape. */
const FILE_NAME = "[A-Za-z0-9](?:[A-Za-z0-9._-]{0,198}[A-Za-z0-9])?";
const WHOLE_NAME = new RegExp(`^${FILE_NAME}$`);
const REFERENCE = new RegExp(`dummy-(${FILE_NAME})`, "g");

export function isSafeFileName(name: string): boolean {
  return WHOLE_NAME.test(name);
}

/**
 * Replaces every reference to one of `urls` (file name → public URL) in HTML, CSS or JSON text. A reference is read as
 * far as it goes, so that `dummy-cat.jpg` never eats the beginning of `dummy-cat.jpg.webp`; whoever replaces name by
 * name has to begin with the longest one to get this right. References to other names stay as they are.
 */
export function replaceReferences(text: string, urls: ReadonlyMap<string, string>): string {
  return text.replaceAll(REFERENCE, (reference, name: string) => urls.get(name) ?? reference);
}

/**
 * What was stored while this site had another address, for today's address: whoever starts the sample site on another
 * port still sees the pictures. A CMS that moves does the same once in its database.
 */
export function atPresentAddress(text: string, storedUnder: string, siteUrl: string): string {
  return storedUnder === siteUrl ? text : text.replaceAll(`${storedUnder}/`, `${siteUrl}/`);
}

/**
 * One thing at a time for each key, in the order of asking: two callbacks of one article never work on it at once, and
 * a slow older one cannot finish after a newer one.
 */
export function createInOrder() {
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
    /** Waits for all that is asked for, however it ends. */
    settled: () => Promise.allSettled(last.values()),
  };
}

/** null where there is no such file. */
async function readJson<T>(file: string): Promise<T | null> {
  try {
    return JSON.parse(await readFile(file, "utf8")) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

const TEMPORARY = ".tmp";

/**
 * Puts `content` at `file`, replacing what is there: the file is there whole or not at all, also after a power cut. It is
 * written under a temporary name beside its place, flushed to the disk, and renamed. Folders are made as needed.
 */
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
  // The new name itself is part of the folder. Windows flushes folders on its own and refuses to be asked.
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  await handle.sync().finally(() => handle.close());
}

/** Removes what a killed process was in the middle of writing. */
export async function removeTemporaryFiles(folder: string): Promise<void> {
  for (const file of await readdir(folder, { recursive: true })) {
    if (file.endsWith(TEMPORARY)) await rm(path.join(folder, file), { force: true });
  }
}
