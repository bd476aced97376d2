import { ActionIcon, type ActionIconProps } from "@mantine/core";
import {
  type ComponentProps,
  type ComponentPropsWithRef,
  type ComponentType,
  type KeyboardEvent,
  useEffect,
} from "react";
import { keyName } from "./keys.ts";
import { element } from "./lib/dom.ts";

interface ToolStop {
  /** Whether the Tab key reaches this tool. */
  tabStop: boolean;
  onStop: (id: string) => void;
}

/** Other attributes are set on the button. */
interface ToolProps extends ToolStop, Omit<ComponentPropsWithRef<"button">, "style" | "disabled"> {
  tool: string;
  label: string;
  /** Such as "Mod+B". */
  shortcut?: string;
  icon: ComponentType<{ size?: number; stroke?: number; "aria-hidden"?: boolean }>;
  /** Undefined for a tool without an on state. */
  pressed?: boolean;
  unavailable?: boolean;
  onPress: () => void;
}

export type ToolSpec = Omit<ToolProps, keyof ToolStop>;

export function Tool(props: ToolProps) {
  const { tool, label, shortcut, icon: Icon, pressed, unavailable, tabStop, onStop, onPress, ...button } = props;
  const hintText = shortcut === undefined ? label : `${label} (${keyName(shortcut)})`;
  // An open tool shows no hint over its popup.
  const isOpen = button["aria-expanded"] === true;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the popup opens or the tool is removed
  useEffect(() => hideHint, [isOpen]);
  const show = (target: HTMLElement, delay: number) => !isOpen && showHint(target, hintText, delay);
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
        if (event.currentTarget.matches(":focus-visible")) show(event.currentTarget, 0);
      }}
      onBlur={hideHint}
      onPointerEnter={(event) => event.pointerType !== "touch" && show(event.currentTarget, HINT_DELAY_MS)}
      onPointerLeave={hideHint}
      onKeyDown={(event) => event.key === "Escape" && hideHint()}
      // Keeps the selection in the article.
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

/** Moves the focus inside a toolbar with the arrow keys; the whole toolbar is one tab stop. */
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

interface IconButtonProps extends ActionIconProps, Pick<ComponentProps<"button">, "aria-pressed" | "onClick"> {
  label: string;
  /** Such as "Mod+F". */
  shortcut?: string | undefined;
  icon: ToolProps["icon"];
}

export function IconButton({ label, shortcut, icon: Icon, ...props }: IconButtonProps) {
  const title = shortcut === undefined ? label : `${label} (${keyName(shortcut)})`;
  return (
    <ActionIcon variant="subtle" color="gray" size={28} aria-label={label} title={title} {...props}>
      <Icon size={17} stroke={1.7} aria-hidden />
    </ActionIcon>
  );
}

/** ms that the pointer rests on a tool before the hint shows. */
const HINT_DELAY_MS = 300;
const GAP_PX = 6;

let hint: HTMLElement | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

function showHint(tool: HTMLElement, text: string, delay: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    hint ??= element("div", { class: "tool-hint", role: "tooltip" });
    hint.textContent = text;
    // Inside a landmark, as accessibility rules require.
    document.getElementById("tool-hints")?.append(hint);
    const { left, top, bottom } = tool.getBoundingClientRect();
    const { clientWidth, clientHeight } = document.documentElement;
    const below = bottom + GAP_PX;
    const fits = below + hint.offsetHeight <= clientHeight;
    hint.style.left = `${Math.max(GAP_PX, Math.min(left, clientWidth - hint.offsetWidth - GAP_PX))}px`;
    hint.style.top = `${fits ? below : top - GAP_PX - hint.offsetHeight}px`;
  }, delay);
}

function hideHint(): void {
  clearTimeout(timer);
  hint?.remove();
}

export function TextButton({ className = "", ...props }: ComponentProps<"button">) {
  return <button {...props} type="button" className={`text-button ${className}`} />;
}
