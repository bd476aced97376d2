/** Validates steps from tabs and the resulting document. Checks depth and size before any recursive function reads a value. */
import type { Node } from "prosemirror-model";
import { AttrStep, DocAttrStep, Mapping, Step } from "prosemirror-transform";
import { z } from "zod";
import { findFault, MAX_DOCUMENT_DEPTH, MAX_DOCUMENT_NODES } from "../../article/document.ts";
import { articleSchema } from "../../article/schema.ts";
import { isWithinDepth } from "../../article/vms-json.ts";
import { type Sentence, sentence } from "../../contracts/sentences/index.ts";
import { AppError, refusedPart } from "../../core/errors.ts";

/** Nesting levels in a step's JSON: two per node, plus the levels around them. */
const MAX_STEP_DEPTH = 2 * MAX_DOCUMENT_DEPTH + 8;

const position = z.int().min(0).max(100_000_000);
const open = z.int().min(0).max(MAX_DOCUMENT_DEPTH).optional();
const slice = z.strictObject({ content: z.array(z.unknown()), openStart: open, openEnd: open });
const mark = z.strictObject({ type: z.string(), attrs: z.record(z.string(), z.unknown()).optional() });
const attr = z.string().max(100);

const StepShape = z.discriminatedUnion("stepType", [
  z.strictObject({
    stepType: z.literal("replace"),
    from: position,
    to: position,
    slice: slice.optional(),
    structure: z.boolean().optional(),
  }),
  z.strictObject({
    stepType: z.literal("replaceAround"),
    from: position,
    to: position,
    gapFrom: position,
    gapTo: position,
    insert: position,
    slice: slice.optional(),
    structure: z.boolean().optional(),
  }),
  z.strictObject({ stepType: z.enum(["addMark", "removeMark"]), mark, from: position, to: position }),
  z.strictObject({ stepType: z.enum(["addNodeMark", "removeNodeMark"]), mark, pos: position }),
  z.strictObject({ stepType: z.literal("attr"), pos: position, attr, value: z.unknown() }),
  z.strictObject({ stepType: z.literal("docAttr"), attr, value: z.unknown() }),
]);
type StepJson = z.output<typeof StepShape>;

/** The error for a step that does not fit the article's document. */
const refused = (reason: Sentence) => refusedPart("steps", reason);
const unreadable = (problem: string) => refused(sentence("articles.not_a_document", { problem }));
const misfit = (problem: string) => refused(sentence("articles.step_misfit", { problem }));
const tooDeep = () => refused(sentence("articles.step_too_deep", { max: MAX_DOCUMENT_DEPTH }));

/** A validated step, and the nodes and attributes that it adds, as JSON. */
export interface ReadStep {
  step: Step;
  added: { content: unknown[]; attrs: Record<string, unknown> };
}

/** @throws ValidationFailed */
export function readStep(json: unknown): ReadStep {
  if (!isWithinDepth(json, MAX_STEP_DEPTH)) throw tooDeep();
  const shape = StepShape.safeParse(json);
  if (!shape.success) throw refused(sentence("articles.step_unknown"));
  const content = "slice" in shape.data ? (shape.data.slice?.content ?? []) : [];
  const fault = faultIn(content, shape.data);
  if (fault !== null) throw unreadable(fault);
  try {
    const attrs = "attr" in shape.data ? { [shape.data.attr]: shape.data.value } : {};
    return { step: Step.fromJSON(articleSchema, json), added: { content, attrs } };
  } catch (error) {
    throw refusal(error);
  }
}

function faultIn(content: unknown[], step: StepJson): string | null {
  // A text node is the smallest node that can carry the mark.
  const marked = "mark" in step ? [{ type: "text", text: "x", marks: [step.mark] }] : [];
  for (const node of [...content, ...marked]) {
    const fault = findFault(node);
    if (fault !== null) return fault;
  }
  return null;
}

/** Applies the steps and validates the resulting document. @throws ValidationFailed */
export function applySteps(doc: Node, steps: readonly Step[]): Node {
  let after = doc;
  try {
    for (const step of steps) {
      checkAttribute(after, step);
      const { doc: next, failed } = step.apply(after);
      if (next == null) throw misfit(failed ?? "");
      after = next;
    }
    checkDocument(after);
  } catch (error) {
    throw refusal(error);
  }
  return after;
}

/**
 * Rebases a tab's steps over the steps that it missed, exactly as `prosemirror-collab` does in the tab: each step is mapped
 * through the inverse of the tab's earlier steps, the missed steps, and the earlier steps again. Steps that no longer
 * apply are dropped.
 * @param doc the document after the missed steps
 */
export function rebased(doc: Node, own: readonly Step[], missed: readonly Step[]): Step[] {
  const mapping = new Mapping([
    ...own.toReversed().map((step) => step.getMap().invert()),
    ...missed.map((step) => step.getMap()),
  ]);
  const kept: Step[] = [];
  let after = doc;
  try {
    for (const [index, step] of own.entries()) {
      const inverse = own.length - 1 - index;
      const mapped = step.map(mapping.slice(inverse + 1));
      const next = mapped?.apply(after).doc;
      if (mapped === null || next == null) continue;
      mapping.appendMap(mapped.getMap(), inverse);
      kept.push(mapped);
      after = next;
    }
  } catch (error) {
    throw refusal(error);
  }
  return kept;
}

/** Rejects attributes that the node's type does not define, because ProseMirror drops these silently. */
function checkAttribute(doc: Node, step: Step): void {
  if (!(step instanceof AttrStep || step instanceof DocAttrStep)) return;
  const node = step instanceof AttrStep ? doc.nodeAt(step.pos) : doc;
  if (node === null || !Object.hasOwn(node.type.spec.attrs ?? {}, step.attr))
    throw refused(sentence("articles.step_unknown"));
}

/** Depth and node count of validated blocks. Blocks are immutable. */
const checked = new WeakMap<Node, { depth: number; nodes: number }>();

/** Validates the blocks that changed since the last call. @throws RangeError, ValidationFailed */
function checkDocument(doc: Node): void {
  const fault = findFault({ type: doc.type.name, attrs: doc.attrs });
  if (fault !== null) throw unreadable(fault);
  if (!doc.type.validContent(doc.content)) throw refused(sentence("articles.step_no_blocks"));
  let nodes = 1;
  for (const block of doc.children) {
    const size = checked.get(block) ?? sizeOf(block);
    if (size.depth + 1 > MAX_DOCUMENT_DEPTH) throw tooDeep();
    if (!checked.has(block)) block.check();
    checked.set(block, size);
    nodes += size.nodes;
  }
  if (nodes > MAX_DOCUMENT_NODES) throw refused(sentence("articles.step_too_many_nodes", { max: MAX_DOCUMENT_NODES }));
}

function sizeOf(block: Node): { depth: number; nodes: number } {
  let nodes = 0;
  let deepest = 0;
  const stack: [Node, number][] = [[block, 1]];
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const [node, depth] = top;
    nodes += 1 + node.marks.length;
    deepest = Math.max(deepest, depth);
    for (const child of node.children) stack.push([child, depth + 1]);
  }
  return { depth: deepest, nodes };
}

/** Converts the errors that ProseMirror throws for wrong positions and content. Rethrows others. */
function refusal(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof RangeError || error instanceof TypeError) return misfit(error.message);
  throw error;
}
