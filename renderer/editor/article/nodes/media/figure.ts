/** Figure, video and audio: one file of the session with a caption and a settings bar. */
import { Node, type NodeViewRendererProps } from "@tiptap/core";
import type { EditorView, NodeView } from "@tiptap/pm/view";
import { createElement } from "react";
import { SIZES } from "../../../../../server/article/render/rendering.ts";
import { localized } from "../../../../shared/language.ts";
import { messages } from "../../../messages/index.ts";
import { element } from "../../../ui/lib/dom.ts";
import type { Assets, MediaParts, MissingFile } from "../../../uploads/assets.ts";
import { createBlockView, createCaption } from "../block-view.ts";
import { copiedFigure, ofKnownFile } from "../data-attributes.ts";
import { fieldWriter, isFieldEvent, returnToBlock } from "../panels/panel.ts";
import { pictureInGallery } from "./media-commands.ts";

type Kind = "figure" | "video" | "audio";

const fileNode = (kind: Kind, createView: (kind: Kind, props: NodeViewRendererProps, parts: MediaParts) => NodeView) =>
  Node.create<MediaParts>({
    ...copiedFigure(kind),
    parseHTML() {
      return ofKnownFile(copiedFigure(kind).parseHTML(), this.options.files);
    },
    addNodeView() {
      return (props) => createView(kind, props, this.options);
    },
  });

export const Figure = fileNode("figure", createFigureView);
export const Video = fileNode("video", createPlayerView);
export const Audio = fileNode("audio", createPlayerView);

function createFigureView(_: Kind, props: NodeViewRendererProps, parts: MediaParts): NodeView {
  const { view, getPos } = props;
  const media = createMediaElement(String(props.node.attrs.file), parts.files);
  const caption = createCaption();
  const frame = element("div", { class: "figure-media", contenteditable: "false" }, media.dom);
  const note = element("p", { class: "figure-note note", contenteditable: "false" });
  const dom = element("figure", { class: "figure" }, frame, caption);
  const isInGallery = pictureInGallery(view.state.doc, getPos() ?? 0) !== null;
  const description = isInGallery ? null : createDescription(view, getPos);
  if (description !== null) dom.append(description.dom);

  function isField(event: Event): boolean {
    const fields =
      event.target instanceof Element ? event.target.closest<HTMLElement>(".figure-fields, .figure-point") : null;
    return fields !== null && isFieldEvent(event, fields);
  }

  return createBlockView(props, {
    of: "file",
    dom,
    contentDOM: caption,
    ...(description !== null && { first: description.input, onActive: description.setActive }),
    fields: ({ FigurePanel }) => createElement(FigurePanel, { frame, isInGallery, ...parts }),
    show(node) {
      const { alt, credit, href, width, focusX, focusY } = node.attrs as Record<string, string | number>;
      media.describe(String(alt));
      description?.show(String(alt));
      dom.dataset.width = String(width);
      // The object-position of a cropped picture.
      frame.style.setProperty("--focus", `${focusX}% ${focusY}%`);
      note.textContent = [credit, href === "" ? "" : messages.media.linksTo(String(href))].filter(Boolean).join(" · ");
      if (note.textContent === "") note.remove();
      else if (!note.isConnected) caption.after(note);
    },
    handles: (event) => isField(event) || media.handles(event),
    destroy: media.destroy,
  });
}

function createDescription(view: EditorView, getPos: () => number | undefined) {
  const input = element("input", {
    type: "text",
    class: "figure-description",
    autocomplete: "off",
    maxlength: "4000",
    placeholder: messages.figure.descriptionPlaceholder,
  });
  const dom = element("label", { class: "figure-fields note row", contenteditable: "false" });
  dom.append(messages.figure.description, input);
  const write = fieldWriter(view, getPos, dom);
  input.addEventListener("input", () => write({ alt: input.value }));
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" && event.key !== "Enter") return;
    event.preventDefault();
    returnToBlock(view, getPos);
  });
  input.tabIndex = -1;
  // In a read-only tab the change would not be saved.
  dom.addEventListener("focusin", () => {
    input.readOnly = !view.editable;
  });
  return {
    dom,
    input,
    show(alt: string) {
      if (document.activeElement !== input) input.value = alt;
    },
    /** Only the figure with the cursor is a tab stop. */
    setActive(active: boolean) {
      input.tabIndex = active ? 0 : -1;
    },
  };
}

function createPlayerView(kind: Kind, props: NodeViewRendererProps, parts: MediaParts): NodeView {
  const player = createPlayer(kind === "video" ? "video" : "audio", String(props.node.attrs.file), parts.files);
  const caption = createCaption();
  const frame = element("div", { class: "figure-media", contenteditable: "false" }, player.dom);
  return createBlockView(props, {
    of: "file",
    dom: element("figure", { class: "figure" }, frame, caption),
    contentDOM: caption,
    fields: ({ PlayerPanel }) => createElement(PlayerPanel, { queue: parts.queue }),
    show({ attrs }) {
      player.describe(String(attrs.title));
      if (kind === "video") player.showPoster(String(attrs.poster));
    },
    handles: player.handles,
    destroy: player.destroy,
  });
}

interface MediaElement {
  dom: HTMLElement;
  describe(alt: string): void;
  handles(event: Event): boolean;
  destroy(): void;
}

/** Shows a file as a picture, a player or its name. A file that Galley still fetches (contract 3) appears later. */
function createMediaElement(file: string, files: Assets): MediaElement {
  const entry = files.get(file);
  const type = entry?.type ?? typeByName(file);
  if (type.startsWith("video/")) return createPlayer("video", file, files);
  if (type.startsWith("audio/")) return createPlayer("audio", file, files);
  if (type.startsWith("image/")) return picture(file, files);
  const dom = element("div", { class: "figure-picture is-missing" }, file);
  return { dom, describe: () => {}, handles: () => false, destroy: () => {} };
}

interface Player extends MediaElement {
  /** @param file a file of the session, "" for none */
  showPoster(file: string): void;
}

function createPlayer(kind: "video" | "audio", file: string, files: Assets): Player {
  const media = element(kind, { controls: "", preload: "metadata" });
  const frame = createFrame(media, "loadedmetadata", () => [file], files);
  return {
    ...frame,
    describe: (alt) => media.setAttribute("aria-label", alt === "" ? messages.figure.undescribed : alt),
    showPoster(poster) {
      if (poster === "") media.removeAttribute("poster");
      else media.setAttribute("poster", files.url(poster));
    },
    handles: (event) =>
      frame.handles(event) || (event.target === media && !event.type.startsWith("drag") && event.type !== "drop"),
    destroy() {
      media.pause();
      frame.destroy();
    },
  };
}

function picture(file: string, files: Assets): MediaElement {
  const { width, height } = files.get(file) ?? {};
  // Reserves the space while the picture loads.
  const size: Record<string, string> = width && height ? { width: String(width), height: String(height) } : {};
  const image = element("img", { decoding: "async", ...size });
  const widthsOf = () => (width ? (files.get(file)?.widths ?? []) : []);
  // Smaller widths, as on the published page, draw faster while the journalist types.
  let offered = "";
  let lastQuery = "";
  const offerWidths = (query = lastQuery) => {
    lastQuery = query;
    const available = [...widthsOf(), { file, width }].filter((each) => !files.missing.get().has(each.file));
    const sources = available.map((each) => `${files.url(each.file)}${query} ${each.width}w`);
    const all = sources.length < 2 ? "" : sources.join(", ");
    if (all === offered) return;
    offered = all;
    image.sizes = SIZES.text;
    image.srcset = all;
  };
  // Galley creates the widths of a fetched picture after it is shown here.
  const unsubscribes = [files.widened, files.missing].map((changed) => changed.subscribe(() => offerWidths()));
  const widestFirst = () => [
    file,
    ...widthsOf()
      .toReversed()
      .map((each) => each.file),
  ];
  const frame = createFrame(image, "load", widestFirst, files, offerWidths);
  return {
    ...frame,
    describe(alt) {
      image.alt = alt;
    },
    destroy() {
      for (const unsubscribe of unsubscribes) unsubscribe();
      frame.destroy();
    },
  };
}

/** Loads the best available file and reports the missing ones. @param offer sets the `srcset` */
function createFrame(
  media: HTMLImageElement | HTMLMediaElement,
  ready: "load" | "loadedmetadata",
  names: () => string[],
  files: Assets,
  offer: (query: string) => void = () => {},
): Omit<MediaElement, "describe"> {
  const problem = element("p", { class: "figure-problem note", role: "note" });
  const again = element("button", { type: "button", class: "text-button" }, messages.common.retry);
  const dom = element("div", { class: "figure-picture" }, media);
  let tries = 0;
  let isShown = false;
  const missingNames = () => names().filter((file) => files.missing.get().has(file));
  const best = () => names().find((file) => !files.missing.get().has(file)) ?? names()[0] ?? "";
  let loaded = "";

  function load(): void {
    loaded = best();
    // Each try has a new URL to bypass the browser cache.
    const query = tries === 0 ? "" : `?try=${tries}`;
    offer(query);
    media.src = files.url(loaded) + query;
    tries += 1;
  }

  function problemText(file: string, missing: MissingFile | undefined): string {
    switch (missing?.state) {
      case undefined:
        return messages.figure.notHere(file);
      case "pending":
        return messages.figure.beingFetched(file);
      case "failed":
        return messages.figure.notFetched(file, localized(missing.problem, missing.problem_sentence));
      case "gone":
        return messages.figure.gone(file);
    }
  }

  /** Reports the missing files; if nothing is shown, only the best one. */
  function report(): void {
    const missing = missingNames();
    const reported = isShown ? missing : [names()[0] ?? ""];
    problem.textContent = reported.map((file) => problemText(file, files.missing.get().get(file))).join(" ");
    again.hidden = missing.length > 0;
    if (reported.length === 0) for (const each of [problem, again]) each.remove();
    else if (!problem.isConnected) dom.append(problem, again);
    dom.classList.toggle("is-missing", !isShown);
  }

  let missingBefore = missingNames();
  const unsubscribe = files.missing.subscribe(() => {
    const missing = missingNames();
    const hasArrived = missingBefore.some((file) => !missing.includes(file));
    missingBefore = missing;
    if (hasArrived && (!isShown || best() !== loaded)) load();
    if (missing.length > 0 || isShown) report();
  });

  media.addEventListener("error", () => {
    // A smaller width may be missing although the picture is not.
    if (media instanceof HTMLImageElement && media.srcset !== "") {
      media.srcset = "";
      return;
    }
    isShown = false;
    report();
  });
  media.addEventListener(ready, () => {
    isShown = true;
    report();
  });
  again.addEventListener("click", load);
  // Pictures load immediately, players when they are near the viewport.
  const stopWaiting = media instanceof HTMLMediaElement ? whenNear(dom, load) : load();
  return {
    dom,
    handles: (event) => again.contains(event.target as globalThis.Node),
    destroy() {
      stopWaiting?.();
      unsubscribe();
    },
  };
}

function whenNear(target: HTMLElement, callback: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      callback();
    },
    { rootMargin: "100%" },
  );
  observer.observe(target);
  return () => observer.disconnect();
}

function typeByName(file: string): string {
  const extension = file.slice(file.lastIndexOf(".") + 1).toLowerCase();
  if (["mp4", "webm", "ogv"].includes(extension)) return "video/*";
  if (["mp3", "wav", "ogg", "aac", "m4a"].includes(extension)) return "audio/*";
  if (["pdf", "txt", "json", "lottie"].includes(extension)) return "application/octet-stream";
  return "image/*";
}
