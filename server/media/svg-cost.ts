/**
 * Estimates a browser's work to paint a drawing. A reference paints its target again, so a few lines of nested `<use>`,
 * patterns, masks or markers can overload any machine.
 *
 * The estimate is an upper bound in linear time: each element's cost is computed once, after its targets. A style sheet
 * rule counts for every element that its last selector part may match. Every property counts as inherited.
 *
 * cost: painted elements; an element with long data counts as several. scope: how often a property paints its target.
 * points: vertices of shapes, where markers are painted.
 */
import { declarations, hasOpenString, LOCAL_URL, rules, type SvgElement } from "./svg-parse.ts";

/** Keeps the sums and products of hostile drawings exact integers. */
const CAP = 1e7;
/** Characters of attributes and text that count as one element. */
const DATA_OF_AN_ELEMENT = 500;

/** own: for the element. shape: for each shape that inherits it. point: for each point of these. any: each of all below. */
type Scope = "own" | "shape" | "point" | "any";

const SCOPES: ReadonlyMap<string, Scope> = new Map([
  ["fill", "shape"],
  ["stroke", "shape"],
  ["marker-start", "shape"],
  ["marker-end", "shape"],
  ["marker-mid", "point"],
  ["marker", "point"],
  ["filter", "own"],
  ["mask", "own"],
  ["clip-path", "own"],
]);
const SHAPES = new Set("path rect circle ellipse line polyline polygon text tspan textPath".split(" "));
const ANIMATIONS = new Set("animate animateTransform animateMotion set".split(" "));
/** Elements that follow the outline of their target without painting it. */
const FOLLOWERS = new Set(["textPath", "mpath"]);
/** Elements that are painted only if something refers to them. */
const UNPAINTED = /^(?:stop|linearGradient|radialGradient|fe[A-Z].*)$/;

/** A step of the computation, possible after the steps that it needs. */
abstract class Step {
  state: "new" | "open" | "done" = "new";
  abstract needs(): Step[];
  abstract compute(): void;
}

/** The references of a key in a style sheet, of a rule, or of an element including those inherited from its parent. */
class Style extends Step {
  readonly references: [Scope, Painted][] = [];
  readonly rules: Style[] = [];
  readonly parent: Style | undefined;
  points = 0;
  readonly adds: Record<Scope, number> = { own: 0, shape: 0, point: 0, any: 0 };
  constructor(parent?: Style) {
    super();
    this.parent = parent;
  }
  needs(): Step[] {
    return [...(this.parent ? [this.parent] : []), ...this.rules, ...this.references.map(([, target]) => target)];
  }
  compute(): void {
    for (const [scope, { cost }] of this.references) this.#add({ [scope]: cost });
    for (const { adds, points } of this.rules) {
      this.#add(adds);
      this.points = capped(this.points + points);
    }
    if (this.parent !== undefined) this.#add({ ...this.parent.adds, own: 0 });
  }
  #add(more: Partial<Record<Scope, number>>): void {
    for (const [scope, cost] of Object.entries(more) as [Scope, number][])
      this.adds[scope] = capped(this.adds[scope] + cost);
  }
}

/** An element with all elements that it paints. */
class Painted extends Step {
  readonly properties: Style;
  readonly name: string;
  /** Its own data, in elements. */
  readonly weight: number;
  readonly children: Painted[] = [];
  /** Targets of a `<use>`, which inherit from it. */
  readonly used: Painted[] = [];
  followed = 0;
  points = 0;
  cost = 0;
  shapes = 0;
  elements = 0;
  constructor(element: SvgElement, parent: Painted | undefined) {
    super();
    this.name = element.name;
    this.properties = new Style(parent?.properties);
    const data = [...element.attributes.values()].reduce((sum, value) => sum + value.length, element.text.length);
    this.weight = 1 + data / DATA_OF_AN_ELEMENT;
  }
  needs(): Step[] {
    return [this.properties, ...this.children, ...this.used];
  }
  compute(): void {
    const { children, used, name } = this;
    // A gradient costs the length of its chain of references; its stops cost nothing.
    if (name === "linearGradient" || name === "radialGradient") {
      this.cost = capped(
        sum(children, (child) => (child.name === name || /Gradient$/.test(child.name) ? 1 + child.cost : 0)),
      );
      return;
    }
    const isShape = SHAPES.has(name);
    const below = [...children, ...used];
    const { adds } = this.properties;
    this.points = capped(this.points + this.properties.points + sum(below, ({ points }) => points));
    this.shapes = capped(Number(isShape) + sum(below, ({ shapes }) => shapes));
    this.elements = capped(1 + sum(below, ({ elements }) => elements));
    // Children inherit through their own properties, used elements here.
    const shapes = Number(isShape) + sum(used, (each) => each.shapes);
    const points = (isShape ? this.points : 0) + sum(used, (each) => each.points);
    const elements = 1 + sum(used, (each) => each.elements);
    this.cost = capped(
      this.weight +
        this.followed +
        sum(below, ({ cost }) => cost) +
        adds.own +
        shapes * adds.shape +
        (shapes + points) * adds.point +
        (elements + points) * adds.any,
    );
  }
}

/** How many elements a sanitised drawing paints; Infinity for circular references. */
export function paintedElements(elements: readonly SvgElement[]): number {
  const paintedOf = new Map<SvgElement | null, Painted>();
  const byId = new Map<string, Painted>();
  for (const element of elements) {
    const parent = paintedOf.get(element.parent);
    const painted = new Painted(element, parent);
    parent?.children.push(painted);
    paintedOf.set(element, painted);
    const id = element.attributes.get("id");
    if (id !== undefined && !byId.has(id)) byId.set(id, painted);
  }
  const sheets = elements.filter(({ name }) => name === "style").map(({ text }) => text);
  const isInherited = elements.some(forcesInheritance) || sheets.some((css) => /inherit/i.test(css));
  const refer = (style: Style, property: string, value: string) => {
    if (property === "d") style.points += countNumbers(value);
    const scope = SCOPES.get(property) ?? "any";
    for (const [, id] of value.matchAll(LOCAL_URL)) {
      const target = byId.get(id ?? "");
      if (target !== undefined) style.references.push([scope === "own" && isInherited ? "any" : scope, target]);
    }
  };
  const styles = readSheets(sheets, refer);
  for (const [element, painted] of paintedOf) {
    if (element === null) continue;
    link(element, painted, paintedOf.get(element.parent), byId, refer);
    if (!UNPAINTED.test(element.name))
      painted.properties.rules.push(...[...keysOf(element)].flatMap((key) => styles.get(key) ?? []));
  }
  for (const painted of paintedOf.values()) if (!settle(painted)) return Number.POSITIVE_INFINITY;
  const [root] = paintedOf.values();
  return root?.cost ?? 0;
}

type Refer = (style: Style, property: string, value: string) => void;

function link(
  { name, attributes }: SvgElement,
  painted: Painted,
  parent: Painted | undefined,
  byId: ReadonlyMap<string, Painted>,
  refer: Refer,
): void {
  const targets = namesOf(attributes.get("href") ?? "").flatMap((id) => byId.get(id) ?? []);
  if (ANIMATIONS.has(name)) {
    // An animation sets a property of its parent, or of the element that it refers to.
    const values = ["to", "from", "by", "values"].map((key) => attributes.get(key) ?? "").join(" ");
    painted.points = countNumbers(values);
    for (const target of targets) target.children.push(painted);
    for (const target of [...targets, ...(parent === undefined ? [] : [parent])])
      refer(target.properties, attributes.get("attributeName") ?? "", values);
    return;
  }
  painted.points = countNumbers(attributes.get("d") ?? "") + countNumbers(attributes.get("points") ?? "");
  if (name === "use") painted.used.push(...targets);
  else if (FOLLOWERS.has(name)) painted.followed = sum(targets, ({ weight }) => weight);
  else painted.children.push(...targets);
  for (const [property, value] of attributes) if (SCOPES.has(property)) refer(painted.properties, property, value);
  for (const [property, value] of declarations(attributes.get("style") ?? ""))
    refer(painted.properties, property, value);
}

/** Computes a step after its dependencies; false for a circular reference. Iterative, because chains may be long. */
function settle(first: Step): boolean {
  const stack: { step: Step; needs: Step[]; next: number }[] = [];
  const open = (step: Step) => {
    step.state = "open";
    stack.push({ step, needs: step.needs(), next: 0 });
  };
  if (first.state === "new") open(first);
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const need = top.needs[top.next++];
    if (need === undefined) {
      top.step.compute();
      top.step.state = "done";
      stack.pop();
    } else if (need.state === "open") return false;
    else if (need.state === "new") open(need);
  }
  return true;
}

/** Key of an element (`.class`, `#id`, its name, `*`) → its rules. */
function readSheets(sheets: string[], refer: Refer): Map<string, Style> {
  const styles = new Map<string, Style>();
  const add = (keys: Iterable<string>, rule: Style) => {
    for (const key of keys) {
      const style = styles.get(key) ?? new Style();
      styles.set(key, style);
      style.rules.push(rule);
    }
  };
  for (const css of sheets) {
    // If strings cannot be recognised, every rule counts for every element.
    if (hasOpenString(css)) {
      const rule = new Style();
      refer(rule, "", css);
      add(["*"], rule);
      continue;
    }
    for (const { keys, properties } of rules(css)) {
      const rule = new Style();
      for (const [property, value] of properties) refer(rule, property, value);
      if (rule.references.length > 0 || rule.points > 0) add(keys, rule);
    }
  }
  return styles;
}

function keysOf({ name, attributes }: SvgElement): Set<string> {
  const classes = (attributes.get("class") ?? "").split(/\s+/).filter(Boolean);
  return new Set(["*", name, `#${attributes.get("id") ?? ""}`, ...classes.map((each) => `.${each}`)]);
}

/** Whether an element makes children inherit a property that is normally not inherited. */
function forcesInheritance({ attributes }: SvgElement): boolean {
  return [...attributes].some(
    ([name, value]) => (name === "style" || SCOPES.get(name) === "own") && /inherit/i.test(value),
  );
}

/** Targets of a reference: browsers resolve %-escapes. */
function namesOf(href: string): string[] {
  if (!href.startsWith("#")) return [];
  const name = href.slice(1);
  try {
    return [...new Set([name, decodeURIComponent(name)])];
  } catch {
    return [name];
  }
}

function countNumbers(text: string): number {
  let count = 0;
  let inNumber = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const isDigit = code >= 0x30 && code <= 0x39;
    if (isDigit && !inNumber) count += 1;
    inNumber = isDigit;
  }
  return count;
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}

const capped = (count: number) => Math.min(count, CAP);
