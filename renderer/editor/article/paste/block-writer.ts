/** Writes clean blocks into an element of a new page. Text outside a block opens a paragraph. */
import { type Formatting, formatted, inlineStyle } from "./inline-formatting.ts";

export class PasteTooLarge extends Error {}

const MAX_PIECES = 60_000;
const MAX_DEPTH = 40;

export class BlockWriter {
  readonly container: Element;
  readonly #page: Document;
  readonly #left: { pieces: number };
  readonly #depth: number;
  #open: Element | null = null;
  /** Marks of pictures to write after the open block. */
  #marks: string[] = [];

  constructor(container: Element, left = { pieces: MAX_PIECES }, depth = 0) {
    if (depth > MAX_DEPTH) throw new PasteTooLarge();
    this.container = container;
    this.#page = container.ownerDocument;
    this.#left = left;
    this.#depth = depth;
  }

  #spend(): void {
    this.#left.pieces -= 1;
    if (this.#left.pieces < 0) throw new PasteTooLarge();
  }

  /** Closes the open block and removes it if it is empty. */
  close(): void {
    const block = this.#open;
    this.#open = null;
    if (block === null) return;
    while (block.lastChild !== null && isEnd(block.lastChild)) block.lastChild.remove();
    if ((block.textContent ?? "").trim() === "") block.remove();
    for (const mark of this.#marks.splice(0)) this.add("p").append(mark);
  }

  /** Writes a picture's mark as a separate paragraph, here or `after` the open block. */
  mark(mark: string, { after }: { after: boolean }): void {
    if (after && this.#open !== null) this.#marks.push(mark);
    else this.add("p").append(mark);
  }

  begin(tag: string, attributes: Readonly<Record<string, string>> = {}): void {
    this.close();
    this.#open = this.add(tag, attributes);
  }

  text(text: string, formatting: Formatting): void {
    if (this.#open === null && text.trim() === "") return;
    if (this.#open === null) this.begin("p");
    this.#spend();
    this.#open?.append(formatted(text, formatting));
  }

  /** Two consecutive line breaks end a paragraph, except in a caption, which has only one. */
  lineBreak(): void {
    if (this.#open === null) return;
    const isParagraph = this.#open.nodeName === "P" && this.container.nodeName !== "FIGCAPTION";
    if (isParagraph && this.#open.lastChild?.nodeName === "BR") this.close();
    else this.#open.append(this.#page.createElement("br"));
  }

  add(tag: string, attributes: Readonly<Record<string, string>> = {}): Element {
    this.close();
    this.#spend();
    const element = this.#page.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    this.container.append(element);
    return element;
  }

  inside(element: Element): BlockWriter {
    return new BlockWriter(element, this.#left, this.#depth + 1);
  }
}

const isEnd = (node: ChildNode): boolean =>
  node.nodeName === "BR" || (node.nodeType === Node.TEXT_NODE && (node.textContent ?? "").trim() === "");

/** An item of a list in Word's HTML, where items are paragraphs with the name and level of their list. */
export interface WordItem {
  list: string;
  level: number;
  ordered: boolean;
  start: number | null;
}

/** @returns null for a paragraph that is not a list item */
export function wordItem(paragraph: Element): WordItem | null {
  const [, list, level] = /\b(l\d+) level(\d+)/.exec(inlineStyle(paragraph).get("mso-list") ?? "") ?? [];
  if (list === undefined || level === undefined) return null;
  const marker = [...paragraph.querySelectorAll("[style]")].find(isMarker)?.textContent ?? "";
  const [, number] = /^[\s\u00a0(]*(\d+|[a-z]{1,4})[.)]/i.exec(marker) ?? [];
  return {
    list,
    level: Math.min(Number(level), 9),
    ordered: number !== undefined,
    start: /^\d+$/.test(number ?? "") ? Number(number) : null,
  };
}

export function isMarker(element: Element): boolean {
  return /ignore/i.test(inlineStyle(element).get("mso-list") ?? "");
}

interface OpenList {
  dom: Element;
  item: WordItem;
  writer: BlockWriter;
}

const open = new WeakMap<Element, OpenList[]>();

/** Rebuilds the lists of Word's HTML. @returns the writer of the item */
export function writerOfItem(writer: BlockWriter, item: WordItem): BlockWriter {
  writer.close();
  const openLists = open.get(writer.container) ?? [];
  const [outermost] = openLists;
  // Other content ends the list.
  const lists = outermost !== undefined && writer.container.lastElementChild === outermost.dom ? openLists : [];
  while (lists.length > 0 && !continues(lists, item)) lists.pop();
  let last = lists.at(-1);
  if (last === undefined || last.item.level < item.level) {
    const parent = last?.writer ?? writer;
    const start = item.ordered && item.start !== null && item.start > 1 ? { start: String(item.start) } : {};
    last = { dom: parent.add(item.ordered ? "ol" : "ul", start), item, writer: parent };
    lists.push(last);
  }
  const dom = writer.inside(last.dom).add("li");
  last.writer = writer.inside(dom);
  open.set(writer.container, lists);
  return last.writer;
}

/** Whether an item belongs to the innermost list or to a new list inside it. */
function continues(lists: readonly OpenList[], item: WordItem): boolean {
  const last = lists.at(-1);
  if (last === undefined || last.item.level > item.level) return false;
  if (last.item.level < item.level) return true;
  return last.item.ordered === item.ordered && last.item.list === item.list;
}
