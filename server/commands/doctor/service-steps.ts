/** The service: whether it runs, its ports, its public URL and certificate, proxies. */
import fs from "node:fs";
import { holderOf, holderSentence } from "../../admin/network/port-holder.ts";
import { failureAt, freePortNear } from "../../admin/network/ports.ts";
import type { Config } from "../../config/config.ts";
import type { TakenPort } from "../../core/errors.ts";
import { maskAddress } from "../../core/masking.ts";
import { proxyName } from "../../outbound/environment-proxies.ts";
import { certificateAt, reasonAgainst } from "../../outbound/public-url-check.ts";
import { whyNotReady } from "../running-appliance.ts";
import { type Examination, type Finding, finding, skipped, type Verdict } from "./examination.ts";

const DAY_MS = 86_400_000;
/** A certificate should be renewed this long before it expires. */
const SOON_DAYS = 14;

export async function service({ isHeld, address, running, silence, dataDir }: Examination): Promise<Finding> {
  const facts = { process: address?.pid ?? null, started_at: running?.settings.appliance.started_at ?? null };
  const { ok, warning, problem } = finding(facts);
  if (isHeld === null && fs.existsSync(dataDir)) return skipped("Whether a Galley runs here cannot be told.");
  if (isHeld !== true)
    return warning(`No Galley runs on ${dataDir}.`, "Start it: galley serve, its service, or the desktop app.");
  const who = facts.process === null ? "A Galley" : `Galley (process ${facts.process})`;
  if (address === null || running === null)
    return problem(
      `${who} uses ${dataDir} but cannot be asked. ${silence ?? ""}`.trim(),
      "It may be starting, restoring or making a backup: look again in a minute, then read its log.",
    );
  const fault = await whyNotReady(address.url);
  if (fault !== null)
    return problem(`${who} runs but cannot store what it is given: ${fault}`, "See the disk and the database below.");
  return ok(`${who} runs since ${facts.started_at} and can store what it is given.`);
}

interface PortFinding {
  field: TakenPort["field"];
  address: string;
  verdict: Verdict;
  says: string;
}

export async function ports(examined: Examination): Promise<Finding> {
  const { running, config } = examined;
  if (running !== null) {
    const { listener, console: consoleUrl, sandbox } = running.network.addresses;
    const says = `Galley holds its own: ${[listener, consoleUrl, sandbox].filter((at) => at !== null).join(", ")}.`;
    return finding({ public: listener, console: consoleUrl, sandbox }).ok(says);
  }
  if (config instanceof Error)
    return skipped("Which ports are wanted cannot be told while the configuration is wrong.");
  const found = await Promise.all([
    portAt("port", config),
    portAt("console_port", config),
    portAt("sandbox_port", config),
  ]);
  const facts = { ports: found };
  const { ok, problem } = finding(facts);
  const says = found.map((each) => each.says).join(" ");
  return found.some(({ verdict }) => verdict === "problem")
    ? problem(says, "Quit the other program, or give Galley another port (flag, variable or config.json).")
    : ok(says);
}

async function portAt(field: TakenPort["field"], config: Config): Promise<PortFinding> {
  const at = { port: config.public, console_port: config.console, sandbox_port: config.sandbox }[field];
  const address = `${at.host}:${at.port}`;
  const found = (verdict: Verdict, says: string): PortFinding => ({ field, address, verdict, says });
  const code = await failureAt(at.host, at.port);
  if (code === null) return found("ok", `${address} is free.`);
  if (code !== "EADDRINUSE") return found("problem", `${address} cannot be listened on (${code}).`);
  const own = new Set([config.public.port, config.console.port, config.sandbox.port]);
  const [holder, free] = await Promise.all([holderOf(at.port), freePortNear(at, own)]);
  const offer = free === null ? "" : ` ${free} is free.`;
  return found("problem", `${address} is in use by ${holderSentence(holder).detail}.${offer}`);
}

/** In force, or of the next start; null without one. */
function publicUrlOf({ running, config }: Examination): string | null {
  if (running !== null) return running.network.fields.public_url.value;
  return config instanceof Error ? null : config.publicUrl;
}

export async function publicAddress(examined: Examination): Promise<Finding> {
  const { running } = examined;
  const url = publicUrlOf(examined);
  const shown = maskAddress(url ?? running?.settings.appliance.public_url ?? "");
  if (running === null)
    return skipped(
      url === null
        ? "No public address is set, and Galley does not run."
        : `Galley does not run, so nothing can answer at ${shown}.`,
    );
  const reason = await reasonAgainst(url ?? running.settings.appliance.public_url);
  const facts = { url: shown, reachable: reason === null };
  const { ok, problem } = finding(facts);
  if (reason !== null)
    return problem(
      `${shown} does not lead to this Galley. ${reason.detail}`,
      "Mend the proxy or the name, or change the public address (Settings, Network).",
    );
  return ok(
    url === null
      ? `No public address is set: sites and journalists reach it at ${shown}.`
      : `${shown} leads to this Galley.`,
  );
}

export async function certificate(examined: Examination): Promise<Finding> {
  const url = URL.parse(publicUrlOf(examined) ?? "");
  if (url?.protocol !== "https:") return skipped("The public address has none: it is not https.");
  let shown: Awaited<ReturnType<typeof certificateAt>>;
  try {
    shown = await certificateAt(url);
  } catch (error) {
    return finding().problem(
      `${url.host} shows none (${(error as NodeJS.ErrnoException).code ?? (error as Error).message}).`,
      "See that the proxy runs and speaks TLS there.",
    );
  }
  const { certificate: facts, distrust } = shown;
  if (facts === null) return finding().problem(`${url.host} shows none.`, "See that the proxy speaks TLS there.");
  const days = Math.floor((Date.parse(facts.valid_to) - examined.now) / DAY_MS);
  const all = { ...facts, days_left: days, distrust };
  const { ok, warning, problem } = finding(all);
  const says = `That of ${url.host}, by ${facts.issuer || facts.subject}, holds until ${facts.valid_to.slice(0, 10)}`;
  if (days < 0) return problem(`${says}: it has expired.`, "Renew it in the proxy, and let the proxy read it anew.");
  if (distrust !== null)
    return warning(
      `${says}, but this machine does not trust it (${distrust}).`,
      "Sites and browsers may refuse it, too: take one of a known authority, or make yours known to them.",
    );
  if (days < SOON_DAYS) return warning(`${says}, ${days} more days.`, "See why it was not renewed yet.");
  return ok(`${says}, ${days} more days.`);
}

export function proxies({ running, config }: Examination): Finding {
  const own = config instanceof Error ? null : config.environmentProxies;
  const environment = running?.settings.appliance.environment_proxies ?? {
    http: own?.http ? proxyName(own.http) : null,
    https: own?.https ? proxyName(own.https) : null,
  };
  const trusted =
    running?.network.fields.trusted_proxies.value ?? (config instanceof Error ? [] : config.trustedProxies);
  const inUse = running?.settings.settings.proxy_from_environment ?? null;
  const facts = { environment, in_use: inUse, trusted_proxies: trusted };
  const { ok } = finding(facts);
  const named = [...new Set([environment.http, environment.https])].filter((each) => each !== null);
  const outbound =
    named.length === 0
      ? "The environment names none for the way out"
      : `The environment names ${named.join(" and ")} for the way out${inUse === null ? "" : inUse ? ", and they are used" : ", but they are not used (Settings, Sending)"}`;
  return ok(
    `${outbound}; ${trusted.length === 0 ? "none is trusted" : `${trusted.join(", ")} may say`} for whom a request comes.`,
  );
}
