/** Word writes its lists as paragraphs that name a list and a level; here they become lists again. */
import type { BlockWriter } from "./block-writer.ts";
import { inlineStyle } from "./inline-formatting.ts";

/** A paragraph that Word says is an item. */
export interface WordItem {
  list: string;
  /** From 1. */
  level: number;
  ordered: boolean;
  /** Number of an ordered item, where it is one. */
  start: number | null;
}

/** Null for a paragraph that is no item. */
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

/** The number or bullet that Word has written out. */
export function isMarker(element: Element): boolean {
  return /ignore/i.test(inlineStyle(element).get("mso-list") ?? "");
}

interface OpenList {
  dom: Element;
  item: WordItem;
  writer: BlockWriter;
}

/** The lists that Word's paragraphs have opened in each element, the outermost first. */
const open = new WeakMap<Element, OpenList[]>();

/** Where the words of an item go: into a new item of the right list at the right level. */
export function writerOfItem(writer: BlockWriter, item: WordItem): BlockWriter {
  writer.close();
  const goesOn = open.get(writer.container) ?? [];
  const [outermost] = goesOn;
  // Something else has come in between.
  const lists = outermost !== undefined && writer.container.lastElementChild === outermost.dom ? goesOn : [];
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

/** Whether an item belongs into the innermost of the lists, or into a new one below it. */
function continues(lists: readonly OpenList[], item: WordItem): boolean {
  const last = lists.at(-1);
  if (last === undefined || last.item.level > item.level) return false;
  if (last.item.level < item.level) return true;
  return last.item.ordered === item.ordered && last.item.list === item.list;
}
