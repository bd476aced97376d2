import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBlockquote,
  IconBold,
  IconBookmarkPlus,
  IconDots,
  IconH2,
  IconH3,
  IconH4,
  IconItalic,
  IconList,
  IconListNumbers,
  IconMessagePlus,
  IconPhotoPlus,
  IconPlus,
} from "@tabler/icons-react";
import { NodeSelection } from "@tiptap/pm/state";
import { useState } from "react";
import { HEADING_LEVELS } from "../article/nodes/text.ts";
import { messages } from "../messages/index.ts";
import { COMMENT_KEYS } from "../ui/keys.ts";
import { useStore } from "../ui/lib/use-store.ts";
import { moveFocus, Tool } from "../ui/Tool.tsx";
import { LinkButton } from "./format/LinkButton.tsx";
import { useDeferredEditorState } from "./use-deferred-editor-state.ts";
import type { OpenTool, WritingTools } from "./writing-tools.ts";

/** On a phone: tools for inserting, and tools that replace them while text is selected. */
const TO_INSERT: readonly string[] = ["insert", "picture"];
const FOR_WORDS: readonly string[] = ["comment", "snippet"];

/** @param isPhone eight tools; all others are in "More" */
export function Toolbar({ tools, isPhone }: { tools: WritingTools; isPhone: boolean }) {
  const { editor, chooseFiles, beginComment, snippets } = tools.context;
  const [wanted, setStop] = useState(isPhone ? "bold" : "h2");
  const open = useStore(tools.open);
  const t = messages.toolbar;
  const on = useDeferredEditorState(editor, () => ({
    level: editor.isActive("heading") ? Number(editor.getAttributes("heading").level) : null,
    bold: editor.isActive("bold"),
    italic: editor.isActive("italic"),
    bulletList: editor.isActive("bulletList"),
    orderedList: editor.isActive("orderedList"),
    quote: editor.isActive("blockquote"),
    selected: !editor.state.selection.empty && !(editor.state.selection instanceof NodeSelection),
    undo: editor.can().undo(),
    redo: editor.can().redo(),
  }));
  const missing = isPhone ? (on.selected ? TO_INSERT : FOR_WORDS) : [];
  const stop = missing.includes(wanted) ? "bold" : wanted;
  const tool = (name: string) => ({ tool: name, tabStop: stop === name, onStop: setStop });
  const menu = (name: OpenTool) => ({
    ...tool(name),
    "aria-haspopup": true,
    "aria-expanded": open === name,
    silent: open === name,
    onPress: () => tools.open.set(open === name ? null : name),
  });
  const headingIcons = { 2: IconH2, 3: IconH3, 4: IconH4 };
  // Focuses immediately: Tiptap's command waits for a frame, and a key in between would be lost.
  const chain = () => {
    editor.view.focus();
    return editor.chain();
  };

  const insert = (
    <>
      <Tool {...menu("insert")} label={messages.writing.insert.button} icon={IconPlus} />
      <Tool {...tool("picture")} label={t.picture} icon={IconPhotoPlus} onPress={() => chooseFiles()} />
    </>
  );
  const forWords = (
    <>
      <Tool
        {...tool("comment")}
        label={messages.comments.begin}
        shortcut={COMMENT_KEYS.begin}
        icon={IconMessagePlus}
        onPress={beginComment}
      />
      <Tool
        {...tool("snippet")}
        label={messages.snippets.saveAs}
        icon={IconBookmarkPlus}
        aria-haspopup="dialog"
        onPress={() => snippets.ask("save")}
      />
    </>
  );
  const headings = (
    <>
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
    </>
  );
  const blocks = (
    <>
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
      {insert}
      <Gap />
    </>
  );

  return (
    <div
      className="writing-toolbar"
      role="toolbar"
      aria-label={t.label}
      aria-orientation="horizontal"
      onKeyDown={moveFocus}
    >
      {isPhone ? (on.selected ? forWords : insert) : headings}
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
      <LinkButton tools={tools} tabStop={stop === "link"} onStop={setStop} />
      <Tool {...menu("more")} label={messages.writing.format.more} icon={IconDots} />
      {!isPhone && blocks}
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
    </div>
  );
}

function Gap() {
  return <span className="writing-toolbar-gap" aria-hidden />;
}
