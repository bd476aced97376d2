/** Builds an element of plain DOM: attributes, then children (strings become text). */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, string> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.append(...children);
  return made;
}

let status: HTMLElement | undefined;

/** Says something to those who do not see the page: one quiet status line, not shown. */
export function announce(words: string): void {
  if (status === undefined) {
    status = element("div", { role: "status", class: "unseen" });
    document.body.append(status);
  }
  // A new element each time: the same words twice are said twice.
  status.replaceChildren(element("p", {}, words));
}

/** Whether something is open that has the keyboard for itself, so that the page's own keys rest. Looks through the whole page. */
export const isModalOpen = (): boolean => document.querySelector("dialog:modal, [aria-modal='true']") !== null;
