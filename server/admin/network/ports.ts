import { execFile } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import { promisify } from "node:util";
import type { Config } from "../../config/config.ts";
import { configFileOf } from "../../config/config-file.ts";
import { type Sentence, sentence } from "../../contracts/sentences/index.ts";
import { type PortHolder, PortInUse, type PortInUseFacts } from "../../core/errors.ts";

/** Distance between suggested ports, because the other two listeners use the next two ports. */
const STEP = 10;
const TRIES = 20;
const LOWEST = 1_024;
const USUAL = 8_420;

/** Tries to listen. @returns the system's error code; null if the port is free */
export function failureAt(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(null)));
  });
}

/** The nearest higher free port in steps of ten; null for none. @param others reserved ports */
export async function freePortNear(
  { host, port }: { host: string; port: number },
  others: ReadonlySet<number>,
): Promise<number | null> {
  const first = port < LOWEST ? USUAL : port + STEP;
  for (let at = first, tries = 0; tries < TRIES && at <= 65_535; at += STEP, tries++)
    if (!others.has(at) && (await failureAt(host, at)) === null) return at;
  return null;
}

/** Describes a port that is in use: the program that holds it, and a free port. */
export async function portInUse(field: PortInUseFacts["field"], config: Config): Promise<PortInUse> {
  const { host, port } = { port: config.public, console_port: config.console, sandbox_port: config.sandbox }[field];
  const own = new Set([config.public.port, config.console.port, config.sandbox.port]);
  const [holder, free] = await Promise.all([findPortHolder(port), freePortNear({ host, port }, own)]);
  const flag = `--${field.replaceAll("_", "-")}`;
  const source = config.sources[field];
  // A flag or variable overrides the file.
  const isSet = source === "flag" || source === "environment";
  const inFile = { flag, field, file: configFileOf(config.dataDir) };
  return new PortInUse(
    sentence("admin.port_taken_by", { host, port: String(port), holder: holderSentence(holder) }),
    free === null
      ? isSet
        ? sentence("admin.port_other", { flag })
        : sentence("admin.port_other_or_file", inFile)
      : isSet
        ? sentence("admin.port_free", { flag, port: String(free) })
        : sentence("admin.port_free_or_file", { ...inFile, port: String(free) }),
    { field, host, port, holder, free },
  );
}

const TIMEOUT_MS = 3_000;
const MAX_OUTPUT = 4 * 1024 * 1024;
const MAX_PROCESSES = 20_000;
const LISTEN = "0A";

/**
 * The program that listens on a port; null if the system does not report it. Linux shows only the owner of another user's process. Never
 * throws.
 */
export async function findPortHolder(port: number): Promise<PortHolder | null> {
  try {
    if (process.platform === "linux") return holderFromProc(port);
    if (process.platform === "darwin")
      return holderFromLsof(await outputOf("/usr/sbin/lsof", ["-nP", `-iTCP:${port}`, "-sTCP:LISTEN", "-FpcL"]));
    if (process.platform !== "win32") return null;
    const pid = pidFromNetstat(await outputOf(systemProgram("netstat.exe"), ["-ano", "-p", "TCP"]), port);
    if (pid === null) return null;
    const tasks = await outputOf(systemProgram("tasklist.exe"), ["/FI", `PID eq ${pid}`, "/FO", "CSV", "/NH"]);
    return { pid, program: programFromTasklist(tasks), user: null };
  } catch {
    return null;
  }
}

/** "nginx (process 812)", "a program of the user www-data", "another program" */
export function holderSentence(holder: PortHolder | null): Sentence {
  if (holder === null) return sentence("admin.another_program");
  const { pid, program, user } = holder;
  if (pid === null) return user === null ? sentence("admin.another_program") : sentence("admin.program_of", { user });
  const process = { pid: String(pid) };
  return program === null
    ? sentence("admin.some_program", process)
    : sentence("admin.program", { ...process, name: program });
}

async function outputOf(program: string, args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(program, args, {
    timeout: TIMEOUT_MS,
    maxBuffer: MAX_OUTPUT,
    windowsHide: true,
  });
  return stdout;
}

/** Avoids PATH, which may contain another program of that name. */
function systemProgram(name: string): string {
  return path.join(process.env.SystemRoot ?? "C:\\Windows", "System32", name);
}

// Linux: /proc/net/tcp lists sockets with their owners, /proc/<pid>/fd the sockets of a process.

function holderFromProc(port: number): PortHolder | null {
  const sockets = ["tcp", "tcp6"].flatMap((name) => listenersIn(readOrNothing(`/proc/net/${name}`), port));
  const [first] = sockets;
  if (first === undefined) return null;
  const user = userNamed(first.uid, readOrNothing("/etc/passwd"));
  const pid = processWith(new Set(sockets.map(({ inode }) => `socket:[${inode}]`)));
  return { pid, program: pid === null ? null : programOf(pid), user };
}

/** @param table content of /proc/net/tcp or tcp6 */
export function listenersIn(table: string, port: number): { inode: string; uid: string }[] {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  return table
    .split("\n")
    .slice(1)
    .map((line) => line.trim().split(/\s+/))
    .filter((columns) => columns[1]?.endsWith(suffix) && columns[3] === LISTEN)
    .map((columns) => ({ uid: columns[7] ?? "", inode: columns[9] ?? "" }));
}

function processWith(sockets: Set<string>): number | null {
  const pids = fs.readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  for (const pid of pids.slice(0, MAX_PROCESSES)) {
    try {
      const folder = `/proc/${pid}/fd`;
      for (const fd of fs.readdirSync(folder)) {
        if (sockets.has(linkOrNothing(`${folder}/${fd}`))) return Number(pid);
      }
    } catch {
      // The process belongs to another user, or has ended.
    }
  }
  return null;
}

/** Avoids `comm`: it is the name of a thread, which programs set freely. */
function programOf(pid: number): string | null {
  const executable = linkOrNothing(`/proc/${pid}/exe`).replace(/ \(deleted\)$/, "");
  return path.basename(executable) || readOrNothing(`/proc/${pid}/comm`).trim() || null;
}

function userNamed(uid: string, passwd: string): string | null {
  const line = passwd.split("\n").find((each) => each.split(":")[2] === uid);
  return line?.split(":")[0] ?? (uid === "" ? null : uid);
}

function readOrNothing(file: string): string {
  try {
    return fs.readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

function linkOrNothing(link: string): string {
  try {
    return fs.readlinkSync(link);
  } catch {
    return "";
  }
}

// macOS and Windows: parsers for the output of their programs.

/** @param output of `lsof -FpcL`: one field a line; a line with p begins a process */
export function holderFromLsof(output: string): PortHolder | null {
  const field = (letter: string) =>
    output
      .split("\n")
      .find((line) => line.startsWith(letter))
      ?.slice(1) ?? null;
  const pid = Number(field("p"));
  return Number.isInteger(pid) && pid > 0 ? { pid, program: field("c"), user: field("L") } : null;
}

/** @param output of `netstat -ano`. Its words depend on the system's language, so the foreign address identifies a listener. */
export function pidFromNetstat(output: string, port: number): number | null {
  for (const line of output.split(/\r?\n/)) {
    const [protocol, local, foreign, ...rest] = line.trim().split(/\s+/);
    if (protocol !== "TCP" || !local?.endsWith(`:${port}`) || !/^(0\.0\.0\.0|\[::\]):0$/.test(foreign ?? "")) continue;
    const pid = Number(rest.at(-1));
    if (Number.isInteger(pid) && pid > 0) return pid;
  }
  return null;
}

/** @param output of `tasklist /FO CSV /NH`: "nginx.exe","812",… */
export function programFromTasklist(output: string): string | null {
  return /^"([^"]+)","\d+"/m.exec(output)?.[1] ?? null;
}
