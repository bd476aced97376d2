/**
 * What somebody who helps from elsewhere needs to know of an appliance, in one ZIP: what runs, how it is set, what it
 * reported, what failed lately, and whether its data are whole. Nothing of an article, nobody's address, no secret: what is
 * put in is chosen so, and every secret of the appliance is looked for in the finished texts once more.
 */

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { zipInMemory } from "../../archives/memory-zip.ts";
import type { Archive } from "../../archives/zip.ts";
import type { Config } from "../../config/config.ts";
import type { SupportBundleView } from "../../contracts/logs-api.ts";
import { sentence } from "../../contracts/sentences/index.ts";
import type { SettingsView } from "../../contracts/settings-api.ts";
import { AppError } from "../../core/errors.ts";
import { MASK, maskAddress, maskMailAddresses, maskText, maskTokens, spellings } from "../../core/masking.ts";
import { isoTime, type Runtime } from "../../core/runtime.ts";
import type { Attention } from "../../deliveries/attention.ts";
import { proxyName } from "../../outbound/environment-proxies.ts";
import type { AuditLog } from "../../storage/audit-log.ts";
import { DATABASE_FILE } from "../../storage/database.ts";
import type { KeptLog } from "../../storage/kept-log.ts";
import type { Readiness } from "../../storage/readiness.ts";
import type { SettingsStore } from "../../storage/settings.ts";
import { databaseFacts } from "./database-facts.ts";

const MAX_LOG_CHARACTERS = 2_000_000;
const MAX_CRASHES = 5;
const MAX_CRASH_CHARACTERS = 64_000;
const DATABASE_LIMIT_MS = 30_000;
/** What made secrets consist of. */
const WORD = /[\w-]{16,}/g;

const FILES: SupportBundleView["files"] = [
  { name: "about.json", what: "Versions of Galley, Node and the system, since when it runs, memory" },
  { name: "config.json", what: "How Galley was started: addresses, ports, folders, trusted proxies" },
  { name: "settings.json", what: "The settings" },
  { name: "log.txt", what: "The end of the log, at most 2 MB" },
  { name: "crashes.txt", what: "The last five errors that Galley did not foresee" },
  {
    name: "failures.json",
    what: "How many deliveries stand where, and the newest fifty that need attention: site, code, times",
  },
  { name: "database.json", what: "Size, number of rows and integrity of the database" },
  { name: "disk.json", what: "Free space, and the sizes of the files in the data folder" },
];

const LEFT_OUT = [
  "Articles, pictures and fonts, and everything that sites send with an article.",
  "What sites were sent and what they answered.",
  "Secrets of projects, passwords, tokens, the key of the data folder, and logins.",
  "Names of journalists and their addresses.",
];

export type SupportBundle = ReturnType<typeof createSupportBundle>;

/** @param secrets every secret of the appliance in the clear, by what it is: made by us, or chosen by people */
export function createSupportBundle({
  config,
  runtime,
  logs,
  audit,
  settings,
  attention,
  readiness,
  version,
  startedAt,
  secrets,
}: {
  config: Config;
  runtime: Runtime;
  logs: KeptLog;
  audit: AuditLog;
  settings: SettingsStore;
  attention: Attention;
  readiness: Readiness;
  version: string;
  startedAt: number;
  secrets: () => { made: string[]; chosen: string[] };
}) {
  let isBusy = false;
  const nameAt = (now: number) => `galley-support-${isoTime(now).slice(0, 19).replaceAll(":", "-")}.zip`;

  const about = () => ({
    galley: version,
    node: process.version,
    electron: process.versions.electron ?? null,
    system: `${os.type()} ${os.release()} ${os.arch()}`,
    processors: os.availableParallelism(),
    memory_bytes: { all: os.totalmem(), free: os.freemem(), galley: process.memoryUsage().rss },
    started_at: isoTime(startedAt),
    made_at: isoTime(runtime.clock.now()),
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
  const configView = () => {
    const { http, https, except } = config.environmentProxies;
    return {
      data_dir: config.dataDir,
      public: config.public,
      console: config.console,
      sandbox: config.sandbox,
      public_url: config.publicUrl === null ? null : maskAddress(config.publicUrl),
      trusted_proxies: config.trustedProxies,
      environment_proxies: { http: http && proxyName(http), https: https && proxyName(https), except },
    };
  };
  const failures = () => {
    const { attention: rows, attention_count, deliveries } = attention.page(null);
    return {
      deliveries,
      attention_count,
      newest: rows.map(
        ({ event, project, state, code, last_status, attempts, since, next_attempt_at, callback_host }) => ({
          event,
          project,
          host: callback_host,
          state,
          code,
          status: last_status,
          attempts,
          since,
          next_attempt_at,
        }),
      ),
    };
  };
  const disk = async () => ({ free_bytes: await readiness.diskFree(), files: await sizesIn(config.dataDir) });

  const make = async (): Promise<Archive> => {
    const mask = maskerOf(secrets());
    const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
    const texts: Record<string, string> = {
      "about.json": json(about()),
      "config.json": json(configView()),
      "settings.json": json(settings.get() satisfies SettingsView["settings"]),
      "log.txt": await logs.tail(MAX_LOG_CHARACTERS),
      "crashes.txt": await crashes(config.dataDir),
      "failures.json": json(failures()),
      "database.json": json(await databaseFacts(path.join(config.dataDir, DATABASE_FILE), DATABASE_LIMIT_MS)),
      "disk.json": json(await disk()),
    };
    const entries = FILES.map(({ name }) => ({ name, text: mask(texts[name] ?? "") }));
    const now = runtime.clock.now();
    return zipInMemory(entries, { fileName: nameAt(now), time: new Date(now) });
  };

  return {
    view: (): SupportBundleView => ({ file_name: nameAt(runtime.clock.now()), files: FILES, left_out: LEFT_OUT }),
    /** @throws AppError conflict while another is being made */
    async make(): Promise<Archive> {
      if (isBusy) throw new AppError("conflict", sentence("admin.bundle_under_way"));
      isBusy = true;
      try {
        const archive = await make();
        audit.record("support bundle made", "appliance", { bytes: archive.size });
        return archive;
      } finally {
        isBusy = false;
      }
    },
  };
}

/**
 * Hides secrets and mail addresses wherever they stand. Secrets that we made are looked up in every word of many letters, so
 * that a thousand of them cost no more than one; those that people chose are few, and looked for as they may be written.
 */
function maskerOf({ made, chosen }: { made: string[]; chosen: string[] }): (text: string) => string {
  const known = new Set(made);
  const lengths = [...new Set(made.map(({ length }) => length))];
  const written = spellings(chosen);
  // Also inside a word: in what is escaped, a letter of the escape stands before it, as in %3D or \n.
  const withoutKnown = (word: string): string => {
    for (const length of lengths)
      for (let at = 0; at + length <= word.length; at++)
        if (known.has(word.slice(at, at + length)))
          return withoutKnown(`${word.slice(0, at)}${MASK}${word.slice(at + length)}`);
    return word;
  };
  return (text) => maskMailAddresses(maskTokens(maskText(text, written)).replace(WORD, withoutKnown));
}

async function crashes(dataDir: string): Promise<string> {
  const folder = path.join(dataDir, "logs");
  const names = (await fs.promises.readdir(folder).catch(() => []))
    .filter((name) => /^crash-.+\.txt$/.test(name))
    .sort();
  const texts = names.slice(-MAX_CRASHES).map(async (name) => {
    const text = await fs.promises.readFile(path.join(folder, name), "utf8").catch(() => "");
    return `${name}\n${text.slice(0, MAX_CRASH_CHARACTERS)}\n`;
  });
  return (await Promise.all(texts)).join("\n");
}

/** Bytes of the files on the first level of a folder and in its logs, by name. */
async function sizesIn(dataDir: string): Promise<Record<string, number>> {
  const sizes: Record<string, number> = {};
  for (const folder of ["", "logs"]) {
    const entries = await fs.promises.readdir(path.join(dataDir, folder), { withFileTypes: true }).catch(() => []);
    for (const entry of entries.filter((each) => each.isFile()).slice(0, 200)) {
      const name = path.join(folder, entry.name);
      const found = await fs.promises.stat(path.join(dataDir, name)).catch(() => null);
      if (found !== null) sizes[name] = found.size;
    }
  }
  return sizes;
}
