/** Whether the addresses that a site gave for its files are public: fetched as anybody on the internet would. */
import type { ClientUrlFetch } from "../contracts/receiver-check-api.ts";
import { tell } from "../deliveries/explain.ts";
import { formatBytes } from "../storage/blobs.ts";
import type { CheckFile } from "./check-articles.ts";
import type { CheckRun, SiteCalls } from "./check-run.ts";
import type { Finding } from "./findings.ts";

const FETCH_TIMEOUT_MS = 30_000;
/** A site may make a file larger by a little, never by much. */
const SLACK_BYTES = 1024 * 1024;
const EXCERPT_LENGTH = 2_048;

/** Fetches the file of one clientUrl, an http or https URL, and compares it with what was sent. @throws CheckCancelled */
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
  const fail = (code: string, happened: string, change: string, received = ""): Finding => ({
    verdict: "failed",
    code,
    happened,
    change,
    expected: `status 200 and the ${expected_bytes} bytes that were sent, as image/png`,
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
              `The clientUrl of ${file.fileName} leads to ${url.host}, which is no public address and not on the project's list.`,
              "Return an address that readers reach, or add this host to the project's allowed hosts if the site is meant for your own network.",
            )
          : fail(
              "client_url_unreachable",
              `The clientUrl of ${file.fileName} cannot be fetched. ${tell(outcome.code, outcome.facts).happened}`,
              "Return an address under which anybody can fetch the file, as soon as you answer.",
            ),
    };
  if (outcome.status !== 200)
    return {
      fetch,
      finding: fail(
        "client_url_status",
        `The clientUrl of ${file.fileName} answers with status ${outcome.status}.`,
        "Publish the file before you answer, and let it be fetched without a login, a cookie or a Referer.",
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
        happened: `The site changed ${file.fileName}: ${formatBytes(expected_bytes)} were sent, ${formatBytes(outcome.body.length)} are public.`,
        change:
          "That is fine if it is meant (recompressing, stripping); the file that Galley takes back later is the changed one.",
      },
    };
  return {
    fetch,
    finding: fail(
      "client_url_differs",
      `What lies at the clientUrl of ${file.fileName} is not the file that was sent.`,
      "Store the bytes of vms_media as they are, in binary mode, and return the address of the file itself, not of a page that shows it.",
      `${outcome.ok ? `${outcome.body.length} bytes` : "more bytes"} (${content_type ?? "no type"}): ${excerpt(outcome.body)}`,
    ),
  };
}

function right(file: CheckFile, contentType: string | null): Finding {
  if (contentType?.startsWith("image/"))
    return { verdict: "passed", code: null, happened: `${file.fileName} is public, byte for byte.`, change: "" };
  return {
    verdict: "warning",
    code: "client_url_type",
    happened: `${file.fileName} is public, but served as ${contentType ?? "no type at all"}.`,
    change: "Serve pictures with their Content-Type (here image/png): browsers may refuse to show them otherwise.",
  };
}

/** By the first bytes: PNG, JPEG, GIF, BMP, WebP, AVIF. */
function isPicture(bytes: Buffer): boolean {
  const head = bytes.subarray(0, 12).toString("latin1");
  return /^(?:\x89PNG|\xff\xd8\xff|GIF8|BM|RIFF.{4}WEBP|.{4}ftypavif)/s.test(head);
}

function excerpt(body: Buffer): string {
  const text = body.subarray(0, EXCERPT_LENGTH).toString("utf8");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is replaced
  return text.replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffd]/g, "·");
}
