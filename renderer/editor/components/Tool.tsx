import { ActionIcon, Tooltip } from "@mantine/core";
import type { ComponentPropsWithRef, ComponentType } from "react";
import { keyName } from "./keys.ts";

export interface ToolStop {
  /** Whether the Tab key comes here. */
  tabStop: boolean;
  /** Told the tool's id when it gets the focus. */
  onStop: (id: string) => void;
}

/** What a popover gives to its target goes on to the button. */
export interface ToolProps extends ToolStop, Omit<ComponentPropsWithRef<"button">, "color" | "style" | "disabled"> {
  tool: string;
  label: string;
  /** Such as "Mod+B". */
  shortcut?: string;
  icon: ComponentType<{ size?: number; stroke?: number }>;
  /** undefined for a tool that acts and is never on. */
  pressed?: boolean;
  unavailable?: boolean;
  /** Hides the hint, where something of the tool's own is open in its place. */
  silent?: boolean;
  onPress: () => void;
}

/** Tooltips are drawn inside the head: everything on the page stands in a landmark. */
const HINTS = { target: "#tool-hints" };

/** One button of the toolbar. */
export function Tool(props: ToolProps) {
  const {
    tool,
    label,
    shortcut,
    icon: Icon,
    pressed,
    unavailable,
    silent,
    tabStop,
    onStop,
    onPress,
    ...button
  } = props;
  return (
    <Tooltip
      label={shortcut === undefined ? label : `${label} (${keyName(shortcut)})`}
      disabled={silent ?? false}
      portalProps={HINTS}
    >
      <ActionIcon
        {...button}
        data-tool={tool}
        variant={pressed ? "light" : "subtle"}
        color={pressed ? "blue" : "gray"}
        size={32}
        aria-label={label}
        aria-pressed={pressed}
        aria-disabled={unavailable || undefined}
        tabIndex={tabStop ? 0 : -1}
        onFocus={() => onStop(tool)}
        // The selection stays in the article.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => !unavailable && onPress()}
      >
        <Icon size={19} stroke={1.7} />
      </ActionIcon>
    </Tooltip>
  );
}
