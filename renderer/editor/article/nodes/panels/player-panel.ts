/** The fields of a film or a sound: its title, a film's poster, taking it out. */
import type { EditorView } from "@tiptap/pm/view";
import { element } from "../../../lib/dom.ts";
import { messages } from "../../../messages/index.ts";
import { chooseFiles } from "../../../uploads/choose-files.ts";
import type { MediaParts } from "../../../uploads/media-parts.ts";
import { insertFiles } from "../../../uploads/picture-input.ts";
import { takeOut } from "../take-out.ts";
import { fieldWriter } from "./field-writer.ts";
import { textField } from "./fields.ts";
import { type Panel, returnToBlock } from "./panel-host.ts";
import { focusField, mediaPanel, panelButton, panelRow } from "./panel-parts.ts";

export interface PlayerPanelParts extends MediaParts {
  view: EditorView;
  getPos: () => number | undefined;
}

export function createPlayerPanel(kind: "video" | "audio", { view, getPos, queue }: PlayerPanelParts): Panel {
  const t = messages.media;
  const panel = mediaPanel();
  const write = fieldWriter(view, getPos, panel);
  const title = textField({
    label: t.title,
    placeholder: t.titlePlaceholder,
    onInput: (value) => write({ title: value }),
    onDone: () => returnToBlock(view, getPos),
  });
  const posterWords = element("span", { role: "status" });
  const choose = panelButton(t.choosePoster, () =>
    chooseFiles("image/*", t.choosePoster, false, ([picture]) => {
      const position = getPos();
      const film = position === undefined ? null : view.state.doc.nodeAt(position);
      if (position === undefined || film === null || picture === undefined) return;
      if (picture.type.startsWith("image/"))
        insertFiles(view, queue, [picture], { position: position + film.nodeSize, use: "poster" });
      else posterWords.textContent = t.noPicture(picture.name);
    }),
  );
  const withoutPoster = panelButton(t.removePoster, () => {
    write({ poster: "" });
    choose.focus();
  });
  const remove = panelButton(messages.figure.remove, () => takeOut(view, getPos()));
  panel.append(title.dom);
  if (kind === "video") panel.append(panelRow(posterWords, choose, withoutPoster));
  panel.append(panelRow(null, remove));

  return {
    dom: panel,
    show(node) {
      title.show(node.attrs.title);
      const poster = String(node.attrs.poster ?? "");
      posterWords.textContent = poster === "" ? t.noPoster : t.poster(poster);
      withoutPoster.hidden = poster === "";
    },
    focus: () => focusField(title),
  };
}
