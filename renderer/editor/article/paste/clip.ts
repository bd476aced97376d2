/** Adds a signed clip, which grants access to the files of copied blocks, to the clipboard's HTML only. */
import { DOMSerializer, type Fragment, type Schema } from "@tiptap/pm/model";
import { CLIP_ATTRIBUTE } from "../../ui/lib/clipboard-html.ts";
import { jsonAttribute } from "../../ui/lib/dom.ts";

const NAMES = ["data-file", "data-poster"] as const;

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

/** @returns null for HTML without a clip */
export function copiedFiles(html: string) {
  if (!html.includes(CLIP_ATTRIBUTE)) return null;
  const page = new DOMParser().parseFromString(html, "text/html");
  const clip = page.querySelector(`[${CLIP_ATTRIBUTE}]`)?.getAttribute(CLIP_ATTRIBUTE) ?? "";
  const places = NAMES.flatMap((name) =>
    [...page.querySelectorAll(`[${name}]`)].flatMap((block) => {
      const file = jsonAttribute(block, name);
      return typeof file === "string" && file !== "" ? [{ block, name, file }] : [];
    }),
  );
  if (clip === "" || places.length === 0) return null;
  return {
    clip,
    files: [...new Set(places.map(({ file }) => file))],
    /** The HTML with the file names in this session; the names of missing files are empty. */
    rename(names: ReadonlyMap<string, string>): string {
      for (const { block, name, file } of places) block.setAttribute(name, JSON.stringify(names.get(file) ?? ""));
      return page.body.innerHTML;
    },
  };
}
