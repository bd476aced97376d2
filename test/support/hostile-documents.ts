/** Generates documents that the schema allows, with hostile texts in every possible place. */
import { type AttributeSpec, type Attrs, type ContentMatch, Mark, type Node, type NodeType } from "prosemirror-model";
import { EMBED_SHAPES } from "../../server/article/embeds/shapes.ts";
import type { RenderedAsset } from "../../server/article/render.ts";
import { articleSchema, CALLOUT_TONES, FIGURE_WIDTHS } from "../../server/article/schema.ts";
import type { Chance } from "./chance.ts";
import { hostileString, MEDIA_HOST } from "./hostile-strings.ts";

export interface HostileArticle {
  doc: Node;
  /** Entries of all files that the document references, also hostile. */
  files: Record<string, RenderedAsset>;
}

const MAX_DEPTH = 5;

/**
 * @param number of the document, which appears in its hostile texts
 * @param last text of the last paragraph, which shows that no earlier element was left open
 */
export function hostileArticle(random: Chance, number: number, last: string): HostileArticle {
  const text = () => hostileString(random, number);
  const files: [string, RenderedAsset][] = [];
  const { nodes, topNodeType } = articleSchema;

  const attributes = (specs: Readonly<Record<string, AttributeSpec>>): Attrs =>
    Object.fromEntries(
      Object.entries(specs).map(([name, spec]) => {
        const value = attributeValue(name, spec);
        if ((name === "file" || name === "poster") && typeof value === "string") files.push([value, file()]);
        return [name, value];
      }),
    );

  const attributeValue = (name: string, spec: AttributeSpec): unknown => {
    if ((name === "file" || name === "poster") && random.happens(0.5)) return `p-${number}.jpg`;
    const value = kindOf(spec)?.(random, text);
    return isAllowed(spec, value) ? value : spec.default;
  };

  const file = (): RenderedAsset => ({
    type: random.pick(["image/png", "video/mp4", "audio/ogg", "application/pdf", text(), 7, undefined]),
    width: random.pick([640, text(), -1]),
    height: random.pick([480, text(), null]),
    size: random.pick([1_000, text(), Number.NaN]),
    ...random.pick([{}, {}, { src: null }, { src: text() }, { src: `https://${MEDIA_HOST}/${number}` }]),
  });

  const inlineContent = (parent: NodeType): Node[] => {
    const allowed = Object.values(articleSchema.marks).filter((mark) => parent.allowsMarkType(mark));
    return Array.from({ length: random.below(4) }, () => {
      if (random.happens(0.1) && parent.contentMatch.matchType(nodes.hardBreak)) return nodes.hardBreak.create();
      const chosen = allowed
        .filter(() => random.happens(0.3))
        .map((mark) => mark.create(attributes(mark.spec.attrs ?? {})));
      return articleSchema.text(
        text(),
        chosen.reduce((set, mark) => mark.addToSet(set), Mark.none),
      );
    });
  };

  /** Random children that the parent's content expression allows. */
  const blockContent = (parent: NodeType, depth: number): Node[] => {
    const children: Node[] = [];
    for (let at: ContentMatch | null = parent.contentMatch; at !== null && at.edgeCount > 0; ) {
      if (at.validEnd && random.happens(0.5 + depth / 20)) break;
      const types = edges(at).filter((type) => depth < MAX_DEPTH || type.isLeaf || type.inlineContent);
      // At the maximum depth, only required children are added.
      const type: NodeType = random.pick(types.length > 0 ? types : edges(at));
      children.push(build(type, depth + 1));
      at = at.matchType(type);
    }
    return children;
  };

  const build = (type: NodeType, depth: number): Node =>
    type.create(
      {
        ...attributes(type.spec.attrs ?? {}),
        // A random text is never a URL that can be embedded.
        ...(type.name === "embed" && random.happens(0.8)
          ? { href: `https://${random.pick(FRAMED)}${encodeURI(text().toWellFormed().replaceAll(/\s/g, ""))}` }
          : {}),
      },
      type.isLeaf ? null : type.inlineContent ? inlineContent(type) : blockContent(type, depth),
    );

  const content = Array.from({ length: 1 + random.below(4) }, () =>
    build(random.pick(edges(topNodeType.contentMatch)), 1),
  );
  const end = nodes.paragraph.create(null, articleSchema.text(last));
  return {
    doc: topNodeType.create(attributes(topNodeType.spec.attrs ?? {}), [...content, end]),
    files: Object.fromEntries(files),
  };
}

function edges(match: ContentMatch): NodeType[] {
  return Array.from({ length: match.edgeCount }, (_, index) => match.edge(index).type);
}

const FRAMED = [
  "www.youtube.com/watch?v=dQw4w9WgXcQ&t=",
  "player.vimeo.com/video/76979871?h=",
  "www.google.com/maps/embed?pb=!1",
  "www.google.com/maps/place/",
  "t.me/durov/1?",
];

type Make = (random: Chance, text: () => string) => unknown;

/** Kinds of attributes: a sample that identifies the kind, and a generator. Hostile texts come first. */
const KINDS: readonly (readonly [sample: unknown, make: Make])[] = [
  ["<", (_random, text) => text()],
  [{ name: "<" }, hostileDefinition],
  [true, (random) => random.happens(0.5)],
  [[1], (random) => random.pick([null, [random.below(900), 0]])],
  ["wide", (random) => random.pick(FIGURE_WIDTHS)],
  ["16:9", (random) => random.pick(["", ...EMBED_SHAPES])],
  ["tip", (random) => random.pick(CALLOUT_TONES)],
  ["pt-BR", (random) => random.pick(["", "ru", "pt-BR"])],
  [3, (random) => random.below(random.pick([7, 101]))],
];

function hostileDefinition(random: Chance, text: () => string): unknown {
  return {
    name: text(),
    [random.pick(["class", "className"])]: random.happens(0.5) ? text() : [text(), text()],
    [random.pick(["data", "dataAttributes", "attributes"])]: {
      [text()]: text(),
      "data-x": text(),
      onclick: text(),
      y: random.below(9),
    },
  };
}

const kinds = new WeakMap<AttributeSpec, Make | undefined>();

function kindOf(spec: AttributeSpec): Make | undefined {
  if (!kinds.has(spec)) kinds.set(spec, KINDS.find(([sample]) => isAllowed(spec, sample))?.[1]);
  return kinds.get(spec);
}

function isAllowed(spec: AttributeSpec, value: unknown): boolean {
  if (typeof spec.validate !== "function") return typeof value === spec.validate;
  try {
    spec.validate(value);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
