/** Rebuilds lists from Word's HTML, where list items are paragraphs with the name and level of a list. */
import type { BlockWriter } from "./block-writer.ts";
import { inlineStyle } from "./inline-formatting.ts";

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

/** The open lists of each element, outermost first. */
const open = new WeakMap<Element, OpenList[]>();

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
