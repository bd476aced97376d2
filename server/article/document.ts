/** Checks an unknown `vms_json`. Depth and size are checked before anything recursive, so that no input exhausts the stack. */
import type { MarkSpec, Node, NodeSpec } from "prosemirror-model";
import { asMap, isAssetName, readAssets } from "./assets.ts";
import { type ContainerDefinition, definitionFault } from "./containers.ts";
import { articleSchema, type Crop, markSpecs, nodeSpecs } from "./schema.ts";
import type { DocumentNode, GalleyState, VmsJson } from "./vms-json.ts";
import { isWithinDepth } from "./vms-json.ts";

/** Of a draft or a save: a book's worth of text. */
export const DOCUMENT_BYTES = 2 * 1024 * 1024;
/** Including the doc node. */
export const MAX_DOCUMENT_DEPTH = 128;
/** Including text nodes. */
export const MAX_DOCUMENT_NODES = 200_000;
/** Of the keys that Galley only stores. */
const MAX_KEPT_DEPTH = 256;

export type ReadState =
  | { ok: true; state: GalleyState; doc: Node }
  /** `path`: such as `doc.content[3].attrs.level`. */
  | { ok: false; problem: string; path?: string };

/** For states that `readState` accepted before. */
function isGalleyState(value: unknown): value is GalleyState {
  return asMap(value)?.format === "galley/1";
}

/** Checks format, assets and document. The state is the given one, with `assets` always a map with `clientUrl`s. */
export function readState(vmsJson: unknown): ReadState {
  const map = asMap(vmsJson);
  if (map === null) return { ok: false, problem: "The editor state is not a JSON object." };
  if (map.format !== "galley/1")
    return { ok: false, problem: 'The editor state was not made by this editor: its format is not "galley/1".' };
  const tooDeep = Object.entries(map).find(([key, value]) => key !== "doc" && !isWithinDepth(value, MAX_KEPT_DEPTH));
  if (tooDeep !== undefined)
    return {
      ok: false,
      problem: `The editor state is nested more than ${MAX_KEPT_DEPTH} levels deep.`,
      path: tooDeep[0],
    };
  const assets = readAssets(map.assets);
  if (assets === null)
    return {
      ok: false,
      problem: "The assets of the editor state are not a map of file names to entries.",
      path: "assets",
    };
  const doc = readDocument(map.doc);
  if (!doc.ok) return doc;
  return { ok: true, state: { ...map, format: "galley/1", doc: map.doc as GalleyState["doc"], assets }, doc: doc.doc };
}

type ReadDocument = { ok: true; doc: Node } | { ok: false; problem: string; path: string };

/** Checks a document against the article schema and its limits. */
export function readDocument(json: unknown): ReadDocument {
  const fault = findFault(json);
  if (fault !== null) return { ok: false, ...fault };
  try {
    const doc = articleSchema.nodeFromJSON(json);
    if (doc.type !== articleSchema.topNodeType)
      return { ok: false, problem: 'The document does not begin with a node of type "doc".', path: "doc.type" };
    doc.check();
    return { ok: true, doc };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { ok: false, problem: `The document does not follow the article schema: ${error.message}.`, path: "doc" };
  }
}

export interface Fault {
  problem: string;
  path: string;
}

interface Visit {
  json: unknown;
  depth: number;
  parent: Visit | null;
  index: number;
}

const NODE_KEYS = new Set(["type", "attrs", "content", "marks", "text"]);
const MARK_KEYS = new Set(["type", "attrs"]);

/** The first excess, or unknown node, mark, key or attribute. */
export function findFault(doc: unknown): Fault | null {
  const stack: Visit[] = [{ json: doc, depth: 1, parent: null, index: 0 }];
  let nodes = 0;
  for (let visit = stack.pop(); visit !== undefined; visit = stack.pop()) {
    const at = visit;
    const fault = (problem: string, below = ""): Fault => ({ problem, path: pathOf(at) + below });
    nodes += 1;
    if (nodes > MAX_DOCUMENT_NODES) return fault(`The document has more than ${MAX_DOCUMENT_NODES} nodes.`);
    if (at.depth > MAX_DOCUMENT_DEPTH)
      return fault(`The document is nested more than ${MAX_DOCUMENT_DEPTH} levels deep.`);
    const problem = findTypeFault(at.json, "node", NODE_KEYS, nodeSpecs);
    if (problem !== null) return fault(problem.problem, problem.path);
    const { marks = [], content = [] } = at.json as { marks?: unknown; content?: unknown };
    if (!Array.isArray(marks)) return fault("The marks of a node are not an array.", ".marks");
    // Marks cost as much as nodes.
    nodes += marks.length;
    for (const [index, mark] of marks.entries()) {
      const markFault = findTypeFault(mark, "mark", MARK_KEYS, markSpecs);
      if (markFault !== null) return fault(markFault.problem, `.marks[${index}]${markFault.path}`);
    }
    if (!Array.isArray(content)) return fault("The content of a node is not an array.", ".content");
    if (nodes + content.length > MAX_DOCUMENT_NODES)
      return fault(`The document has more than ${MAX_DOCUMENT_NODES} nodes.`);
    for (let index = content.length - 1; index >= 0; index--)
      stack.push({ json: content[index], depth: at.depth + 1, parent: at, index });
  }
  return null;
}

type Specs = Readonly<Record<string, NodeSpec | MarkSpec>>;

/** Checks one node or mark; `path` is relative to it. */
function findTypeFault(json: unknown, kind: "node" | "mark", keys: ReadonlySet<string>, specs: Specs): Fault | null {
  if (typeof json !== "object" || json === null || Array.isArray(json))
    return { problem: `A ${kind} of the document is not a JSON object.`, path: "" };
  const { type, attrs = {} } = json as { type?: unknown; attrs?: unknown };
  if (typeof type !== "string" || !Object.hasOwn(specs, type))
    return {
      problem: `The document has a ${kind} of a type that this editor does not know: ${quote(type)}.`,
      path: ".type",
    };
  const key = Object.keys(json).find((name) => !keys.has(name));
  if (key !== undefined)
    return {
      problem: `A ${kind} of type ${quote(type)} has a key that this editor does not know: ${quote(key)}.`,
      path: "",
    };
  const map = asMap(attrs);
  if (map === null)
    return { problem: `The attributes of a ${kind} of type ${quote(type)} are not a JSON object.`, path: ".attrs" };
  const known = specs[type]?.attrs ?? {};
  for (const [name, value] of Object.entries(map)) {
    if (!Object.hasOwn(known, name))
      return {
        problem: `A ${kind} of type ${quote(type)} has an attribute that this editor does not know: ${quote(name)}.`,
        path: ".attrs",
      };
    const problem = findValueFault(known[name]?.validate, value);
    if (problem !== null)
      return {
        problem: `The attribute ${quote(name)} of a ${kind} of type ${quote(type)} ${problem}.`,
        path: `.attrs.${name}`,
      };
  }
  return null;
}

export function findValueFault(validate: unknown, value: unknown): string | null {
  if (typeof validate !== "function") return null;
  try {
    validate(value);
    return null;
  } catch (error) {
    if (error instanceof RangeError) return error.message;
    throw error;
  }
}

function pathOf(visit: Visit): string {
  const steps: number[] = [];
  for (let at = visit; at.parent !== null; at = at.parent) steps.push(at.index);
  return `doc${steps
    .reverse()
    .map((index) => `.content[${index}]`)
    .join("")}`;
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

/** The editor can show this state, which is not blank. */
export function isReadableState(state: VmsJson): boolean {
  return isGalleyState(state) && readState(state).ok;
}

/** File names in order of appearance. */
export function filesOf(doc: Node): string[] {
  const files = new Set<string>();
  doc.descendants((node) => {
    // Every block names its files in one of these attributes.
    for (const file of [node.attrs.file, node.attrs.poster] as unknown[])
      if (typeof file === "string" && file !== "") files.add(file);
  });
  return [...files];
}

/** Uncropped files, which are stored with the document and never published. */
export function sourcesOf(doc: Node): string[] {
  const files = new Set<string>();
  doc.descendants((node) => {
    const crop = node.attrs.crop as Crop | null | undefined;
    if (crop != null) files.add(crop.file);
  });
  return [...files];
}

/** Blocks are immutable, so their JSON is reused. */
const writtenBlocks = new WeakMap<Node, DocumentNode>();

/**
 * The document as JSON, without an empty `crop` or `poster`: saving an older document unchanged changes no byte. Unchanged
 * blocks are shared between calls, so callers must not modify them.
 */
export function documentJson(doc: Node): DocumentNode {
  const head = written(doc.copy().toJSON() as DocumentNode);
  return doc.childCount === 0 ? head : { ...head, content: doc.children.map(blockJson) };
}

function blockJson(block: Node): DocumentNode {
  const known = writtenBlocks.get(block);
  if (known !== undefined) return known;
  const json = written(block.toJSON() as DocumentNode);
  writtenBlocks.set(block, json);
  return json;
}

function written(node: DocumentNode): DocumentNode {
  const { attrs, content } = node;
  const later = attrs?.crop === null ? "crop" : node.type === "embed" && attrs?.poster === "" ? "poster" : null;
  const kept = later !== null && Object.fromEntries(Object.entries(attrs ?? {}).filter(([name]) => name !== later));
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

/** File names in an unchecked document. */
export function filesNamedIn(doc: unknown): Set<string> {
  const names = new Set<string>();
  for (const { file, poster } of attributesIn(doc))
    for (const name of [file, poster]) if (typeof name === "string" && isAssetName(name)) names.add(name);
  return names;
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
  const found: ContainerDefinition[] = [];
  for (const { definition } of attributesIn(doc)) {
    const map = definitionFault(definition) === null ? asMap(definition) : null;
    if (map !== null) found.push(map);
  }
  return found;
}

/** Replaces containers that are not kept by their content. */
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

/**
 * Renames the files of a document, checked or not. A file without a name loses its reference, and a picture without its
 * uncropped file counts as whole.
 */
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
