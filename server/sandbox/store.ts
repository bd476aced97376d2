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

const SAFE_ID = /^[a-z0-9-]{1,64}$/;
export const FONTS_CSS = "vms_fonts.css";

export type Store = Awaited<ReturnType<typeof openStore>>;
export type ArticleSummary = Awaited<ReturnType<Store["list"]>>[number];

/** @param siteUrl this site's own URL, read at each use */
export async function openStore(dir: string, siteUrl: () => string) {
  const articles = path.join(dir, "articles");
  const files = path.join(dir, "files");
  /** Unfinished files. A killed process leaves some. */
  const incoming = path.join(dir, "incoming");
  await rm(incoming, { recursive: true, force: true });
  for (const folder of [articles, files, incoming]) await mkdir(folder, { recursive: true });
  let lastUpdate: Promise<unknown> = Promise.resolve();

  const fileOf = (id: string) => path.join(articles, `${id}.json`);
  const temporaryFile = () => path.join(incoming, randomBytes(8).toString("hex"));

  /** Replaces or creates `file` atomically, even after a power cut: a flushed temporary file is renamed. */
  async function write(file: string, content: AsyncIterable<Buffer> | Buffer | string): Promise<void> {
    const temporary = temporaryFile();
    try {
      await writeFile(temporary, content, { flush: true });
      await rename(temporary, file);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
    // The folder has the new name. Windows flushes folders itself.
    if (process.platform === "win32") return;
    const folder = await open(path.dirname(file), "r");
    await folder.sync().finally(() => folder.close());
  }

  /** null for an unknown or invalid id. */
  async function find(id: string): Promise<Article | null> {
    if (!SAFE_ID.test(id)) return null;
    const text = await readFile(fileOf(id), "utf8").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return null;
      throw error;
    });
    return text === null ? null : (JSON.parse(text) as Article);
  }

  const publicUrl = (folder: string, name: string) => `${siteUrl()}/files/${folder}/${name}`;

  return {
    files,
    temporaryFile,
    find,
    /** Newest first. */
    async list(limit: number) {
      const found = [];
      for (const file of await readdir(articles)) {
        const article = await find(path.parse(file).name);
        if (article === null) continue;
        const { id, title, created_at, refusal, saved } = article;
        found.push({ id, title, created_at, rejectsSaves: refusal.on, stored_at: saved?.stored_at ?? null });
      }
      return found.sort((a, b) => b.created_at.localeCompare(a.created_at)).slice(0, limit);
    },
    async create(title: string, now: Date, standfirst = ""): Promise<Article> {
      const id = `${slug(title)}-${randomBytes(4).toString("hex")}`;
      const refusal = { on: false, message: "" };
      const article = { id, title, standfirst, created_at: now.toISOString(), refusal, saved: null };
      await write(fileOf(id), JSON.stringify(article));
      return article;
    },
    /** Changes an article, one update after the other. @param change receives the current state, and may throw */
    update(id: string, change: (article: Article) => Article): Promise<Article> {
      const update = lastUpdate.then(async () => {
        const before = await find(id);
        if (before === null) throw new Error(`There is no article ${id}.`);
        const article = change(before);
        await write(fileOf(id), JSON.stringify(article));
        return article;
      });
      lastUpdate = update.catch(() => undefined);
      return update;
    },
    /** Stores a public file, replacing an existing one of that name, and returns its public URL. */
    async storeFile(folder: string, name: string, content: AsyncIterable<Buffer> | Buffer | string): Promise<string> {
      await mkdir(path.join(files, folder), { recursive: true });
      await write(path.join(files, folder, name), content);
      return publicUrl(folder, name);
    },
    /** Updates the absolute URLs in the CSS of fonts after a start on another port. */
    async moveFonts(): Promise<void> {
      const file = path.join(files, "fonts", FONTS_CSS);
      const css = await readFile(file, "utf8").catch(() => null);
      if (css !== null) await write(file, css.replaceAll(/https?:\/\/[^/"]+(?=\/files\/fonts\/)/g, siteUrl()));
    },
    /** The URL of the CSS of fonts, which the public pages include; null without fonts. */
    async fontsCssUrl(): Promise<string | null> {
      const names = await readdir(path.join(files, "fonts")).catch((): string[] => []);
      return names.includes(FONTS_CSS) ? publicUrl("fonts", FONTS_CSS) : null;
    },
  };
}

/** "Où est Zoë?" → "ou-est-zoe": names the article in URLs and in the console of the service. */
function slug(title: string): string {
  const ascii = title.normalize("NFKD").toLowerCase().replaceAll(/\p{M}/gu, "");
  return (
    ascii
      .match(/[a-z0-9]+/g)
      ?.join("-")
      .slice(0, 40) ?? "article"
  );
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
