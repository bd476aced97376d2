import type { Desk } from "../desk.ts";
import type { BlockContext } from "./block-choice.ts";

/** What the choices of an open article work with. */
export function blockContext(desk: Desk): BlockContext {
  const { editor, session } = desk;
  const all = session.limits.accepted_extensions.map((extension) => `.${extension.replace(/^\./, "")}`).join(",");
  return {
    editor,
    session,
    chooseFiles(accept = all) {
      const input = document.createElement("input");
      input.type = "file";
      input.multiple = true;
      input.accept = accept;
      input.addEventListener("change", () => desk.insertPictures([...(input.files ?? [])]));
      input.click();
    },
  };
}
