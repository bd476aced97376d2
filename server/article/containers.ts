/**
 * Custom containers: wrappers that the site defines in `metadata.customContainers` (contract 2.5), whose items are of any
 * shape (contract 2.3). An item that is an object with a name becomes one; its class and data attributes are read from the
 * fields that sites use for them, and the item itself is kept as it came.
 */
import { asMap } from "./assets.ts";
import { isWithinDepth } from "./vms-json.ts";

/** An item of `metadata.customContainers`, as the site wrote it. */
export type ContainerDefinition = Record<string, unknown>;

export interface ContainerLook {
  name: string;
  /** For the class attribute; "" for none. */
  className: string;
  /** Attribute name, with its `data-`, → value. */
  data: Record<string, string>;
}

/** Characters of a definition as JSON. */
const MAX_DEFINITION_LENGTH = 16_000;
const MAX_DEFINITION_DEPTH = 16;
const MAX_DATA_ATTRIBUTES = 50;
/** Containers that one article is offered. */
const MAX_CONTAINERS = 100;

/** Why a value cannot be a container's definition, after "must"; null where it can. Null is an empty definition. */
export function definitionFault(value: unknown): string | null {
  if (value === null) return null;
  if (typeof value !== "object" || Array.isArray(value)) return "must be null or a JSON object";
  if (!isWithinDepth(value, MAX_DEFINITION_DEPTH)) return `must be at most ${MAX_DEFINITION_DEPTH} levels deep`;
  if (JSON.stringify(value).length > MAX_DEFINITION_LENGTH)
    return `must be at most ${MAX_DEFINITION_LENGTH} characters of JSON`;
  return null;
}

/** The definitions that an article can use: those with a name, in the site's order, each name once. */
export function readContainers(customContainers: unknown): ContainerDefinition[] {
  if (!Array.isArray(customContainers)) return [];
  const byName = new Map<string, ContainerDefinition>();
  for (const item of customContainers) {
    const definition = Array.isArray(item) ? null : asMap(item);
    if (definition === null || definitionFault(definition) !== null) continue;
    const { name } = containerLook(definition);
    if (name !== "" && !byName.has(name)) byName.set(name, definition);
    if (byName.size === MAX_CONTAINERS) break;
  }
  return [...byName.values()];
}

/** What a definition says about the wrapper: `class` or `className`; `data`, `dataAttributes` or `attributes`. */
export function containerLook(definition: ContainerDefinition | null): ContainerLook {
  const { name, class: cssClass, className, data, dataAttributes, attributes } = definition ?? {};
  return {
    name: typeof name === "string" ? name.trim() : "",
    className: readClass(cssClass ?? className),
    data: readData(asMap(data ?? dataAttributes ?? attributes) ?? {}),
  };
}

function readClass(value: unknown): string {
  const words = Array.isArray(value) ? value.filter((word) => typeof word === "string") : [value];
  return typeof words[0] === "string" ? words.join(" ").split(/\s+/).filter(Boolean).join(" ") : "";
}

function readData(map: Record<string, unknown>): Record<string, string> {
  const pairs: [string, string][] = [];
  for (const [key, value] of Object.entries(map)) {
    const name = `data-${key.replace(/^data-/i, "")}`.toLowerCase();
    // What is no attribute name cannot be written, whatever is done to it.
    if (!/^data-[a-z0-9][a-z0-9._-]{0,99}$/.test(name) || pairs.length >= MAX_DATA_ATTRIBUTES) continue;
    if (["string", "number", "boolean"].includes(typeof value)) pairs.push([name, String(value)]);
  }
  return Object.fromEntries(pairs);
}
