/** The placeholder of a pasted picture without its file: fetches it on request, or accepts a file. */
import { Node, type NodeViewRendererProps } from "@tiptap/core";
import type { NodeView } from "@tiptap/pm/view";
import { messages } from "../../../messages/index.ts";
import { element } from "../../../ui/lib/dom.ts";
import type { MediaParts } from "../../../uploads/assets.ts";
import { chooseFiles, insertFiles } from "../../../uploads/picture-input.ts";
import { createBlockView, createCaption } from "../block-view.ts";
import { copiedFigure } from "../data-attributes.ts";
import { removeBlock } from "./media-commands.ts";

export const MediaPlace = Node.create<MediaParts>({
  ...copiedFigure("mediaPlace"),
  addNodeView() {
    return (props) => createPlaceView(props, this.options);
  },
});

function createPlaceView(props: NodeViewRendererProps, { imports, queue }: MediaParts): NodeView {
  const { view, getPos } = props;
  const t = messages.media.place;
  let { source } = props.node.attrs as { source: string };
  const title = element("p", { class: "media-place-words" });
  const about = element("p", { class: "media-place-about note" });
  const problem = element("p", { class: "media-place-problem note", role: "status" });
  const button = (label: string) => element("button", { type: "button", class: "text-button" }, label);
  const [fetch, choose, remove] = [button(t.fetch), button(t.choose), button(messages.figure.remove)];
  const buttons = [fetch, choose, remove];
  const row = element("div", { class: "row" }, ...buttons);
  const box = element("div", { class: "media-place-box", contenteditable: "false" }, title, about, problem, row);
  const caption = createCaption();
  const dom = element("figure", { class: "figure media-place" }, box, caption);

  function showState(): void {
    const state = source === "" ? undefined : imports.states.get().get(source);
    const isFetching = state?.kind === "fetching";
    const host = hostOf(source);
    title.textContent = isFetching ? t.fetching(host) : source === "" ? t.unknown : t.from(host);
    dom.setAttribute("aria-label", title.textContent);
    problem.textContent = isFetching ? "" : state?.kind === "failed" ? `${state.sentence} ${t.hint}` : t.hint;
    problem.classList.toggle("is-problem", state?.kind === "failed");
    fetch.textContent = state?.kind === "failed" ? messages.common.retry : t.fetch;
    fetch.hidden = source === "" || isFetching;
    dom.setAttribute("aria-busy", String(isFetching));
  }

  function take(files: File[]): void {
    const position = getPos();
    if (position === undefined || !view.editable) return;
    const [first, ...others] = files;
    if (first === undefined) return;
    if (others.length > 0) insertFiles(view, queue, others, { position: position + sizeAt(position) });
    insertFiles(view, queue, [first], { position, use: "place" });
  }

  const sizeAt = (position: number): number => view.state.doc.nodeAt(position)?.nodeSize ?? 0;

  const isFileDrag = (event: Event): event is DragEvent =>
    event instanceof DragEvent && event.dataTransfer?.types.includes("Files") === true;

  function setActive(active: boolean): void {
    dom.classList.toggle("is-active", active);
    // Only the placeholder with the cursor is a tab stop.
    for (const button of buttons) button.tabIndex = active ? 0 : -1;
  }

  fetch.addEventListener("click", () => view.editable && imports.fetch([source]));
  choose.addEventListener("click", () => chooseFiles("image/*", t.choose, false, take));
  remove.addEventListener("click", () => view.editable && removeBlock(view, getPos()));
  box.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    view.focus();
  });
  dom.addEventListener("dragover", (event) => {
    if (!isFileDrag(event)) return;
    event.preventDefault();
    dom.classList.add("is-target");
  });
  dom.addEventListener("dragleave", () => dom.classList.remove("is-target"));
  dom.addEventListener("drop", (event) => {
    dom.classList.remove("is-target");
    if (!isFileDrag(event)) return;
    event.preventDefault();
    take([...(event.dataTransfer?.files ?? [])]);
  });
  setActive(false);
  const unsubscribe = imports.states.subscribe(showState);
  return createBlockView(props, {
    of: "file",
    dom,
    contentDOM: caption,
    watcher: {
      enter: () => setActive(true),
      leave: () => setActive(false),
      focus() {
        buttons.find((button) => !button.hidden)?.focus();
        return true;
      },
      hasFocus: () => buttons.some((button) => button === document.activeElement),
    },
    show({ attrs }) {
      source = String(attrs.source);
      about.textContent = String(attrs.alt);
      about.hidden = about.textContent === "";
      showState();
    },
    handles: (event) => isFileDrag(event) || row.contains(event.target as globalThis.Node),
    destroy: unsubscribe,
  });
}

const hostOf = (source: string): string => URL.parse(source)?.host ?? source;
