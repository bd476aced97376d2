import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBlockquote,
  IconDots,
  IconH2,
  IconH3,
  IconH4,
  IconLink,
  IconList,
  IconListNumbers,
  IconPhotoPlus,
  IconPlus,
} from "@tabler/icons-react";
import { NodeSelection } from "@tiptap/pm/state";
import { useState } from "react";
import { HEADING_LEVELS } from "../article/nodes/text.ts";
import { messages } from "../messages/index.ts";
import { LINK_KEY } from "../ui/keys.ts";
import { useStore } from "../ui/lib/store.ts";
import { moveFocus, Tool, type ToolSpec } from "../ui/Tool.tsx";
import { focused, markTools, selectionTools, toggleMark } from "./format/mark-tools.ts";
import { useDeferredEditorState } from "./use-deferred-editor-state.ts";
import type { OpenTool, WritingTools } from "./writing-tools.ts";

const GAP = "gap";
const HEADING_ICONS = { 2: IconH2, 3: IconH3, 4: IconH4 };

/** @param isPhone eight tools; all others are in "More" */
export function Toolbar({ tools, isPhone }: { tools: WritingTools; isPhone: boolean }) {
  const { editor, chooseFiles } = tools.context;
  const [stop, setStop] = useState("");
  const open = useStore(tools.open);
  const t = messages.toolbar;
  const on = useDeferredEditorState(editor, () => ({
    level: editor.isActive("heading") ? Number(editor.getAttributes("heading").level) : null,
    link: editor.isActive("link"),
    bold: editor.isActive("bold"),
    italic: editor.isActive("italic"),
    bulletList: editor.isActive("bulletList"),
    orderedList: editor.isActive("orderedList"),
    quote: editor.isActive("blockquote"),
    selected: !editor.state.selection.empty && !(editor.state.selection instanceof NodeSelection),
    undo: editor.can().undo(),
    redo: editor.can().redo(),
  }));
  const menu = (tool: OpenTool, label: string, icon: ToolSpec["icon"]): ToolSpec => ({
    tool,
    label,
    icon,
    "aria-haspopup": true,
    "aria-expanded": open === tool,
    onPress: () => tools.open.set(open === tool ? null : tool),
  });
  const mark = (name: "bold" | "italic"): ToolSpec => ({
    tool: name,
    label: t[name],
    shortcut: markTools[name].shortcut,
    icon: markTools[name].icon,
    pressed: on[name],
    onPress: () => toggleMark(editor, markTools[name]),
  });
  const chain = () => focused(editor);

  const insert: ToolSpec[] = [
    menu("insert", messages.writing.insert.button, IconPlus),
    { tool: "picture", label: t.picture, icon: IconPhotoPlus, onPress: () => chooseFiles() },
  ];
  const headings = HEADING_LEVELS.map(
    (level): ToolSpec => ({
      tool: `h${level}`,
      label: t.heading(level),
      shortcut: `Mod+Alt+${level}`,
      icon: HEADING_ICONS[level],
      pressed: on.level === level,
      onPress: () => chain().toggleHeading({ level }).run(),
    }),
  );
  const blocks: ToolSpec[] = [
    {
      tool: "ul",
      label: t.bulletList,
      shortcut: "Mod+Shift+8",
      icon: IconList,
      pressed: on.bulletList,
      onPress: () => chain().toggleBulletList().run(),
    },
    {
      tool: "ol",
      label: t.orderedList,
      shortcut: "Mod+Shift+7",
      icon: IconListNumbers,
      pressed: on.orderedList,
      onPress: () => chain().toggleOrderedList().run(),
    },
    {
      tool: "quote",
      label: t.quote,
      shortcut: "Mod+Shift+B",
      icon: IconBlockquote,
      pressed: on.quote,
      onPress: () => chain().toggleBlockquote().run(),
    },
  ];
  const undo: ToolSpec = {
    tool: "undo",
    label: t.undo,
    shortcut: "Mod+Z",
    icon: IconArrowBackUp,
    unavailable: !on.undo,
    onPress: () => chain().undo().run(),
  };
  const redo: ToolSpec = {
    tool: "redo",
    label: t.redo,
    shortcut: "Mod+Shift+Z",
    icon: IconArrowForwardUp,
    unavailable: !on.redo,
    onPress: () => chain().redo().run(),
  };
  const link: ToolSpec = {
    ...menu("link", t.link, IconLink),
    "aria-haspopup": "dialog",
    shortcut: LINK_KEY,
    pressed: on.link,
  };
  const format = [mark("bold"), mark("italic"), link, menu("more", messages.writing.format.more, IconDots)] as const;
  const shown: readonly (ToolSpec | typeof GAP)[] = isPhone
    ? [...(on.selected ? selectionTools(tools.context) : insert), ...format, undo, redo]
    : [...headings, GAP, ...format, GAP, ...blocks, GAP, ...insert, GAP, undo, redo];
  const hasStop = shown.some((each) => each !== GAP && each.tool === stop);
  const stopAt = hasStop ? stop : isPhone ? "bold" : "h2";

  return (
    <div
      className="writing-toolbar"
      role="toolbar"
      aria-label={t.label}
      aria-orientation="horizontal"
      onKeyDown={moveFocus}
    >
      {shown.map((each, index) =>
        each === GAP ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no other name
          <span key={index} className="writing-toolbar-gap" aria-hidden />
        ) : (
          <Tool key={each.tool} {...each} tabStop={stopAt === each.tool} onStop={setStop} />
        ),
      )}
    </div>
  );
}
