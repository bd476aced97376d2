/** The first two steps, over one connection: is the site reachable, and is its certificate trusted? */

import { advised, sentence } from "../contracts/sentences/index.ts";
import { addressKind } from "../outbound/address-kind.ts";
import { hostName } from "../outbound/allowed-hosts.ts";
import type { DialResult } from "../outbound/dial.ts";
import { type CheckRun, recordOf, type SiteCalls } from "./check-run.ts";
import { type Finding, failedWith, NOTHING_SENT, passed, type StepOutcome, skipped, skippedStep } from "./findings.ts";

const TIMEOUT_MS = 15_000;
const EXPIRES_SOON_MS = 21 * 24 * 3_600_000;
const DAY_MS = 24 * 3_600_000;

/** Connects without a request, because a receiver need not support any but the callback. `open`: callbacks can be sent. */
export async function checkConnection(
  run: CheckRun,
  calls: SiteCalls,
  now: number,
): Promise<{ reachability: StepOutcome; tls: StepOutcome; open: boolean }> {
  const started = performance.now();
  const dialled = await calls.fetch(run, run.callbackUrl, {
    answerTimeoutMs: TIMEOUT_MS,
    answerLimit: 0,
    onlyConnect: true,
  });
  const record = { ...recordOf(dialled, Math.round(performance.now() - started)), certificate: null, status: null };
  const reached = reachabilityOf(run, dialled);
  const reachability = { findings: [reached], record };
  if (reached.verdict === "failed")
    return { reachability, tls: skippedStep(sentence("check.not_reached")), open: false };
  const secured = tlsOf(run, dialled, now);
  return {
    reachability,
    tls: { findings: [secured], record: { ...NOTHING_SENT, certificate: dialled.certificate } },
    open: secured.verdict !== "failed",
  };
}

function reachabilityOf(run: CheckRun, { outcome, phases, remoteAddress }: DialResult): Finding {
  if (!outcome.ok && phases.connect === null) return failedWith(outcome.code, outcome.facts);
  const via = remoteAddress === null ? "" : sentence("deliveries.via_address", { address: remoteAddress });
  return passed(
    sentence("check.accepted_connection", { site: run.callbackUrl.host, via, ms: Math.round(phases.connect ?? 0) }),
  );
}

function tlsOf(run: CheckRun, { outcome, certificate }: DialResult, now: number): Finding {
  if (run.callbackUrl.protocol === "http:") return plainHttp(hostName(run.callbackUrl));
  if (!outcome.ok) return failedWith(outcome.code, outcome.facts);
  if (certificate === null) return passed(sentence("check.trusted"));
  const days = Math.floor((Date.parse(certificate.valid_to) - now) / DAY_MS);
  const { issuer, valid_to } = certificate;
  const until = { issuer, day: valid_to.slice(0, 10) };
  if (days * DAY_MS > EXPIRES_SOON_MS) return passed(sentence("check.trusted_until", until));
  return {
    verdict: "warning",
    code: "certificate_ends_soon",
    happened:
      days < 1
        ? sentence("check.ends_on_day", { ...until, time: valid_to.slice(11, 16) })
        : sentence("check.ends_soon", { ...until, days }),
    change: sentence("check.ends_soon_do"),
  };
}

function plainHttp(host: string): Finding {
  if (host === "localhost" || addressKind(host) === "loopback") return skipped(sentence("check.plain_http_local"));
  return { verdict: "warning", code: "plain_http", ...advised("check.plain_http") };
}
