/** Texts of tray, menu and boxes. Pure. */
import type { ShellState } from "../../server/admin/shell/shell-view.ts";

/** The state in a few words: "Running · 2 deliveries pending". */
export function describeState({ state, deliveries }: ShellState): string {
  const { held } = deliveries;
  const open = openDeliveries(deliveries);
  switch (state) {
    case "paused":
      return ["Paused", ...(held > 0 ? [`${deliveriesOf(held)} on hold`] : []), ...problemsOf(deliveries, String)].join(
        " · ",
      );
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
