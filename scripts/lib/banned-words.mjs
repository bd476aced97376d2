/** Words that screens, docs and doc comments avoid, each with the standard term; and the places that are checked. */

/** @typedef {{ pattern: RegExp, say: string }} BannedWord */

/** @type {BannedWord[]} */
export const BANNED_WORDS = [
  { pattern: /\bwhoever\b/i, say: "the client, the site, the admin, the journalist or the caller" },
  { pattern: /\b(?:some|no)body\b/i, say: "the actor by name" },
  { pattern: /\bstands?\b(?! out\b)/i, say: "is, appears, is in" },
  { pattern: /\btells?\b|\btold\b/i, say: "say, show, report, notify or log" },
  { pattern: /\bby now\b/i, say: "now, already" },
  { pattern: /\banew\b/i, say: "again" },
  { pattern: /\bof before\b/i, say: "previous" },
  { pattern: /\bby hand\b/i, say: "manually" },
  { pattern: /\bowed\b/i, say: "pending, due, overdue" },
  { pattern: /\blet(?:s|ting)? in\b/i, say: "allow, accept, authenticate" },
  { pattern: /\bmakes? room\b/i, say: "quota, rate limit, budget; evict" },
  { pattern: /\bunsaved words\b/i, say: "unsaved changes" },
  { pattern: /\bgiven up\b/i, say: "Exhausted" },
  { pattern: /\bheld back\b/i, say: "On hold" },
  { pattern: /\bovertaken\b/i, say: "Superseded" },
  { pattern: /\bon its way\b/i, say: "Sending" },
  { pattern: /\bsend (?:everything |all |them )?again\b/i, say: "Resend" },
  { pattern: /\bbring(?:s|ing)? back\b|\bbrought back\b/i, say: "Restore" },
  { pattern: /\bleads? here\b|\blead here\b/i, say: "Reachable, not reachable" },
  { pattern: /\bas it came\b/i, say: "Raw" },
  { pattern: /\blaid out\b/i, say: "Formatted" },
  { pattern: /\bwhat (?:admins did|needs attention)\b/i, say: "Audit log; Needs attention" },
  { pattern: /\blargest upload\b/i, say: "Maximum upload size" },
  { pattern: /\beditor address\b/i, say: "editor link" },
  { pattern: /\bcallback address\b/i, say: "callback URL" },
  { pattern: /\bpublic address\b/i, say: "public URL" },
];

/**
 * @param {string} file relative to the project, with forward slashes
 * @returns {"text" | "comments" | null} whether all of a file is checked, its doc comments, or nothing
 */
export function checkedPart(file) {
  if (/^(docs\/[^/]+|README|CONTRIBUTING|SECURITY)\.?[^/]*\.md$/.test(file) || file === "README.md") return "text";
  if (/^renderer\/(console|editor)\/messages\/en\/.*\.ts$/.test(file)) return "text";
  if (/^server\/contracts\/sentences\/.*\.ts$/.test(file)) return "text";
  return /^(server|main|renderer|scripts)\/.*\.(ts|tsx|mjs)$/.test(file) ? "comments" : null;
}

/** @param {string} file @param {string} text @returns {{ line: number, found: string, say: string }[]} */
export function bannedWordsIn(file, text) {
  const part = checkedPart(file);
  if (part === null) return [];
  const checked = part === "text" ? text : onlyDocComments(text);
  return checked.split("\n").flatMap((line, index) =>
    BANNED_WORDS.flatMap(({ pattern, say }) => {
      const found = withoutCode(line).match(pattern)?.[0];
      return found === undefined ? [] : [{ line: index + 1, found, say }];
    }),
  );
}

/** Everything but doc comments becomes spaces, so that line numbers stay. */
function onlyDocComments(/** @type {string} */ text) {
  const blank = (/** @type {string} */ part) => part.replace(/[^\n]/g, " ");
  let kept = "";
  let at = 0;
  for (const { 0: comment, index } of text.matchAll(/\/\*\*[\s\S]*?\*\//g)) {
    kept += blank(text.slice(at, index)) + comment;
    at = index + comment.length;
  }
  return kept + blank(text.slice(at));
}

/** Names in code are of the API, or checked by the compiler alone. */
function withoutCode(/** @type {string} */ line) {
  return line.replace(/`[^`]*`/g, "``");
}
