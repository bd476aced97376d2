/**
 * What is copied takes the right to its files along: the clip of its article stands in the clipboard's HTML, and is good only
 * for who is logged in at an article of the same project, for as long as a login lasts. The document never has it.
 */
import { DOMSerializer, type Fragment, type Schema } from "@tiptap/pm/model";
import { CLIP_ATTRIBUTE } from "../../ui/lib/clipboard-html.ts";

/** Attributes that name a file, as `dataAttributes` writes them. */
const NAMES = ["data-file", "data-poster"] as const;

/** @param clip of the article, as it is now */
export function clipSerializer(schema: Schema, clip: () => string): DOMSerializer {
  const plain = DOMSerializer.fromSchema(schema);
  return new (class extends DOMSerializer {
    override serializeFragment(
      fragment: Fragment,
      options?: { document?: Document },
      target?: HTMLElement | DocumentFragment,
    ): HTMLElement | DocumentFragment {
      const dom = super.serializeFragment(fragment, options, target);
      dom.querySelector(NAMES.map((name) => `[${name}]`).join())?.setAttribute(CLIP_ATTRIBUTE, clip());
      return dom;
    }
  })(plain.nodes, plain.marks);
}

/** Copied blocks that show files of an article. */
export interface CopiedFiles {
  clip: string;
  files: string[];
  /** The HTML with the names that the files have here; those that did not come along are named no more. */
  rename(names: ReadonlyMap<string, string>): string;
}

/** Null where no clip stands in the HTML. */
export function copiedFiles(html: string): CopiedFiles | null {
  if (!html.includes(CLIP_ATTRIBUTE)) return null;
  const page = new DOMParser().parseFromString(html, "text/html");
  const clip = page.querySelector(`[${CLIP_ATTRIBUTE}]`)?.getAttribute(CLIP_ATTRIBUTE) ?? "";
  const places = NAMES.flatMap((name) =>
    [...page.querySelectorAll(`[${name}]`)].map((block) => ({ block, name, file: nameIn(block.getAttribute(name)) })),
  ).filter(({ file }) => file !== "");
  if (clip === "" || places.length === 0) return null;
  return {
    clip,
    files: [...new Set(places.map(({ file }) => file))],
    rename(names) {
      for (const { block, name, file } of places) block.setAttribute(name, JSON.stringify(names.get(file) ?? ""));
      return page.body.innerHTML;
    },
  };
}

function nameIn(json: string | null): string {
  try {
    const name: unknown = JSON.parse(json ?? "");
    return typeof name === "string" ? name : "";
  } catch {
    return "";
  }
}
