/** Parses and opens the target of a replica, from `--replica`, `GALLEY_REPLICA`, `"replica"` in config.json, or the console. */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { sentence } from "../contracts/sentences/index.ts";
import { ConfigError } from "../core/errors.ts";
import type { Clock } from "../core/runtime.ts";
import { createFolderStore } from "./folder-store.ts";
import { findRclone } from "./programs.ts";
import { createRcloneStore } from "./rclone-store.ts";
import type { Store } from "./store.ts";

export type Target =
  | { kind: "folder"; shown: string; folder: string }
  /** `remote`: the target's name in rclone, to which paths are joined with "/". */
  | { kind: "rclone"; shown: string; remote: string };

const MAX_LENGTH = 2_000;

/**
 * Parses a folder, `sftp://user@host[:port]/path`, `s3://bucket/prefix?endpoint=…&region=…` or `rclone:REMOTE:path`. @throws
 * ConfigError
 */
export function parseTarget(text: string): Target {
  const shown = text.trim();
  if (shown.length > MAX_LENGTH || /\p{Cc}/u.test(shown)) throw invalid(shown.slice(0, 200));
  if (path.isAbsolute(shown)) {
    const folder = path.resolve(shown);
    return { kind: "folder", shown: folder, folder };
  }
  const own = /^rclone:([\w.+@-][\w .+@-]*:.*)$/.exec(shown)?.[1];
  if (own !== undefined) return { kind: "rclone", shown, remote: own.replace(/\/+$/, "") };
  const url = URL.parse(shown);
  if (url === null) throw invalid(shown);
  if (url.password !== "") throw new ConfigError(sentence("replica.target_password"));
  if (url.protocol === "sftp:") return { kind: "rclone", shown, remote: sftpRemote(url, shown) };
  if (url.protocol === "s3:") return { kind: "rclone", shown, remote: s3Remote(url, shown) };
  throw invalid(shown);
}

/** @throws ConfigError for a folder inside the data folder, or a parent of it */
export function requireOutside(target: Target, dataDir: string): void {
  if (target.kind !== "folder") return;
  const [a, b] = [real(target.folder), real(dataDir)];
  if (`${a}/`.startsWith(`${b}/`) || `${b}/`.startsWith(`${a}/`))
    throw new ConfigError(sentence("replica.target_own", { target: target.shown }));
}

function real(folder: string): string {
  try {
    return fs.realpathSync(folder);
  } catch {
    return path.resolve(folder);
  }
}

function invalid(target: string): ConfigError {
  return new ConfigError(sentence("replica.target_kind", { target: JSON.stringify(target) }));
}

/** Authenticates with a key in the user's `~/.ssh` or with the agent. A host that is not in `known_hosts` is refused. */
function sftpRemote(url: URL, shown: string): string {
  const folder = decodeURIComponent(url.pathname);
  if (url.hostname === "" || url.username === "" || folder.length < 2 || url.search !== "" || url.hash !== "")
    throw invalid(shown);
  const ssh = path.join(os.homedir(), ".ssh");
  const key = ["id_ed25519", "id_ecdsa", "id_rsa"]
    .map((name) => path.join(ssh, name))
    .find((file) => fs.existsSync(file));
  return remoteOf("sftp", folder, {
    host: url.hostname.replace(/^\[|\]$/g, ""),
    user: decodeURIComponent(url.username),
    port: url.port,
    key_file: key ?? "",
    known_hosts_file: path.join(ssh, "known_hosts"),
    // Runs no command on the server, because SFTP-only accounts have no shell.
    shell_type: "none",
    disable_hashcheck: "true",
  });
}

/** Credentials come from the environment or `~/.aws`. */
function s3Remote(url: URL, shown: string): string {
  const unknown = [...url.searchParams.keys()].filter((name) => !["endpoint", "region"].includes(name));
  if (url.hostname === "" || url.username !== "" || unknown.length > 0 || url.hash !== "") throw invalid(shown);
  const endpoint = url.searchParams.get("endpoint") ?? "";
  return remoteOf("s3", `${url.hostname}${decodeURIComponent(url.pathname)}`, {
    provider: endpoint === "" ? "AWS" : "Other",
    env_auth: "true",
    endpoint,
    region: url.searchParams.get("region") ?? "",
    no_check_bucket: "true",
  });
}

/** A remote without a configuration file: `:backend,option="value":path`. */
function remoteOf(backend: string, folder: string, options: Record<string, string>): string {
  const parameters = Object.entries(options)
    .filter(([, value]) => value !== "")
    .map(([name, value]) => `,${name}="${value.replaceAll('"', '""')}"`);
  return `:${backend}${parameters.join("")}:${folder.replace(/\/+$/, "")}`;
}

/** Opens a store, which the caller must close. @param folder for rclone's files; absolute */
export function openTarget(
  target: Target,
  { folder, clock, env }: { folder: string; clock: Clock; env: NodeJS.ProcessEnv },
): Store {
  if (target.kind === "folder") return createFolderStore(target.folder);
  return createRcloneStore(target, { program: findRclone(env), folder: path.join(folder, "rclone"), env, clock });
}
