/**
 * The network as the console shows and changes it: which value is in force, who says it, what waits for a restart. What is
 * changed goes into `config.json` (config-file.ts); nothing here touches a listener.
 */
import { type Addresses, type Config, type Source, STANDARD_NETWORK, whyNot } from "../../config/config.ts";
import {
  configFileOf,
  type KeptConfig,
  NETWORK_FIELDS,
  type NetworkField,
  readConfigFile,
  writeConfigFile,
} from "../../config/config-file.ts";
import type { NetworkFields, NetworkPatch, NetworkView } from "../../contracts/settings-api.ts";
import { AppError, ConfigError, type Fault, ValidationFailed } from "../../core/errors.ts";
import type { AuditLog } from "../../storage/audit-log.ts";
import { orDiskFull } from "../../storage/disk.ts";
import { holderInWords, holderOf } from "./port-holder.ts";
import { failureAt } from "./ports.ts";

export type Network = ReturnType<typeof createNetwork>;

/** @param config as Galley runs now */
export function createNetwork({
  config,
  audit,
  addresses,
  publicUrl,
  restartFault,
}: {
  config: Config;
  audit: AuditLog;
  addresses: () => Addresses;
  publicUrl: () => string;
  restartFault: string | null;
}) {
  const now = fieldsOf(config);
  let turn: Promise<unknown> = Promise.resolve();

  /** What stands in the file, or what is wrong with it where somebody has bent it meanwhile. */
  const read = (): KeptConfig => {
    try {
      return readConfigFile(config.dataDir);
    } catch (error) {
      throw error instanceof ConfigError ? new AppError("conflict", error.message) : error;
    }
  };
  /** What the next start would take with these. */
  const fieldsNext = (kept: KeptConfig, patch: NetworkPatch): NetworkFields => {
    const value = <Field extends NetworkField>(field: Field): NetworkFields[Field] =>
      (isHeld(config.sources[field]) ? now[field] : (kept[field] ?? STANDARD_NETWORK[field])) as NetworkFields[Field];
    const after = Object.fromEntries(NETWORK_FIELDS.map((field) => [field, value(field)])) as unknown as NetworkFields;
    requireOwnPorts(after, patch);
    return after;
  };
  const ownPorts = () => {
    const { url, consoleUrl, sandboxUrl } = addresses();
    return new Set(
      [url, consoleUrl, sandboxUrl].flatMap((each) => (each === null ? [] : [Number(new URL(each).port)])),
    );
  };
  const differs = (fields: NetworkFields): boolean =>
    NETWORK_FIELDS.some((field) => {
      // Any free port: the one that was found stays.
      if (fields[field] === 0) return false;
      return JSON.stringify(fields[field]) !== JSON.stringify(now[field]);
    });

  const change = async (patch: NetworkPatch): Promise<void> => {
    const kept: KeptConfig = { ...read() };
    for (const field of NETWORK_FIELDS) {
      const value = patch[field];
      if (value === undefined) continue;
      if (value === null || (Array.isArray(value) && value.length === 0)) delete kept[field];
      else Object.assign(kept, { [field]: value });
    }
    requireReadable(patch);
    // As it is in force then.
    if (typeof patch.public_url === "string") kept.public_url = new URL(patch.public_url).href.replace(/\/+$/, "");
    const after = fieldsNext(kept, patch);
    await requireFreePlaces(now, after, ownPorts());
    await write(config.dataDir, kept);
    audit.record("network changed", "network", { ...patch });
  };

  return {
    /** Why the last restart went back to what was in force before; null where it did not. */
    restartFault,
    /**
     * What a restart takes, with the ports that are held now where any would do.
     * @throws AppError conflict: Galley would not come up with what stands in the file
     */
    afterRestart(): NetworkFields {
      try {
        const after = fieldsOf(config.reread());
        for (const port of PORTS) if (after[port] === 0) after[port] = now[port];
        return after;
      } catch (error) {
        throw error instanceof ConfigError ? new AppError("conflict", error.message) : error;
      }
    },
    /** @throws AppError conflict where `config.json` was bent by hand, with its sentence */
    view(): Omit<NetworkView, "restart"> {
      const kept = read();
      const fields = Object.fromEntries(
        NETWORK_FIELDS.map((field) => [
          field,
          {
            value: now[field],
            source: config.sources[field],
            kept: kept[field] ?? null,
            standard: STANDARD_NETWORK[field],
          },
        ]),
      ) as unknown as NetworkView["fields"];
      const { url, consoleUrl, sandboxUrl } = addresses();
      return {
        fields,
        file: configFileOf(config.dataDir),
        addresses: { public: publicUrl(), listener: url, console: consoleUrl, sandbox: sandboxUrl },
      };
    },
    /** Whether the next start would take something else than what is in force. */
    waitsForRestart(): boolean {
      try {
        return differs(fieldsOf(config.reread()));
      } catch (error) {
        // The next start would not come up with it: the network's page says what is wrong.
        if (error instanceof ConfigError) return true;
        throw error;
      }
    },
    /**
     * Keeps what is given for the next start, after looking whether it can be: values, and ports that are free.
     * @throws ValidationFailed naming the fields; AppError conflict where the file cannot be read or written
     */
    patch(patch: NetworkPatch): Promise<void> {
      // One after the other: each changes what the one before it left.
      const mine = turn.then(() => change(patch));
      turn = mine.catch(() => undefined);
      return mine;
    },
  };
}

const isHeld = (source: Source) => source === "flag" || source === "environment";

async function write(dataDir: string, kept: KeptConfig): Promise<void> {
  try {
    await writeConfigFile(dataDir, kept);
  } catch (error) {
    const full = orDiskFull(error, "The disk of the data folder is full, so config.json was not changed.");
    if (full instanceof AppError) throw full;
    throw new AppError(
      "conflict",
      `config.json of the data folder cannot be written (${(error as NodeJS.ErrnoException).code}). Give it to the user that runs Galley.`,
    );
  }
}

function fieldsOf(config: Config): NetworkFields {
  return {
    host: config.public.host,
    port: config.public.port,
    console_host: config.console.host,
    console_port: config.console.port,
    sandbox_port: config.sandbox.port,
    public_url: config.publicUrl,
    trusted_proxies: config.trustedProxies,
  };
}

// What can be said beforehand of a start with these values.

/** Listeners: which fields say where each is. The sample site is always on loopback. */
const LISTENERS: { host: "host" | "console_host" | null; port: "port" | "console_port" | "sandbox_port" }[] = [
  { host: "host", port: "port" },
  { host: "console_host", port: "console_port" },
  { host: null, port: "sandbox_port" },
];
const PORTS = LISTENERS.map(({ port }) => port);

/** @throws ValidationFailed naming each value that can be none */
function requireReadable(patch: NetworkPatch): void {
  const faults: Fault[] = [];
  for (const field of NETWORK_FIELDS) {
    const value = patch[field];
    const sentence = value === undefined || value === null ? null : whyNot({ [field]: value });
    if (sentence !== null) faults.push(faultAt(field, sentence, value));
  }
  if (faults.length > 0) throw new ValidationFailed(faults);
}

/** @throws ValidationFailed where two listeners would take one port */
function requireOwnPorts(after: NetworkFields, patch: NetworkPatch): void {
  for (const field of PORTS) {
    const other = PORTS.find((each) => each !== field && after[each] === after[field] && after[each] !== 0);
    if (other !== undefined && patch[field] !== undefined)
      throw new ValidationFailed([
        faultAt(
          field,
          `Port ${after[field]} is that of another part of Galley (${other}). Each needs one of its own.`,
          after[field],
        ),
      ]);
  }
}

/**
 * Tries each place that is new. A port that this Galley holds is free once it restarts.
 * @throws ValidationFailed naming the port that another program holds, or the address that is none of this machine
 */
async function requireFreePlaces(now: NetworkFields, after: NetworkFields, own: ReadonlySet<number>): Promise<void> {
  const faults: Fault[] = [];
  for (const { host, port } of LISTENERS) {
    const at = host === null ? "127.0.0.1" : after[host];
    if (after[port] === now[port] && (host === null || after[host] === now[host])) continue;
    const code = await failureAt(at, own.has(after[port]) ? 0 : after[port]);
    if (code === null) continue;
    const isHost = host !== null && code !== "EADDRINUSE" && code !== "EACCES";
    const sentence = await sentenceOf(code, at, after[port]);
    faults.push(faultAt(isHost ? host : port, sentence, isHost ? at : after[port]));
  }
  if (faults.length > 0) throw new ValidationFailed(faults);
}

async function sentenceOf(code: string, host: string, port: number): Promise<string> {
  if (code === "EADDRINUSE")
    return `Port ${port} on ${host} is in use by ${holderInWords(await holderOf(port))}. Choose another.`;
  if (code === "EACCES") return `The user that runs Galley may not listen on port ${port}. Choose one above 1023.`;
  return `${host} is not an address of this machine. Give one that is, or 127.0.0.1.`;
}

function faultAt(field: NetworkField, sentence: string, input: unknown): Fault {
  return { type: "value_error", loc: ["body", field], msg: sentence, input };
}
