import { type ComponentPropsWithRef, type ComponentType, useEffect } from "react";
import { keyName } from "./keys.ts";
import { hideHint, showHint } from "./tool-hint.ts";

export interface ToolStop {
  /** Whether the Tab key comes here. */
  tabStop: boolean;
  /** Told the tool's id when it gets the focus. */
  onStop: (id: string) => void;
}

/** What belongs to a button, such as aria-expanded, goes on to it. */
export interface ToolProps extends ToolStop, Omit<ComponentPropsWithRef<"button">, "style" | "disabled"> {
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
  const hint = shortcut === undefined ? label : `${label} (${keyName(shortcut)})`;
  useEffect(() => {
    if (silent) hideHint();
  }, [silent]);
  useEffect(() => hideHint, []);
  const show = (target: HTMLElement, at: "once" | "rest") => !silent && showHint(target, hint, at);
  return (
    <button
      {...button}
      type="button"
      className="tool"
      data-tool={tool}
      aria-label={label}
      aria-pressed={pressed}
      aria-disabled={unavailable || undefined}
      tabIndex={tabStop ? 0 : -1}
      onFocus={(event) => {
        onStop(tool);
        if (event.currentTarget.matches(":focus-visible")) show(event.currentTarget, "once");
      }}
      onBlur={hideHint}
      onPointerEnter={(event) => event.pointerType !== "touch" && show(event.currentTarget, "rest")}
      onPointerLeave={hideHint}
      onKeyDown={(event) => event.key === "Escape" && hideHint()}
      // The selection stays in the article.
      onMouseDown={(event) => {
        event.preventDefault();
        hideHint();
      }}
      onClick={() => !unavailable && onPress()}
    >
      <Icon size={19} stroke={1.7} />
    </button>
  );
}
