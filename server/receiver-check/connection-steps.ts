/** The first two steps: is the site reached, and is its certificate trusted? One connection answers both. */
import type { CertificateView, ReceiverCheckStep } from "../contracts/receiver-check-api.ts";
import { addressKind } from "../outbound/address-kind.ts";
import { hostName } from "../outbound/allowed-hosts.ts";
import type { DialResult } from "../outbound/dial.ts";
import { type CheckRun, recordOf, type SiteCalls } from "./check-run.ts";
import { type Finding, failedWith, NOTHING_SENT, passed, skipped, stepOf } from "./findings.ts";

const TIMEOUT_MS = 15_000;
const EXPIRES_SOON_MS = 21 * 24 * 3_600_000;
const DAY_MS = 24 * 3_600_000;

/**
 * Connects and sends nothing: a receiver need not know any request but the callback.
 * @returns the two steps; whether callbacks can be sent
 */
export async function checkConnection(
  run: CheckRun,
  calls: SiteCalls,
  now: number,
): Promise<{ reachability: ReceiverCheckStep; tls: ReceiverCheckStep; open: boolean }> {
  const started = performance.now();
  const dialled = await calls.fetch(run, run.callbackUrl, {
    answerTimeoutMs: TIMEOUT_MS,
    answerLimit: 0,
    onlyConnect: true,
  });
  const record = { ...recordOf(dialled, Math.round(performance.now() - started)), certificate: null, status: null };
  const reached = reachabilityOf(run, dialled);
  const reachability = stepOf(1, "reachability", [reached], record);
  if (reached.verdict === "failed")
    return {
      reachability,
      tls: stepOf(2, "tls", [skipped("The site was not reached.")], NOTHING_SENT),
      open: false,
    };
  const secured = tlsOf(run, dialled, now);
  return {
    reachability,
    tls: stepOf(2, "tls", [secured], { ...NOTHING_SENT, certificate: dialled.certificate }),
    open: secured.verdict !== "failed",
  };
}

function reachabilityOf(run: CheckRun, { outcome, phases, remoteAddress }: DialResult): Finding {
  if (!outcome.ok && phases.connect === null) return failedWith(outcome.code, outcome.facts);
  const address = remoteAddress === null ? "" : ` (${remoteAddress})`;
  return passed(
    `${run.callbackUrl.host}${address} accepted the connection after ${Math.round(phases.connect ?? 0)} ms.`,
  );
}

function tlsOf(run: CheckRun, { outcome, certificate }: DialResult, now: number): Finding {
  if (run.callbackUrl.protocol === "http:") return plainHttp(hostName(run.callbackUrl));
  if (!outcome.ok) return failedWith(outcome.code, outcome.facts);
  if (certificate === null) return passed("The certificate is trusted.");
  const days = Math.floor((Date.parse(certificate.valid_to) - now) / DAY_MS);
  const words = `The certificate, signed by ${certificate.issuer}, is trusted until ${certificate.valid_to.slice(0, 10)}`;
  if (days * DAY_MS > EXPIRES_SOON_MS) return passed(`${words}.`);
  return {
    verdict: "warning",
    code: "certificate_ends_soon",
    happened: `${words}: ${dayWords(certificate, days)}.`,
    change: "Renew it now, and let it be renewed by a program from now on: with it all callbacks end.",
  };
}

function dayWords({ valid_to }: CertificateView, days: number): string {
  return days < 1 ? `it ends at ${valid_to.slice(11, 16)} UTC on that day` : `${days} more days`;
}

function plainHttp(host: string): Finding {
  if (host === "localhost" || addressKind(host) === "loopback")
    return skipped("The callback goes over plain http, on this very machine.");
  return {
    verdict: "warning",
    code: "plain_http",
    happened: "The callback goes over plain http: whoever sits in between can read it and change the answer.",
    change: "Use an https address as callback_url as soon as the site has a certificate.",
  };
}
