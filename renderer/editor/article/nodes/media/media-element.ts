/**
 * What a file looks like in the article: a picture, a film, a sound, or its name. Bytes that the appliance is still fetching from
 * the site (contract 3) are shown as soon as they are there.
 */
import { SIZES } from "../../../../../server/article/render/sizes.ts";
import type { AssetEntry } from "../../../../../server/article/vms-json.ts";
import { said } from "../../../../shared/language.ts";
import { element } from "../../../lib/dom.ts";
import { messages } from "../../../messages/index.ts";
import type { Assets, MissingFile } from "../../../uploads/assets.ts";

export interface MediaElement {
  dom: HTMLElement;
  /** Sets what a screen reader says. */
  describe(alt: string): void;
  /** Whether an event belongs to the element and not to the document: the controls of a film, say. */
  handles(event: Event): boolean;
  destroy(): void;
}

export function createMediaElement(file: string, files: Assets): MediaElement {
  const entry = files.get(file);
  const type = entry?.type ?? typeByName(file);
  if (type.startsWith("video/")) return createPlayer("video", file, files);
  if (type.startsWith("audio/")) return createPlayer("audio", file, files);
  if (type.startsWith("image/")) return picture(file, files);
  const name = element("span", { class: "figure-file" }, file);
  return { dom: name, describe: () => {}, handles: () => false, destroy: () => {} };
}

export interface Player extends MediaElement {
  /** Sets the still picture of a film. @param file a name of the session, "" for none */
  showPoster(file: string): void;
}

/** A film or a sound with the browser's own controls. */
export function createPlayer(kind: "video" | "audio", file: string, files: Assets): Player {
  const media = element(kind, { controls: "", preload: "metadata" });
  const frame = createFrame(media, "loadedmetadata", file, files);
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
  // Width and height give the place its shape before the bytes are there.
  const size: Record<string, string> = width && height ? { width: String(width), height: String(height) } : {};
  const image = element("img", { decoding: "async", ...size });
  // As readers get it: what stands on the screen is much less to draw, while somebody writes beside it.
  let known: AssetEntry["widths"];
  const offerWidths = () => {
    const widths = width ? files.get(file)?.widths : undefined;
    if (widths === known || widths === undefined || widths.length === 0) return;
    known = widths;
    image.sizes = SIZES.text;
    image.srcset = [...widths, { file, width }].map((each) => `${files.url(each.file)} ${each.width}w`).join(", ");
  };
  offerWidths();
  // Of a picture that was fetched they are made once it stands here.
  const unsubscribe = files.widened.subscribe(offerWidths);
  const frame = createFrame(image, "load", file, files);
  return {
    ...frame,
    describe(alt) {
      image.alt = alt;
    },
    destroy() {
      unsubscribe();
      frame.destroy();
    },
  };
}

/** Loads the element's source; where the bytes do not come, says why, and loads them as soon as they are there. */
function createFrame(
  media: HTMLImageElement | HTMLMediaElement,
  ready: "load" | "loadedmetadata",
  file: string,
  files: Assets,
): Omit<MediaElement, "describe"> {
  const problem = element("p", { class: "figure-problem", role: "note" });
  const again = element("button", { type: "button", class: "text-button" }, messages.figure.tryAgain);
  const dom = element("div", { class: "figure-picture" }, media);
  let tries = 0;

  function load(): void {
    // A new address each time, or the browser would answer from what it remembers.
    if (tries > 0 && media instanceof HTMLImageElement) media.srcset = "";
    media.src = tries === 0 ? files.url(file) : `${files.url(file)}?try=${tries}`;
    tries += 1;
  }

  function wordsFor(missing: MissingFile | undefined): string {
    switch (missing?.state) {
      case undefined:
        return messages.figure.notHere(file);
      case "pending":
        return messages.figure.beingFetched(file);
      case "failed":
        return messages.figure.notFetched(file, said(missing.problem));
      case "gone":
        return messages.figure.gone(file);
    }
  }

  function showProblem(): void {
    const missing = files.missing.get().get(file);
    problem.textContent = wordsFor(missing);
    again.hidden = missing !== undefined;
    if (!problem.isConnected) dom.append(problem, again);
    dom.classList.add("is-missing");
  }

  let wasMissing = files.missing.get().has(file);
  const unsubscribe = files.missing.subscribe(() => {
    const isMissing = files.missing.get().has(file);
    if (isMissing) showProblem();
    else if (wasMissing) load();
    wasMissing = isMissing;
  });
  media.addEventListener("error", () => {
    // A narrower file may be missing where the picture is not.
    if (media instanceof HTMLImageElement && media.srcset !== "") media.srcset = "";
    else showProblem();
  });
  media.addEventListener(ready, () => {
    problem.remove();
    again.remove();
    dom.classList.remove("is-missing");
  });
  again.addEventListener("click", load);
  // Pictures give the article its shape; a film or a sound can wait until somebody comes near.
  const stopWaiting = media instanceof HTMLMediaElement ? whenNear(dom, load) : load();
  return {
    dom,
    handles: (event) => again.contains(event.target as Node),
    destroy() {
      stopWaiting?.();
      unsubscribe();
    },
  };
}

/** Calls back once when the element is on the screen or a screen away. Returns the end of the waiting. */
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
