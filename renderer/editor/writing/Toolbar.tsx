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
import { moveFocus, Tool, type ToolSpec } from "../ui/buttons.tsx";
import { LINK_KEY } from "../ui/keys.ts";
import { useStore } from "../ui/lib/store.ts";
import { focused, markTools, selectionTools, toggleMark } from "./format/mark-tools.ts";
import { type OpenTool, useDeferredEditorState, type WritingTools } from "./writing-tools.ts";

const GAP = "gap";
const HEADING_ICONS = { 2: IconH2, 3: IconH3, 4: IconH4 };

/** @param isPhone shows eight tools; the others are in "More" */
export function Toolbar({ tools, isPhone }: { tools: WritingTools; isPhone: boolean }) {
  const { editor, chooseFiles } = tools.context;
  const [stop, setStop] = useState("");
  const open = useStore(tools.open);
  const t = messages.toolbar;
  const labels = messages.writing.blocks;
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
  const tool = (
    tool: string,
    label: string,
    shortcut: string,
    icon: ToolSpec["icon"],
    state: Pick<ToolSpec, "pressed" | "unavailable">,
    onPress: () => void,
  ): ToolSpec => ({ tool, label, shortcut, icon, ...state, onPress });
  const mark = (name: "bold" | "italic"): ToolSpec => {
    const { shortcut, icon } = markTools[name];
    return tool(name, t[name], shortcut, icon, { pressed: on[name] }, () => toggleMark(editor, markTools[name]));
  };
  const chain = () => focused(editor);

  const insert: ToolSpec[] = [
    menu("insert", messages.writing.insert.button, IconPlus),
    { tool: "picture", label: t.picture, icon: IconPhotoPlus, onPress: () => chooseFiles() },
  ];
  const headings = HEADING_LEVELS.map((level) =>
    tool(
      `h${level}`,
      labels[`heading-${level}`].label,
      `Mod+Alt+${level}`,
      HEADING_ICONS[level],
      { pressed: on.level === level },
      () => chain().toggleHeading({ level }).run(),
    ),
  );
  const blocks = [
    tool("ul", labels["bullet-list"].label, "Mod+Shift+8", IconList, { pressed: on.bulletList }, () =>
      chain().toggleBulletList().run(),
    ),
    tool("ol", labels["ordered-list"].label, "Mod+Shift+7", IconListNumbers, { pressed: on.orderedList }, () =>
      chain().toggleOrderedList().run(),
    ),
    tool("quote", labels.quote.label, "Mod+Shift+B", IconBlockquote, { pressed: on.quote }, () =>
      chain().toggleBlockquote().run(),
    ),
  ];
  const undo = tool("undo", t.undo, "Mod+Z", IconArrowBackUp, { unavailable: !on.undo }, () => chain().undo().run());
  const redo = tool("redo", t.redo, "Mod+Shift+Z", IconArrowForwardUp, { unavailable: !on.redo }, () =>
    chain().redo().run(),
  );
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
