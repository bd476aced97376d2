/** The service: whether it is running, its ports, its public URL and certificate, proxies. */
import fs from "node:fs";
import { failureAt, portInUse } from "../../admin/network/ports.ts";
import type { Config } from "../../config/config.ts";
import type { PortInUseFacts } from "../../core/errors.ts";
import { maskAddress } from "../../core/masking.ts";
import type { Listen } from "../../http/listener.ts";
import { proxyName } from "../../outbound/environment-proxies.ts";
import { certificateAt, unreachableReason } from "../../outbound/public-url-check.ts";
import { whyNotReady } from "../running-appliance.ts";
import { type Examination, type Finding, ok, problem, skipped, warning } from "./examination.ts";

const DAY_MS = 86_400_000;
/** A certificate should be renewed this long before it expires. */
const SOON_DAYS = 14;

export async function service({ isHeld, address, running, silence, dataDir }: Examination): Promise<Finding> {
  if (isHeld === null && fs.existsSync(dataDir)) return skipped("Cannot determine whether Galley is running.");
  if (isHeld !== true)
    return warning(`Galley is not running on ${dataDir}.`, "Start its service, the desktop app, or galley serve.");
  const galley = address === null ? "Galley" : `Galley (process ${address.pid})`;
  if (address === null || running === null)
    return problem(
      `${galley} is running on ${dataDir} but does not respond. ${silence ?? ""}`.trim(),
      "It may be starting, restoring or making a backup. Check again in a minute, then read its log.",
    );
  const fault = await whyNotReady(address.url);
  if (fault !== null)
    return problem(`${galley} is running but cannot save: ${fault}`, "See Disk above and Database below.");
  return ok(`${galley} has been running since ${running.settings.appliance.started_at} and can save.`);
}

export async function ports({ running, config }: Examination): Promise<Finding> {
  if (running !== null) {
    const { listener, console: consoleUrl, sandbox } = running.network.addresses;
    return ok(`Galley listens at ${[listener, consoleUrl, sandbox].filter((at) => at !== null).join(", ")}.`);
  }
  if (config instanceof Error) return skipped("The ports are unknown, because the configuration is invalid.");
  const faults = await Promise.all([
    faultOfPort("port", config.public, config),
    faultOfPort("console_port", config.console, config),
    faultOfPort("sandbox_port", config.sandbox, config),
  ]);
  const says = faults.filter((fault) => fault !== null).join(" ");
  return says === ""
    ? ok(`Galley can listen at its ports, ${config.public.port}, ${config.console.port} and ${config.sandbox.port}.`)
    : problem(says, "Stop the other program, or set another port with a flag, a variable or config.json.");
}

async function faultOfPort(field: PortInUseFacts["field"], at: Listen, config: Config): Promise<string | null> {
  const code = await failureAt(at.host, at.port);
  if (code === "EADDRINUSE") return (await portInUse(field, config)).message;
  return code === null ? null : `Galley cannot listen at ${at.host}:${at.port} (${code}).`;
}

/** The public URL in use, or of the next start; null if none is set. */
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
        ? "No public URL is set, and Galley is not running."
        : `Galley is not running, so ${shown} cannot be checked.`,
    );
  const reason = await unreachableReason(url ?? running.settings.appliance.public_url);
  if (reason !== null)
    return problem(
      `This Galley is not reachable at ${shown}. ${reason.detail}`,
      "Fix the proxy or DNS, or change the public URL under Settings → Network.",
    );
  return ok(
    url === null
      ? `No public URL is set. Sites and journalists use ${shown}.`
      : `This Galley is reachable at ${shown}.`,
  );
}

export async function certificate(examined: Examination): Promise<Finding> {
  const publicUrl = publicUrlOf(examined);
  if (publicUrl === null) return skipped("No public URL is set.");
  const url = new URL(publicUrl);
  if (url.protocol !== "https:") return skipped("The public URL does not use https.");
  let shown: Awaited<ReturnType<typeof certificateAt>>;
  try {
    shown = await certificateAt(url);
  } catch (error) {
    return problem(
      `${url.host} sent no certificate (${(error as NodeJS.ErrnoException).code ?? (error as Error).message}).`,
      "Check that the proxy is running and uses TLS there.",
    );
  }
  const { certificate: found, distrust } = shown;
  if (found === null) return problem(`${url.host} sent no certificate.`, "Check that the proxy uses TLS there.");
  const days = Math.floor((Date.parse(found.valid_to) - examined.now) / DAY_MS);
  const says = `The certificate of ${url.host}, issued by ${found.issuer || found.subject}, is valid until ${found.valid_to.slice(0, 10)}`;
  if (days < 0) return problem(`${says}: it has expired.`, "Renew it and reload the proxy.");
  if (distrust !== null)
    return warning(
      `${says}, but this machine does not trust it (${distrust}).`,
      "Sites and browsers may reject it, too. Use a public CA, or install your CA certificate on them.",
    );
  if (days < SOON_DAYS) return warning(`${says}, ${days} more days.`, "Check why it has not been renewed yet.");
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
  const named = [...new Set([environment.http, environment.https])].filter((each) => each !== null);
  const outbound =
    named.length === 0
      ? "The environment has no outbound proxy"
      : `Outbound proxies in the environment: ${named.join(" and ")}${inUse === null ? "" : inUse ? " (in use)" : " (not in use, see Settings → Deliveries)"}`;
  return ok(`${outbound}. Trusted for X-Forwarded-For: ${trusted.length === 0 ? "none" : trusted.join(", ")}.`);
}
