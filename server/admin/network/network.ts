/**
 * Shows and changes the network settings: current values, their sources, and changes that need a restart. Changes are
 * stored in `config.json` (config-file.ts) and take effect at the restart.
 */
import { type Config, faultIn, type Source, STANDARD_NETWORK } from "../../config/config.ts";
import {
  configFileOf,
  type KeptConfig,
  NETWORK_FIELDS,
  type NetworkField,
  readConfigFile,
  writeConfigFile,
} from "../../config/config-file.ts";
import { type Sentence, sentence } from "../../contracts/sentences/index.ts";
import type { NetworkFields, NetworkPatch, NetworkView } from "../../contracts/settings-api.ts";
import { AppError, ConfigError, type Fault, ValidationFailed } from "../../core/errors.ts";
import type { Services } from "../../services.ts";
import { isDiskFull } from "../../storage/disk.ts";
import { failureAt, findPortHolder, holderSentence } from "./ports.ts";

export function createNetwork({
  config,
  audit,
  addresses,
  publicUrl,
  restartFault,
}: Pick<Services, "config" | "audit" | "addresses" | "publicUrl"> & {
  restartFault: Sentence | null;
}) {
  const now = fieldsOf(config);
  let turn: Promise<unknown> = Promise.resolve();

  const read = (): KeptConfig => orConflict(() => readConfigFile(config.dataDir));
  const fieldsNext = (kept: KeptConfig, patch: NetworkPatch): NetworkFields => {
    const value = <Field extends NetworkField>(field: Field): NetworkFields[Field] =>
      (isOverridden(config.sources[field])
        ? now[field]
        : (kept[field] ?? STANDARD_NETWORK[field])) as NetworkFields[Field];
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
      // Port 0 means any free port, so the current one stays.
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
    if (typeof patch.public_url === "string") kept.public_url = new URL(patch.public_url).href.replace(/\/+$/, "");
    const after = fieldsNext(kept, patch);
    await requireFreePorts(now, after, ownPorts());
    await write(config.dataDir, kept);
    audit.record("network changed", "network", { ...patch });
  };

  return {
    /** Why the last restart returned to the previous settings; null if it did not. */
    restartFault,
    /** The fields for a restart; port 0 becomes the port in use. @throws AppError conflict for an unusable `config.json` */
    afterRestart(): NetworkFields {
      const after = orConflict(() => fieldsOf(config.reread()));
      for (const port of PORTS) if (after[port] === 0) after[port] = now[port];
      return after;
    },
    /** @throws AppError conflict, with its sentence, if a manual edit broke `config.json` */
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
    waitsForRestart(): boolean {
      try {
        return differs(fieldsOf(config.reread()));
      } catch (error) {
        // The next start would fail with these settings. The network page shows why.
        if (error instanceof ConfigError) return true;
        throw error;
      }
    },
    /** Stores settings for the next start. @throws ValidationFailed naming the fields; AppError conflict for an unusable file */
    patch(patch: NetworkPatch): Promise<void> {
      // Patches run one after the other: each builds on the result of the previous one.
      const mine = turn.then(() => change(patch));
      turn = mine.catch(() => undefined);
      return mine;
    },
  };
}

function orConflict<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof ConfigError ? new AppError("conflict", error.sentence) : error;
  }
}

const isOverridden = (source: Source) => source === "flag" || source === "environment";

async function write(dataDir: string, kept: KeptConfig): Promise<void> {
  try {
    await writeConfigFile(dataDir, kept);
  } catch (error) {
    if (isDiskFull(error)) throw new AppError("disk_full", sentence("admin.config_disk_full"));
    const { code = "" } = error as NodeJS.ErrnoException;
    throw new AppError("conflict", sentence("admin.config_not_written", { code }));
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

/** The fields with the host and port of each listener. The sample site always listens on loopback. */
const LISTENERS: { host: "host" | "console_host" | null; port: "port" | "console_port" | "sandbox_port" }[] = [
  { host: "host", port: "port" },
  { host: "console_host", port: "console_port" },
  { host: null, port: "sandbox_port" },
];
const PORTS = LISTENERS.map(({ port }) => port);

/** @throws ValidationFailed naming each invalid value */
function requireReadable(patch: NetworkPatch): void {
  const faults: Fault[] = [];
  for (const field of NETWORK_FIELDS) {
    const value = patch[field];
    const reason = value === undefined || value === null ? null : faultIn({ [field]: value });
    if (reason !== null) faults.push(faultAt(field, reason, value));
  }
  if (faults.length > 0) throw new ValidationFailed(faults);
}

/** @throws ValidationFailed if two listeners would use the same port */
function requireOwnPorts(after: NetworkFields, patch: NetworkPatch): void {
  for (const field of PORTS) {
    const other = PORTS.find((each) => each !== field && after[each] === after[field] && after[each] !== 0);
    if (other !== undefined && patch[field] !== undefined)
      throw new ValidationFailed([
        faultAt(field, sentence("admin.same_port", { port: String(after[field]), field: other }), after[field]),
      ]);
  }
}

/** Tries each new host and port; Galley's own are free after the restart. @throws ValidationFailed naming the field */
async function requireFreePorts(now: NetworkFields, after: NetworkFields, own: ReadonlySet<number>): Promise<void> {
  const faults: Fault[] = [];
  for (const { host, port } of LISTENERS) {
    const at = host === null ? "127.0.0.1" : after[host];
    if (after[port] === now[port] && (host === null || after[host] === now[host])) continue;
    const code = await failureAt(at, own.has(after[port]) ? 0 : after[port]);
    if (code === null) continue;
    const isHost = host !== null && code !== "EADDRINUSE" && code !== "EACCES";
    const reason = await reasonOf(code, at, after[port]);
    faults.push(faultAt(isHost ? host : port, reason, isHost ? at : after[port]));
  }
  if (faults.length > 0) throw new ValidationFailed(faults);
}

async function reasonOf(code: string, host: string, port: number): Promise<Sentence> {
  if (code === "EADDRINUSE") {
    const holder = holderSentence(await findPortHolder(port));
    return sentence("admin.port_taken", { port: String(port), host, holder });
  }
  if (code === "EACCES") return sentence("admin.low_port", { port: String(port) });
  return sentence("admin.foreign_address", { host });
}

function faultAt(field: NetworkField, reason: Sentence, input: unknown): Fault {
  return { type: "value_error", loc: ["body", field], msg: reason.detail, sentence: reason, input };
}
