import type { EditorView } from "@tiptap/pm/view";

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

/** The JSON of an attribute; undefined where it has none. */
export function jsonAttribute(element: Element, name: string): unknown {
  try {
    return JSON.parse(element.getAttribute(name) ?? "");
  } catch {
    return undefined;
  }
}

let status: HTMLElement | undefined;

/** Says something to screen readers, in one status line that is not shown. */
export function announce(words: string): void {
  if (status === undefined) {
    status = element("div", { role: "status", class: "unseen" });
    document.body.append(status);
  }
  // A new element each time: the same words twice are said twice.
  status.replaceChildren(element("p", {}, words));
}

/** Whether a modal has the keyboard, so that the page's own keys rest. Searches the whole page. */
export const isModalOpen = (): boolean => document.querySelector("dialog:modal, [aria-modal='true']") !== null;

const CLASS = "sheet-tools";

/** An element beside the text: inside the sheet, React would handle each key twice. Null if unmounted. */
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

/** @returns removes the listeners */
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
