/** An upload under way as it stands in the article: a preview, how far it is, cancel and retry. */
import { element } from "../lib/dom.ts";
import { messages } from "../messages/index.ts";
import type { Upload, UploadState } from "./upload-queue.ts";

export interface UploadCard {
  dom: HTMLElement;
  destroy(): void;
}

export function createUploadCard(upload: Upload, actions: { cancel(): void; retry(): void }): UploadCard {
  const { name } = upload.file;
  const preview = upload.file.type.startsWith("image/") ? URL.createObjectURL(upload.file) : null;
  const progress = element("progress", { max: "1", "aria-label": messages.upload.progress(name) });
  const words = element("span", { class: "uploads-words", role: "status" });
  const retry = element("button", { type: "button", class: "text-button" }, messages.upload.retry);
  const cancel = element("button", { type: "button", class: "text-button" }, messages.upload.cancel);
  retry.setAttribute("aria-label", messages.upload.retryFile(name));
  cancel.setAttribute("aria-label", messages.upload.cancelFile(name));
  const line = element("div", { class: "uploads-line" }, words, retry, cancel);
  const dom = element("div", {
    class: "uploads-card",
    contenteditable: "false",
    role: "group",
    "aria-label": name,
    "data-upload": upload.id,
  });
  if (preview !== null) dom.append(element("img", { src: preview, alt: "", class: "uploads-preview" }));
  dom.append(progress, line);

  function show(state: UploadState): void {
    words.textContent = messages.upload.state(name, state.kind === "refused" ? state.sentence : null, state.kind);
    if (state.kind === "sending" && state.fraction > 0) progress.value = state.fraction;
    else progress.removeAttribute("value");
    progress.hidden = state.kind === "refused";
    retry.hidden = state.kind !== "refused" && state.kind !== "waiting_for_server";
    dom.classList.toggle("is-refused", state.kind === "refused");
  }

  retry.addEventListener("click", actions.retry);
  cancel.addEventListener("click", actions.cancel);
  show(upload.state.get());
  const unsubscribe = upload.state.subscribe(() => show(upload.state.get()));
  return {
    dom,
    destroy() {
      unsubscribe();
      if (preview !== null) URL.revokeObjectURL(preview);
    },
  };
}
