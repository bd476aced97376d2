/** Says something to those who do not see the page: one quiet status line, not shown. */
import { element } from "./dom.ts";

let status: HTMLElement | undefined;

export function announce(words: string): void {
  if (status === undefined) {
    status = element("div", { role: "status", class: "announced" });
    document.body.append(status);
  }
  // A new element each time: the same words twice are said twice.
  status.replaceChildren(element("p", {}, words));
}
