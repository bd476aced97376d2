import type { EditorView } from "@tiptap/pm/view";

/** Creates a DOM element with attributes and children; strings become text. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, string> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const created = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) created.setAttribute(attribute, value);
  created.append(...children);
  return created;
}

/** Parses the JSON of an attribute. @returns undefined if missing or invalid */
export function jsonAttribute(element: Element, name: string): unknown {
  try {
    return JSON.parse(element.getAttribute(name) ?? "");
  } catch {
    return undefined;
  }
}

let status: HTMLElement | undefined;

/** Announces a text to screen readers in a hidden status line. */
export function announce(text: string): void {
  if (status === undefined) {
    status = element("div", { role: "status", class: "unseen" });
    document.body.append(status);
  }
  // A new element, so that a repeated text is announced again.
  status.replaceChildren(element("p", {}, text));
}

/** Whether a modal is open, which disables the page's shortcuts. Searches the whole page. */
export const isModalOpen = (): boolean => document.querySelector("dialog:modal, [aria-modal='true']") !== null;

const CLASS = "sheet-tools";

/** An element for tools next to the text, outside the editor element. @returns null if the editor is not mounted */
export function sheetTools({ dom }: EditorView): HTMLElement | null {
  const sheet = dom.parentElement;
  if (sheet === null) return null;
  const present = sheet.querySelector<HTMLElement>(`:scope > .${CLASS}`);
  if (present !== null) return present;
  const tools = document.createElement("div");
  tools.className = CLASS;
  sheet.append(tools);
  return tools;
}

type EventsOf<Target> = Target extends Window
  ? WindowEventMap
  : Target extends Document
    ? DocumentEventMap
    : HTMLElementEventMap;

/** Returns a function that removes the listeners. */
export function listenTo<Target extends Window | Document | HTMLElement>(
  target: Target,
  listeners: { [Name in keyof EventsOf<Target>]?: (event: EventsOf<Target>[Name]) => unknown },
  options?: AddEventListenerOptions,
): () => void {
  const all = Object.entries(listeners) as [string, EventListener][];
  for (const [name, listener] of all) target.addEventListener(name, listener, options);
  return () => {
    for (const [name, listener] of all) target.removeEventListener(name, listener, options);
  };
}
