/** Fetches the clientUrls of a site like any client on the internet. */

import type { ClientUrlFetch } from "../contracts/receiver-check-api.ts";
import { type SentenceWithAdvice, sentence, withAdvice } from "../contracts/sentences/index.ts";
import { failureParts } from "../deliveries/explain.ts";
import { type DialResult, headerOf } from "../outbound/dial.ts";
import { printable } from "../outbound/failures.ts";
import type { CheckFile } from "./check-articles.ts";
import type { CheckRun, SiteCalls } from "./check-run.ts";
import { type Finding, failure, passed, warning } from "./findings.ts";

const FETCH_TIMEOUT_MS = 30_000;
/** A site may make a file slightly larger. */
const SLACK_BYTES = 1024 * 1024;

/** Fetches the file of one clientUrl and compares it with the file that was sent. @throws CheckCancelled */
export async function checkClientUrl(
  run: CheckRun,
  calls: SiteCalls,
  file: CheckFile,
  clientUrl: string,
): Promise<{ finding: Finding; fetch: ClientUrlFetch }> {
  const url = new URL(clientUrl);
  const { outcome } = await calls.fetch(run, url, {
    responseTimeoutMs: FETCH_TIMEOUT_MS,
    responseLimit: file.bytes.length + SLACK_BYTES,
    anyPublicHost: true,
  });
  const content_type = headerOf(outcome.headers, "content-type") ?? null;
  return {
    finding: findingOf(file, url, outcome, content_type),
    fetch: {
      file_name: file.fileName,
      url: clientUrl,
      status: outcome.status,
      content_type,
      bytes: outcome.body.length,
      expected_bytes: file.bytes.length,
      same: outcome.ok && outcome.status === 200 && outcome.body.equals(file.bytes),
    },
  };
}

function findingOf(file: CheckFile, url: URL, outcome: DialResult["outcome"], contentType: string | null): Finding {
  const { fileName: name, bytes } = file;
  const fail = (code: string, message: SentenceWithAdvice, received = ""): Finding => ({
    ...failure(code, message),
    expected: sentence("check.png_expected", { bytes: bytes.length }),
    received,
  });
  const response = `(${contentType ?? "no type"}): ${printable(outcome.body)}`;

  if (!outcome.ok && outcome.code === "host_not_allowed")
    return fail("client_url_unreachable", withAdvice("check.client_url_private", { name, host: url.host }));
  if (!outcome.ok && outcome.code !== "answer_too_large") {
    const reason = failureParts(outcome.code, outcome.facts).happened;
    return fail("client_url_unreachable", withAdvice("check.client_url_unreachable", { name, reason }));
  }
  if (outcome.status !== 200) {
    const status = String(outcome.status);
    return fail(
      "client_url_status",
      withAdvice("check.client_url_status", { name, status }),
      `status ${status} ${response}`,
    );
  }
  if (outcome.ok && outcome.body.equals(bytes)) return publicFinding(file, contentType);
  if (outcome.ok && isPicture(outcome.body)) {
    const facts = { name, sent: bytes.length, served: outcome.body.length };
    return warning("client_url_differs", withAdvice("check.client_url_changed", facts));
  }
  const received = outcome.ok ? `${outcome.body.length} bytes` : "more bytes";
  return fail("client_url_differs", withAdvice("check.client_url_other", { name }), `${received} ${response}`);
}

function publicFinding(file: CheckFile, contentType: string | null): Finding {
  if (contentType?.startsWith("image/")) return passed(sentence("check.public", { name: file.fileName }));
  return warning(
    "client_url_type",
    withAdvice("check.client_url_type", { name: file.fileName, type: contentType ?? sentence("check.no_type") }),
  );
}

/** Recognizes PNG, JPEG, GIF, BMP, WebP and AVIF by the first bytes. */
function isPicture(bytes: Buffer): boolean {
  const head = bytes.subarray(0, 12).toString("latin1");
  return /^(?:\x89PNG|\xff\xd8\xff|GIF8|BM|RIFF.{4}WEBP|.{4}ftypavif)/s.test(head);
}
