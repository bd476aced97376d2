/**
 * What a file looks like in the article: a picture, a film, a sound, or its name. A file that the appliance is still
 * fetching from the site (design 4, "restoring") is asked for again.
 */
import { element } from "../dom.ts";
import type { FileBook } from "../file-book.ts";
import { messages } from "../messages.ts";

export interface MediaElement {
  dom: HTMLElement;
  /** Sets what a screen reader says. */
  describe(alt: string): void;
  /** Whether an event belongs to the element and not to the document: the controls of a film, say. */
  handles(event: Event): boolean;
  destroy(): void;
}

/** Pauses before a picture that did not load is asked for again. */
const RETRY_MS = [2_000, 5_000, 15_000, 30_000];

export function createMediaElement(file: string, files: FileBook): MediaElement {
  const entry = files.get(file);
  const type = entry?.type ?? typeByName(file);
  const url = files.url(file);
  if (type.startsWith("video/")) return player(element("video", { src: url, controls: "", preload: "metadata" }));
  if (type.startsWith("audio/")) return player(element("audio", { src: url, controls: "", preload: "metadata" }));
  if (!type.startsWith("image/")) {
    const name = element("span", { class: "figure-file" }, file);
    return { dom: name, describe: () => {}, handles: () => false, destroy: () => {} };
  }
  return picture(url, file, entry?.width, entry?.height);
}

function player(media: HTMLMediaElement): MediaElement {
  return {
    dom: media,
    describe: (alt) => media.setAttribute("aria-label", alt === "" ? messages.figure.undescribed : alt),
    handles: (event) => event.target === media && !event.type.startsWith("drag") && event.type !== "drop",
    destroy: () => media.pause(),
  };
}

function picture(url: string, file: string, width: number | undefined, height: number | undefined): MediaElement {
  // Width and height give the place its shape before the bytes are there.
  const size: Record<string, string> = width && height ? { width: String(width), height: String(height) } : {};
  const image = element("img", { src: url, decoding: "async", ...size });
  const problem = element("p", { class: "figure-problem", role: "note" }, messages.figure.notHere(file));
  const again = element("button", { type: "button", class: "figure-remove" }, messages.figure.tryAgain);
  const dom = element("div", { class: "figure-picture" }, image);
  let tries = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function load(): void {
    clearTimeout(timer);
    tries += 1;
    image.src = `${url}?try=${tries}`;
  }
  image.addEventListener("error", () => {
    if (!problem.isConnected) dom.append(problem, again);
    dom.classList.add("is-missing");
    const pause = RETRY_MS[tries];
    if (pause !== undefined) timer = setTimeout(load, pause);
  });
  image.addEventListener("load", () => {
    problem.remove();
    again.remove();
    dom.classList.remove("is-missing");
  });
  again.addEventListener("click", load);

  return {
    dom,
    describe(alt) {
      image.alt = alt;
    },
    handles: (event) => again.contains(event.target as Node),
    destroy: () => clearTimeout(timer),
  };
}

function typeByName(file: string): string {
  const extension = file.slice(file.lastIndexOf(".") + 1).toLowerCase();
  if (["mp4", "webm", "ogv"].includes(extension)) return "video/*";
  if (["mp3", "wav", "ogg", "aac", "m4a"].includes(extension)) return "audio/*";
  if (["pdf", "txt", "json", "lottie"].includes(extension)) return "application/octet-stream";
  return "image/*";
}
