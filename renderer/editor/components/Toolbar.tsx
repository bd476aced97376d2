import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBlockquote,
  IconBold,
  IconH2,
  IconH3,
  IconH4,
  IconItalic,
  IconList,
  IconListNumbers,
  IconPhotoPlus,
} from "@tabler/icons-react";
import { useEditorState } from "@tiptap/react";
import { type KeyboardEvent, useRef, useState } from "react";
import type { Desk } from "../desk.ts";
import { HEADING_LEVELS } from "../extensions/article-extensions.ts";
import { messages } from "../messages.ts";
import { LinkButton } from "./LinkButton.tsx";
import { Tool } from "./Tool.tsx";

/** A toolbar is one stop of the Tab key; the arrows move inside it. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowRight: 1, ArrowLeft: -1, Home: Number.NEGATIVE_INFINITY, End: Number.POSITIVE_INFINITY }[
    event.key
  ];
  const tools = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-tool]")];
  const current = tools.indexOf(event.target as HTMLElement);
  if (step === undefined || current < 0) return;
  event.preventDefault();
  const next = Number.isFinite(step) ? (current + step + tools.length) % tools.length : step > 0 ? tools.length - 1 : 0;
  tools[next]?.focus();
}

export function Toolbar({ desk }: { desk: Desk }) {
  const { editor } = desk;
  const chooser = useRef<HTMLInputElement>(null);
  const [stop, setStop] = useState("h2");
  const t = messages.toolbar;
  const on = useEditorState({
    editor,
    selector: () => ({
      level: editor.isActive("heading") ? Number(editor.getAttributes("heading").level) : null,
      bold: editor.isActive("bold"),
      italic: editor.isActive("italic"),
      bulletList: editor.isActive("bulletList"),
      orderedList: editor.isActive("orderedList"),
      quote: editor.isActive("blockquote"),
      undo: editor.can().undo(),
      redo: editor.can().redo(),
    }),
  });
  const tool = (name: string) => ({ tool: name, tabStop: stop === name, onStop: setStop });
  const headingIcons = { 2: IconH2, 3: IconH3, 4: IconH4 };
  const chain = () => editor.chain().focus();

  return (
    <div className="toolbar" role="toolbar" aria-label={t.label} aria-orientation="horizontal" onKeyDown={moveFocus}>
      {HEADING_LEVELS.map((level) => (
        <Tool
          key={level}
          {...tool(`h${level}`)}
          label={t.heading(level)}
          shortcut={`Mod+Alt+${level}`}
          icon={headingIcons[level]}
          pressed={on.level === level}
          onPress={() => chain().toggleHeading({ level }).run()}
        />
      ))}
      <Gap />
      <Tool
        {...tool("bold")}
        label={t.bold}
        shortcut="Mod+B"
        icon={IconBold}
        pressed={on.bold}
        onPress={() => chain().toggleBold().run()}
      />
      <Tool
        {...tool("italic")}
        label={t.italic}
        shortcut="Mod+I"
        icon={IconItalic}
        pressed={on.italic}
        onPress={() => chain().toggleItalic().run()}
      />
      <LinkButton editor={editor} tabStop={stop === "link"} onStop={setStop} />
      <Gap />
      <Tool
        {...tool("ul")}
        label={t.bulletList}
        shortcut="Mod+Shift+8"
        icon={IconList}
        pressed={on.bulletList}
        onPress={() => chain().toggleBulletList().run()}
      />
      <Tool
        {...tool("ol")}
        label={t.orderedList}
        shortcut="Mod+Shift+7"
        icon={IconListNumbers}
        pressed={on.orderedList}
        onPress={() => chain().toggleOrderedList().run()}
      />
      <Tool
        {...tool("quote")}
        label={t.quote}
        shortcut="Mod+Shift+B"
        icon={IconBlockquote}
        pressed={on.quote}
        onPress={() => chain().toggleBlockquote().run()}
      />
      <Gap />
      <Tool {...tool("picture")} label={t.picture} icon={IconPhotoPlus} onPress={() => chooser.current?.click()} />
      <Gap />
      <Tool
        {...tool("undo")}
        label={t.undo}
        shortcut="Mod+Z"
        icon={IconArrowBackUp}
        unavailable={!on.undo}
        onPress={() => chain().undo().run()}
      />
      <Tool
        {...tool("redo")}
        label={t.redo}
        shortcut="Mod+Shift+Z"
        icon={IconArrowForwardUp}
        unavailable={!on.redo}
        onPress={() => chain().redo().run()}
      />
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        aria-label={t.picture}
        accept={desk.session.limits.accepted_extensions
          .map((extension) => `.${extension.replace(/^\./, "")}`)
          .join(",")}
        onChange={(event) => {
          desk.insertPictures([...(event.currentTarget.files ?? [])]);
          // The same file may be chosen again.
          event.currentTarget.value = "";
        }}
      />
    </div>
  );
}

function Gap() {
  return <span className="toolbar-gap" aria-hidden />;
}
