/**
 * Custom containers: wrappers in `metadata.customContainers` (contract 2.5), whose items can have any shape (contract 2.3).
 * An object with a name becomes a container; class and data come from the usual fields. The item is stored unchanged.
 */
import { asMap, isWithinDepth } from "./vms-json.ts";

/** An item of `metadata.customContainers`, unchanged. */
export type ContainerDefinition = Record<string, unknown>;

interface ContainerLook {
  name: string;
  /** "" for none. */
  className: string;
  /** Attribute name, with its `data-`, → value. */
  data: Record<string, string>;
}

/** For the editor only; "" for none. */
interface ContainerSign {
  description: string;
  /** A CSS colour. */
  color: string;
  /** One or two characters, or a picture as a `data:` URL. */
  icon: string;
}

/** Characters of its JSON. */
const MAX_DEFINITION_LENGTH = 16_000;
const MAX_DEFINITION_DEPTH = 16;
const MAX_DATA_ATTRIBUTES = 50;
/** Per article. */
const MAX_CONTAINERS = 100;
/** Characters. */
const MAX_DESCRIPTION = 300;
const PICTURE = /^data:image\/(?:svg\+xml|png|jpeg|gif|webp|avif)[;,]/;
/** A hex color, a color function with numbers, or a name; nothing that loads a file or reads a variable. */
const COLOR =
  /^(?:#[\da-f]{3,8}|(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\([\d\s.,%/+-]{1,60}(?:deg)?[\d\s.,%/+-]{0,60}\)|[a-z]{3,24})$/i;
/** Words of a border or background that are not colours, and colours that depend on the page. */
const NO_COLOR =
  /^(?:none|hidden|dotted|dashed|solid|double|groove|ridge|inset|outset|thin|medium|thick|transparent|inherit|initial|unset|revert|currentcolor|auto|repeat|scroll|fixed|center|left|right|top|bottom)$/i;

/** Why a definition is invalid, such as "must be null or a JSON object"; null if it is valid. Null is an empty definition. */
export function definitionFault(value: unknown): string | null {
  if (value === null) return null;
  if (typeof value !== "object" || Array.isArray(value)) return "must be null or a JSON object";
  if (!isWithinDepth(value, MAX_DEFINITION_DEPTH)) return `must be at most ${MAX_DEFINITION_DEPTH} levels deep`;
  if (JSON.stringify(value).length > MAX_DEFINITION_LENGTH)
    return `must be at most ${MAX_DEFINITION_LENGTH} characters of JSON`;
  return null;
}

/** Named definitions in the site's order, without duplicates. */
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

/** From `class` or `className`; `data`, `dataAttributes` or `attributes`. */
export function containerLook(definition: ContainerDefinition | null): ContainerLook {
  const { name, class: cssClass, className, data, dataAttributes, attributes } = definition ?? {};
  return {
    name: typeof name === "string" ? name.trim() : "",
    className: readClass(cssClass ?? className),
    data: readData(asMap(data ?? dataAttributes ?? attributes) ?? {}),
  };
}

/** From `description`; `color` or a colour of border or background in `style`; `icon`. */
export function containerSign(definition: ContainerDefinition | null): ContainerSign {
  const { description, color, colour, style, icon } = definition ?? {};
  return {
    description:
      typeof description === "string" ? description.replace(/\s+/g, " ").trim().slice(0, MAX_DESCRIPTION) : "",
    color: colorOf(color ?? colour) ?? colorOfStyle(style),
    icon: typeof icon === "string" && (isShort(icon) || PICTURE.test(icon)) ? icon.trim() : "",
  };
}

/** An emoji may have several code points. */
function isShort(text: string): boolean {
  const signs = text.length > 32 ? [] : [...new Intl.Segmenter().segment(text.trim())];
  return signs.length > 0 && signs.length <= 2;
}

function colorOf(value: unknown): string | null {
  if (typeof value !== "string") return null;
  const color = value.trim();
  return COLOR.test(color) && !NO_COLOR.test(color) ? color : null;
}

/** `style`: a text, or a map of declarations. */
function colorOfStyle(style: unknown): string {
  const declarations =
    typeof style === "string"
      ? style.split(";").map((each) => [each.slice(0, each.indexOf(":")), each.slice(each.indexOf(":") + 1)] as const)
      : Object.entries(asMap(style) ?? {});
  for (const property of [/^border(?!.*(?:radius|width|style))/i, /^background(?:-?color)?$/i])
    for (const [name, value] of declarations)
      if (property.test(name.trim()) && typeof value === "string")
        for (const part of value.trim().split(/\s+(?![^(]*\))/)) {
          const color = colorOf(part);
          if (color !== null) return color;
        }
  return "";
}

function readClass(value: unknown): string {
  const words = Array.isArray(value) ? value.filter((word) => typeof word === "string") : [value];
  return typeof words[0] === "string" ? words.join(" ").split(/\s+/).filter(Boolean).join(" ") : "";
}

function readData(map: Record<string, unknown>): Record<string, string> {
  const pairs: [string, string][] = [];
  for (const [key, value] of Object.entries(map)) {
    const name = `data-${key.replace(/^data-/i, "")}`.toLowerCase();
    if (!/^data-[a-z0-9][a-z0-9._-]{0,99}$/.test(name) || pairs.length >= MAX_DATA_ATTRIBUTES) continue;
    if (["string", "number", "boolean"].includes(typeof value)) pairs.push([name, String(value)]);
  }
  return Object.fromEntries(pairs);
}
