/** The elements of a drawing as the sanitiser writes it: one root, well-formed, no comments, four entities. */

export interface SvgElement {
  name: string;
  attributes: Map<string, string>;
  parent: SvgElement | null;
  /** Its own text, without that of elements in it. */
  text: string;
}

const OPENING = /<([A-Za-z][A-Za-z0-9]*)/y;
const ATTRIBUTE = /\s([A-Za-z][A-Za-z0-9:.-]*)="([^"<]*)"/y;
const ENTITIES: Readonly<Record<string, string>> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"' };

/** All elements, each after its parent. Linear in the length. */
export function readElements(svg: string): SvgElement[] {
  const elements: SvgElement[] = [];
  const open: SvgElement[] = [];
  for (let at = 0; at < svg.length; ) {
    const next = svg.indexOf("<", at);
    const parent = open.at(-1);
    if (next !== at) {
      const end = next === -1 ? svg.length : next;
      if (parent !== undefined) parent.text += plain(svg.slice(at, end));
      at = end;
      continue;
    }
    OPENING.lastIndex = at;
    const name = OPENING.exec(svg)?.[1];
    if (name === undefined) open.pop();
    else {
      const attributes = new Map<string, string>();
      ATTRIBUTE.lastIndex = at + 1 + name.length;
      for (let found = ATTRIBUTE.exec(svg); found !== null; found = ATTRIBUTE.exec(svg)) {
        attributes.set(found[1] ?? "", plain(found[2] ?? ""));
        at = ATTRIBUTE.lastIndex;
      }
      const element: SvgElement = { name, attributes, parent: parent ?? null, text: "" };
      elements.push(element);
      open.push(element);
    }
    const end = svg.indexOf(">", at);
    at = end === -1 ? svg.length : end + 1;
  }
  return elements;
}

function plain(text: string): string {
  return text.includes("&") ? text.replace(/&(?:amp|lt|gt|quot);/g, (entity) => ENTITIES[entity] ?? entity) : text;
}
