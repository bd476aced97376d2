/** Texts of tray, menu and boxes, and untrusted texts and URLs made safe to show or open. Pure. */
import type { ShellState } from "../server/admin/shell/shell-view.ts";

/** The state in a few words: "Running · 2 deliveries pending". */
export function describeState({ state, deliveries }: ShellState): string {
  const { held } = deliveries;
  const open = openDeliveries(deliveries);
  switch (state) {
    case "paused":
      return [
        held > 0 ? `${deliveriesOf(held)} on hold` : "Deliveries on hold",
        ...problemsOf(deliveries, String),
      ].join(" · ");
    case "trouble":
      return [
        `Needs attention: ${problemsOf(deliveries, deliveriesOf).join(", ")}`,
        ...(open > 0 ? [`${open} pending`] : []),
      ].join(" · ");
    case "waiting":
      return `Running · ${deliveriesOf(open + held)} pending`;
    case "running":
      return "Running";
  }
}

/** "2 failed", "1 not downloaded": deliveries that need an admin. @param counted formats the first count */
const problemsOf = ({ failed, unfetched }: ShellState["deliveries"], counted: (count: number) => string): string[] => [
  ...(failed > 0 ? [`${counted(failed)} failed`] : []),
  ...(unfetched > 0 ? [`${failed > 0 ? unfetched : counted(unfetched)} not downloaded`] : []),
];

/** Number of deliveries that Galley will send without an admin. */
export const openDeliveries = ({ queued, sending, retrying }: ShellState["deliveries"]): number =>
  queued + sending + retrying;

export const deliveriesOf = (count: number): string => `${count} ${count === 1 ? "delivery" : "deliveries"}`;

/** Characters that change the writing direction, which can disguise a text. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Untrusted text as one line of at most `most` characters, without invisible characters and tags, which some desktops render. */
export function plainLine(text: string, most: number): string {
  const line = text
    .replace(DIRECTION_MARKS, "")
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .replaceAll("<", "‹")
    .replaceAll(">", "›")
    .trim();
  const characters = [...line.slice(0, most * 2)];
  return characters.length <= most && line.length <= most * 2 ? line : `${characters.slice(0, most - 1).join("")}…`;
}

/** Maximum length of a URL passed to another program, in UTF-16 units. */
const MAX_URL = 8_000;

/** The URL for the browser; null unless http(s) without credentials: other schemes start programs. */
export function browserUrl(link: string): string | null {
  const url = link.length > MAX_URL ? null : URL.parse(link);
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) return null;
  return url.username === "" && url.password === "" ? url.href : null;
}

/** Maximum length of a suggested name, in UTF-16 units. Every file system accepts it with " (2)" added. */
const MAX_NAME = 120;

/** Names that Windows reserves for devices, with any extension. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** A safe name for a download: no path, and no characters that file systems reject or that disguise the name. */
export function plainFileName(given: string): string {
  const last = given.split(/[/\\]/).at(-1) ?? "";
  const plain = last
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are removed.
    .replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069<>:"|?*]/g, "")
    .replace(/^[. ]+|[. ]+$/g, "");
  if (plain === "" || DEVICE.test(plain)) return `download${DEVICE.test(plain) ? `-${plain}` : ""}`;
  if (plain.length <= MAX_NAME) return plain;
  const ending = /\.[^.]{1,10}$/.exec(plain)?.[0] ?? "";
  return plain.slice(0, MAX_NAME - ending.length).toWellFormed() + ending;
}
