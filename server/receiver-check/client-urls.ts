/** Fetches the clientUrls of a site, like any client on the internet. */

import type { ClientUrlFetch } from "../contracts/receiver-check-api.ts";
import { type Sentence, sentence } from "../contracts/sentences/index.ts";
import { failureParts } from "../deliveries/explain.ts";
import type { CheckFile } from "./check-articles.ts";
import type { CheckRun, SiteCalls } from "./check-run.ts";
import { type Finding, passed } from "./findings.ts";

const FETCH_TIMEOUT_MS = 30_000;
/** A site may make a file slightly larger. */
const SLACK_BYTES = 1024 * 1024;
const EXCERPT_LENGTH = 2_048;

/** Fetches the file of one clientUrl and compares it with the file that was sent. @throws CheckCancelled */
export async function checkClientUrl(
  run: CheckRun,
  calls: SiteCalls,
  file: CheckFile,
  clientUrl: string,
): Promise<{ finding: Finding; fetch: ClientUrlFetch }> {
  const expected_bytes = file.bytes.length;
  const nothing = {
    file_name: file.fileName,
    url: clientUrl,
    status: null,
    content_type: null,
    bytes: 0,
    expected_bytes,
    same: false,
  };
  const fail = (code: string, happened: Sentence, change: Sentence, received = ""): Finding => ({
    verdict: "failed",
    code,
    happened,
    change,
    expected: sentence("check.png_expected", { bytes: expected_bytes }),
    received,
  });

  const url = new URL(clientUrl);
  const { outcome } = await calls.fetch(run, url, {
    answerTimeoutMs: FETCH_TIMEOUT_MS,
    answerLimit: expected_bytes + SLACK_BYTES,
    anyPublicHost: true,
  });
  const content_type = outcome.headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? null;
  const fetch = { ...nothing, status: outcome.status, content_type, bytes: outcome.body.length };
  if (!outcome.ok && outcome.code !== "answer_too_large")
    return {
      fetch,
      finding:
        outcome.code === "host_not_allowed"
          ? fail(
              "client_url_unreachable",
              sentence("check.client_url_private", { name: file.fileName, host: url.host }),
              sentence("check.client_url_private_do"),
            )
          : fail(
              "client_url_unreachable",
              sentence("check.client_url_unreachable", {
                name: file.fileName,
                reason: failureParts(outcome.code, outcome.facts).happened,
              }),
              sentence("check.client_url_unreachable_do"),
            ),
    };
  if (outcome.status !== 200)
    return {
      fetch,
      finding: fail(
        "client_url_status",
        sentence("check.client_url_status", { name: file.fileName, status: String(outcome.status) }),
        sentence("check.client_url_status_do"),
        `status ${outcome.status} (${content_type ?? "no type"}): ${excerpt(outcome.body)}`,
      ),
    };
  if (outcome.ok && outcome.body.equals(file.bytes))
    return { fetch: { ...fetch, same: true }, finding: right(file, content_type) };
  if (outcome.ok && isPicture(outcome.body))
    return {
      fetch,
      finding: {
        verdict: "warning",
        code: "client_url_differs",
        happened: sentence("check.client_url_changed", {
          name: file.fileName,
          sent: expected_bytes,
          served: outcome.body.length,
        }),
        change: sentence("check.client_url_changed_do"),
      },
    };
  return {
    fetch,
    finding: fail(
      "client_url_differs",
      sentence("check.client_url_other", { name: file.fileName }),
      sentence("check.client_url_other_do"),
      `${outcome.ok ? `${outcome.body.length} bytes` : "more bytes"} (${content_type ?? "no type"}): ${excerpt(outcome.body)}`,
    ),
  };
}

function right(file: CheckFile, contentType: string | null): Finding {
  if (contentType?.startsWith("image/")) return passed(sentence("check.public", { name: file.fileName }));
  return {
    verdict: "warning",
    code: "client_url_type",
    happened: sentence("check.client_url_type", {
      name: file.fileName,
      type: contentType ?? sentence("check.no_type"),
    }),
    change: sentence("check.client_url_type_do"),
  };
}

/** By the first bytes: PNG, JPEG, GIF, BMP, WebP, AVIF. */
function isPicture(bytes: Buffer): boolean {
  const head = bytes.subarray(0, 12).toString("latin1");
  return /^(?:\x89PNG|\xff\xd8\xff|GIF8|BM|RIFF.{4}WEBP|.{4}ftypavif)/s.test(head);
}

function excerpt(body: Buffer): string {
  const text = body.subarray(0, EXCERPT_LENGTH).toString("utf8");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are replaced
  return text.replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffd]/g, "·");
}
