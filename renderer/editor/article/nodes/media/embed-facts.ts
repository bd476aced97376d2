/** Fetches the title and still of a newly inserted embed. Opening an article requests nothing. */
import { getChangedRanges } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { Plugin, type Transaction } from "@tiptap/pm/state";
import { AttrStep } from "@tiptap/pm/transform";
import type { EditorView } from "@tiptap/pm/view";
import type { EmbedFacts } from "../../../../../server/contracts/media-api.ts";

const PAUSE_MS = 500;

/** @param ask called once for each URL; resolves to null if nothing is known */
export function embedFacts(ask: (href: string) => Promise<EmbedFacts | null>): Plugin {
  const pending = new Set<string>();
  const requested = new Set<string>();

  async function fetchFacts(view: EditorView, href: string): Promise<void> {
    requested.add(href);
    const facts = await ask(href);
    if (facts === null || view.isDestroyed) return;
    const { tr } = view.state;
    tr.doc.descendants((node, position) => {
      if (!lacksFacts(node) || node.attrs.href !== href) return;
      if (facts.poster !== null) tr.setNodeAttribute(position, "poster", facts.poster.file_name);
      if (node.attrs.title === "" && facts.title !== "") tr.setNodeAttribute(position, "title", facts.title);
    });
    if (tr.docChanged) view.dispatch(tr.setMeta("addToHistory", false));
  }

  return new Plugin({
    state: {
      init: () => null,
      apply(tr) {
        if (isUserEdit(tr)) for (const href of hrefsIn(tr)) if (!requested.has(href)) pending.add(href);
        return null;
      },
    },
    view(view) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      return {
        update(_, before) {
          if (pending.size === 0 || view.state.doc === before.doc) return;
          clearTimeout(timer);
          timer = setTimeout(() => {
            const hrefs = [...pending];
            pending.clear();
            for (const href of hrefs) void fetchFacts(view, href);
          }, PAUSE_MS);
        },
        destroy: () => clearTimeout(timer),
      };
    },
  });
}

function isUserEdit(tr: Transaction): boolean {
  return tr.docChanged && tr.getMeta("preventUpdate") !== true && tr.getMeta("addToHistory") !== false;
}

function lacksFacts({ type, attrs }: Node): boolean {
  return type.name === "embed" && attrs.poster === "" && attrs.href !== "";
}

function hrefsIn(tr: Transaction): string[] {
  const found: string[] = [];
  const collect = (node: Node | null) => node !== null && lacksFacts(node) && found.push(String(node.attrs.href));
  for (const [index, step] of tr.steps.entries())
    if (step instanceof AttrStep && step.attr === "href")
      collect(tr.doc.nodeAt(tr.mapping.slice(index + 1).map(step.pos)));
  for (const { newRange } of getChangedRanges(tr))
    tr.doc.nodesBetween(newRange.from, newRange.to, (node) => void collect(node));
  return found;
}
