import { type ComponentPropsWithRef, type ComponentType, type KeyboardEvent, useEffect } from "react";
import { keyName } from "./keys.ts";
import { element } from "./lib/dom.ts";

export interface ToolStop {
  /** Whether the Tab key comes here. */
  tabStop: boolean;
  onStop: (id: string) => void;
}

/** Other attributes go to the button. */
export interface ToolProps extends ToolStop, Omit<ComponentPropsWithRef<"button">, "style" | "disabled"> {
  tool: string;
  label: string;
  /** Such as "Mod+B". */
  shortcut?: string;
  icon: ComponentType<{ size?: number; stroke?: number }>;
  /** undefined for a tool that is never on. */
  pressed?: boolean;
  unavailable?: boolean;
  /** Hides the hint while a popup of the tool is open. */
  silent?: boolean;
  onPress: () => void;
}

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
  const words = shortcut === undefined ? label : `${label} (${keyName(shortcut)})`;
  useEffect(() => {
    if (silent) hideHint();
  }, [silent]);
  useEffect(() => hideHint, []);
  const show = (target: HTMLElement, at: "once" | "rest") => !silent && showHint(target, words, at);
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

/** Arrows move inside the toolbar, which is one stop of the Tab key. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
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

/** ms that the pointer rests on a tool before its hint is shown. */
const HINT_DELAY = 300;

const hint = element("div", { class: "tool-hint", role: "tooltip" });
let timer: ReturnType<typeof setTimeout> | undefined;

function showHint(tool: HTMLElement, words: string, at: "once" | "rest"): void {
  clearTimeout(timer);
  const shown = setTimeout(() => void draw(tool, words, () => timer === shown), at === "once" ? 0 : HINT_DELAY);
  timer = shown;
}

function hideHint(): void {
  clearTimeout(timer);
  timer = undefined;
  hint.remove();
}

async function draw(tool: HTMLElement, words: string, isWanted: () => boolean): Promise<void> {
  // Offline there is no hint; the tool has its label.
  const float = await import("./float.ts").catch(() => null);
  if (float === null || !isWanted()) return;
  hint.textContent = words;
  // Inside a landmark of the page.
  document.getElementById("tool-hints")?.append(hint);
  const window = { x: 0, y: 0, width: document.documentElement.clientWidth, height: innerHeight };
  const { x, y } = await float.computePosition(
    tool,
    hint,
    float.beside("below", window, () => {}),
  );
  hint.style.left = `${x}px`;
  hint.style.top = `${y}px`;
}
