/**
 * A paste or a drop of formatted words, of code, or of an address, that comes before what reads it: it is held, and done
 * again as it was as soon as that is there, where it was meant, also when somebody goes on writing. Without it, the words
 * alone come in.
 */
import { Extension } from "@tiptap/core";
import { Plugin } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { whenIdle } from "../../ui/lib/later.ts";
import { dropLater, pasteLater } from "./deferred-paste.ts";
import { loadPasteReader, pasteReader } from "./load-paste-reader.ts";
import { pressedKeys } from "./pressed-keys.ts";

export const EarlyPaste = Extension.create({
  name: "firstPaste",
  // Before everything that looks at a paste.
  priority: 1_000,

  addProseMirrorPlugins() {
    /** What was held is done again at this very moment. */
    let again = false;
    const holds = (view: EditorView, data: DataTransfer | null): data is DataTransfer =>
      !again && pasteReader() === null && view.editable && data !== null && needsReading(data);
    const come = () => loadPasteReader().catch(() => null);
    const repeated = (repeat: () => void) => {
      again = true;
      repeat();
      again = false;
    };
    return [
      new Plugin({
        view: () => ({ destroy: whenIdle(() => void come()) }),
        props: {
          handleDOMEvents: {
            paste(view, event) {
              if (view.composing || !holds(view, event.clipboardData)) return false;
              event.preventDefault();
              const clipboardData = copyOf(event.clipboardData);
              const keys = pressedKeys(view);
              const { shiftKey, lastKeyCode } = keys;
              void pasteLater(view, come(), null, () =>
                repeated(() => {
                  const now = { shiftKey: keys.shiftKey, lastKeyCode: keys.lastKeyCode };
                  Object.assign(keys, { shiftKey, lastKeyCode });
                  view.dom.dispatchEvent(
                    new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
                  );
                  Object.assign(keys, now);
                }),
              );
              return true;
            },
            drop(view, event) {
              // What is dragged inside the article is moved, not read.
              if (view.dragging !== null || !holds(view, event.dataTransfer)) return false;
              const data = copyOf(event.dataTransfer);
              return dropLater(view, event, come(), (_, drop) => repeated(() => drop(data)));
            },
          },
        },
      }),
    ];
  },
});

/** HTML, or a text that may be the code of something to embed, or may hold an address. */
function needsReading(data: DataTransfer): boolean {
  const text = data.getData("text/plain");
  return data.getData("text/html") !== "" || text.trimStart().startsWith("<") || /\S[.:@]\S/.test(text);
}

/** The browser empties its own when the event is over. */
function copyOf(data: DataTransfer): DataTransfer {
  const copy = new DataTransfer();
  for (const type of data.types) if (type !== "Files") copy.setData(type, data.getData(type));
  for (const file of data.files) copy.items.add(file);
  return copy;
}
