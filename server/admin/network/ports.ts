/** Checks that a port is free, finds a free one nearby, and describes a port that is in use. */
import net from "node:net";
import type { Config } from "../../config/config.ts";
import { configFileOf } from "../../config/config-file.ts";
import { sentence } from "../../contracts/sentences/index.ts";
import { PortTaken, type TakenPort } from "../../core/errors.ts";
import { holderOf, holderSentence } from "./port-holder.ts";

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

/**
 * The nearest higher free port in steps of ten; null if none was found.
 * @param others ports that are reserved for other listeners
 */
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
export async function portTaken(field: TakenPort["field"], config: Config): Promise<PortTaken> {
  const { host, port } = { port: config.public, console_port: config.console, sandbox_port: config.sandbox }[field];
  const own = new Set([config.public.port, config.console.port, config.sandbox.port]);
  const [holder, free] = await Promise.all([holderOf(port), freePortNear({ host, port }, own)]);
  const flag = `--${field.replaceAll("_", "-")}`;
  const source = config.sources[field];
  // A flag or variable overrides the file.
  const isSet = source === "flag" || source === "environment";
  const inFile = { flag, field, file: configFileOf(config.dataDir) };
  return new PortTaken(
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
