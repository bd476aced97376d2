/** Words that screens, docs, code and tests avoid, each with the standard term; and the files that are checked. */

/** @typedef {{ pattern: RegExp, say: string }} BannedWord */

/** @type {BannedWord[]} */
export const BANNED_WORDS = [
  { pattern: /\bwhoever\b/i, say: "the client, the site, the admin, the journalist or the caller" },
  { pattern: /\b(?:some|no)body\b/i, say: "the actor by name" },
  { pattern: /\bstands?\b(?! out\b|-)/i, say: "is, appears, is in" },
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
  { pattern: /\bovertaken\b(?!:)/i, say: "Superseded" },
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

/** Migrations are never edited; the files of the check itself name the words. */
const UNCHECKED = /^server\/storage\/migrations\/|\/fixtures\/|\/banned-words\./;

/** @param {string} file relative to the project, with forward slashes */
export const isChecked = (file) =>
  /^((docs\/[^/]+|README|CONTRIBUTING|SECURITY)\.md|(server|main|renderer|scripts|test)\/.*\.(tsx?|mjs|css))$/.test(
    file,
  ) && !UNCHECKED.test(file);

/**
 * Checks a file line by line: names, texts and comments alike.
 * @param {string} file @param {string} text @returns {{ line: number, found: string, say: string }[]}
 */
export function bannedWordsIn(file, text) {
  if (!isChecked(file)) return [];
  // Pages quote names of the API.
  const checked = file.endsWith(".md") ? text.replace(/`[^`\n]*`/g, "``") : text;
  return checked.split("\n").flatMap((line, index) =>
    BANNED_WORDS.flatMap(({ pattern, say }) => {
      const found = line.match(pattern)?.[0];
      return found === undefined ? [] : [{ line: index + 1, found, say }];
    }),
  );
}
