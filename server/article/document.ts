/** Checks an unknown `vms_json`. Depth and size come first, so that recursive functions cannot exhaust the stack. */
import type { MarkSpec, Node, NodeSpec } from "prosemirror-model";
import { type ContainerDefinition, definitionFault } from "./containers.ts";
import { oncePer } from "./once-per.ts";
import { articleSchema, type Crop, markSpecs, nodeSpecs } from "./schema.ts";
import {
  asMap,
  type DocumentNode,
  type GalleyState,
  isAssetName,
  isWithinDepth,
  readAssets,
  type VmsJson,
} from "./vms-json.ts";

/** Maximum size of a draft or a save: a book's worth of text. */
export const DOCUMENT_BYTES = 2 * 1024 * 1024;
/** Including the doc node. */
export const MAX_DOCUMENT_DEPTH = 128;
/** Including text nodes. */
export const MAX_DOCUMENT_NODES = 200_000;
/** For keys that Galley only stores. */
const MAX_KEPT_DEPTH = 256;

/** `problem`: a sentence for the journalist or the site. */
interface Unreadable {
  ok: false;
  problem: string;
}

const unreadable = (problem: string): Unreadable => ({ ok: false, problem });

type ReadState = { ok: true; state: GalleyState; doc: Node } | Unreadable;

/** Checks format, assets and document. The state is the given one, with `assets` always a map with `clientUrl`s. */
export function readState(vmsJson: unknown): ReadState {
  const map = asMap(vmsJson);
  if (map === null) return unreadable("The editor state is not a JSON object.");
  if (map.format !== "galley/1")
    return unreadable('The editor state was not made by this editor: its format is not "galley/1".');
  if (Object.entries(map).some(([key, value]) => key !== "doc" && !isWithinDepth(value, MAX_KEPT_DEPTH)))
    return unreadable(`The editor state is nested more than ${MAX_KEPT_DEPTH} levels deep.`);
  const assets = readAssets(map.assets);
  if (assets === null) return unreadable("The assets of the editor state are not a map of file names to entries.");
  const read = readDocument(map.doc);
  if (!read.ok) return read;
  return { ok: true, state: { ...map, format: "galley/1", doc: map.doc as DocumentNode, assets }, doc: read.doc };
}

/** Checks a document against the article schema and its limits. */
export function readDocument(json: unknown): { ok: true; doc: Node } | Unreadable {
  const fault = findFault(json);
  if (fault !== null) return unreadable(fault);
  try {
    const doc = articleSchema.nodeFromJSON(json);
    if (doc.type !== articleSchema.topNodeType)
      return unreadable('The root of the document is not a node of type "doc".');
    doc.check();
    return { ok: true, doc };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return unreadable(`The document does not follow the article schema: ${error.message}.`);
  }
}

const NODE_KEYS = new Set(["type", "attrs", "content", "marks", "text"]);
const MARK_KEYS = new Set(["type", "attrs"]);

/** The first exceeded limit, or unknown node, mark, key or attribute; null for none. */
export function findFault(doc: unknown): string | null {
  const stack: { json: unknown; depth: number }[] = [{ json: doc, depth: 1 }];
  const tooMany = `The document has more than ${MAX_DOCUMENT_NODES} nodes.`;
  let nodes = 0;
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    nodes += 1;
    if (nodes > MAX_DOCUMENT_NODES) return tooMany;
    if (at.depth > MAX_DOCUMENT_DEPTH) return `The document is nested more than ${MAX_DOCUMENT_DEPTH} levels deep.`;
    const fault = findTypeFault(at.json, "node", NODE_KEYS, nodeSpecs);
    if (fault !== null) return fault;
    const { marks = [], content = [] } = at.json as { marks?: unknown; content?: unknown };
    if (!Array.isArray(marks)) return "The marks of a node are not an array.";
    // Marks cost as much as nodes.
    nodes += marks.length;
    for (const mark of marks) {
      const markFault = findTypeFault(mark, "mark", MARK_KEYS, markSpecs);
      if (markFault !== null) return markFault;
    }
    if (!Array.isArray(content)) return "The content of a node is not an array.";
    if (nodes + content.length > MAX_DOCUMENT_NODES) return tooMany;
    for (const json of content.toReversed()) stack.push({ json, depth: at.depth + 1 });
  }
  return null;
}

type Specs = Readonly<Record<string, NodeSpec | MarkSpec>>;

function findTypeFault(json: unknown, kind: "node" | "mark", keys: ReadonlySet<string>, specs: Specs): string | null {
  if (typeof json !== "object" || json === null || Array.isArray(json))
    return `A ${kind} of the document is not a JSON object.`;
  const { type, attrs = {} } = json as { type?: unknown; attrs?: unknown };
  if (typeof type !== "string" || !Object.hasOwn(specs, type))
    return `The document has a ${kind} of unknown type: ${quote(type)}.`;
  const named = `${kind} of type ${quote(type)}`;
  const key = Object.keys(json).find((name) => !keys.has(name));
  if (key !== undefined) return `A ${named} has an unknown key: ${quote(key)}.`;
  const map = asMap(attrs);
  if (map === null) return `The attributes of a ${named} are not a JSON object.`;
  const known = specs[type]?.attrs ?? {};
  for (const [name, value] of Object.entries(map)) {
    if (!Object.hasOwn(known, name)) return `A ${named} has an unknown attribute: ${quote(name)}.`;
    const problem = findValueFault(known[name]?.validate, value);
    if (problem !== null) return `The attribute ${quote(name)} of a ${named} ${problem}.`;
  }
  return null;
}

function findValueFault(validate: unknown, value: unknown): string | null {
  if (typeof validate !== "function") return null;
  try {
    validate(value);
    return null;
  } catch (error) {
    if (error instanceof RangeError) return error.message;
    throw error;
  }
}

function quote(value: unknown): string {
  return typeof value === "string" ? JSON.stringify(value.slice(0, 60)) : `a ${value === null ? "null" : typeof value}`;
}

/** A site without a state sends nothing, or an empty map of assets. */
export function isBlankState(state: VmsJson): boolean {
  return Object.entries(state).every(
    ([key, value]) => key === "assets" && Object.keys(asMap(value) ?? { full: 1 }).length === 0,
  );
}

/** Whether the editor can open this state. */
export function isReadableState(state: VmsJson): boolean {
  return readState(state).ok;
}

/** File names in order of appearance. Every block names its files in one of these attributes. */
export const filesOf = (doc: Node): string[] => namesIn(doc, ({ file, poster }) => [file, poster]);

/** Uncropped files, which are stored with the document and never published. */
export const sourcesOf = (doc: Node): string[] => namesIn(doc, ({ crop }) => [(crop as Crop | null | undefined)?.file]);

function namesIn(doc: Node, read: (attrs: Record<string, unknown>) => unknown[]): string[] {
  const names = new Set<string>();
  doc.descendants(({ attrs }) => {
    for (const name of read(attrs)) if (typeof name === "string" && name !== "") names.add(name);
  });
  return [...names];
}

/** The document as JSON, without an empty `crop` or `poster`. Unchanged blocks are shared, so callers must not modify them. */
export function documentJson(doc: Node): DocumentNode {
  const head = written(doc.copy().toJSON() as DocumentNode);
  return doc.childCount === 0 ? head : { ...head, content: doc.children.map(blockJson) };
}

const blockJson = oncePer((block: Node) => written(block.toJSON() as DocumentNode));

function written(node: DocumentNode): DocumentNode {
  const { attrs, content } = node;
  const empty = attrs?.crop === null ? "crop" : node.type === "embed" && attrs?.poster === "" ? "poster" : null;
  const kept = empty !== null && Object.fromEntries(Object.entries(attrs ?? {}).filter(([name]) => name !== empty));
  return { ...node, ...(kept && { attrs: kept }), ...(content && { content: content.map(written) }) };
}

/** The attributes of each node of an unchecked document. Iterative. */
function* attributesIn(doc: unknown): Generator<Record<string, unknown>> {
  const stack: unknown[] = [doc];
  let visited = 0;
  while (stack.length > 0 && ++visited <= MAX_DOCUMENT_NODES) {
    const node = stack.pop();
    if (typeof node !== "object" || node === null) continue;
    const { attrs, content } = node as { attrs?: unknown; content?: unknown };
    const map = asMap(attrs);
    if (map !== null) yield map;
    if (Array.isArray(content)) for (const child of content.slice(0, MAX_DOCUMENT_NODES).reverse()) stack.push(child);
  }
}

/** File names in an unchecked document, without uncropped files. */
export function filesNamedIn(doc: unknown): Set<string> {
  const named = [...attributesIn(doc)].flatMap(({ file, poster }) => [file, poster]);
  return new Set(named.filter((name) => typeof name === "string").filter(isAssetName));
}

/** All file references in an unchecked document, valid names or not. */
export function fileReferencesIn(doc: unknown): Set<string> {
  const names = new Set<string>();
  for (const { file, poster, crop } of attributesIn(doc))
    for (const name of [file, poster, asMap(crop)?.file]) if (typeof name === "string" && name !== "") names.add(name);
  return names;
}

/** Container definitions in an unchecked document. */
export function definitionsIn(doc: unknown): ContainerDefinition[] {
  const maps = [...attributesIn(doc)].map(({ definition }) =>
    definitionFault(definition) === null ? asMap(definition) : null,
  );
  return maps.filter((map) => map !== null);
}

/** Unwraps containers that are not kept. */
export function withoutContainers(
  doc: DocumentNode,
  isKept: (definition: ContainerDefinition) => boolean,
): DocumentNode {
  if (doc.content === undefined) return doc;
  const content = doc.content.flatMap((child) => {
    const inner = withoutContainers(child, isKept);
    const definition = child.type === "customContainer" ? (child.attrs?.definition ?? null) : null;
    return definition === null || isKept(definition as ContainerDefinition) ? [inner] : (inner.content ?? []);
  });
  return { ...doc, content };
}

const FILE_ATTRIBUTES = ["file", "poster"];

/** Renames the files of a document. A file without a name loses its reference; a missing original makes a picture whole. */
export function withFileNames(doc: DocumentNode, nameOf: (name: string) => string | undefined): DocumentNode {
  const node = asMap(doc);
  if (node === null) return doc;
  const attrs = asMap(node.attrs);
  const named = Object.entries(attrs ?? {}).map(([name, value]) => {
    if (FILE_ATTRIBUTES.includes(name) && typeof value === "string") return [name, nameOf(value) ?? ""];
    const whole = name === "crop" ? asMap(value)?.file : undefined;
    if (typeof whole !== "string") return [name, value];
    const file = nameOf(whole);
    return [name, file === undefined ? null : { ...(value as Crop), file }];
  });
  return {
    ...doc,
    ...(attrs && { attrs: Object.fromEntries(named) }),
    ...(Array.isArray(node.content) && {
      content: node.content.map((each) => withFileNames(each as DocumentNode, nameOf)),
    }),
  };
}

/** Characters. */
const MAX_HEADING = 300;
/** Characters; cut at the end of a word. */
const MAX_WORDS = 80;

/** The first heading, else the first words; null without any. */
export function ownName(doc: Node): string | null {
  const heading = firstText(doc, (node) => node.type.name === "heading");
  if (heading !== null) return heading;
  const words = firstText(doc, (node) => node.isTextblock);
  return words === null || words.length <= MAX_WORDS ? words : `${cutAtWord(words)}…`;
}

function cutAtWord(words: string): string {
  const beginning = words.slice(0, MAX_WORDS + 1);
  const end = beginning.lastIndexOf(" ");
  return (end > 0 ? beginning.slice(0, end) : words.slice(0, MAX_WORDS)).toWellFormed();
}

function firstText(doc: Node, isMatch: (node: Node) => boolean): string | null {
  let found: string | null = null;
  doc.descendants((node) => {
    if (found !== null) return false;
    if (isMatch(node)) found = asTitle(node.textBetween(0, node.content.size, " ", " "));
    return found === null && !node.isTextblock;
  });
  return found;
}

/** The text as one line of limited length; null for blank text. */
export function asTitle(text: string): string | null {
  return text.replace(/\s+/g, " ").trim().slice(0, MAX_HEADING).toWellFormed() || null;
}
