import { type ComponentType, type KeyboardEvent, useEffect } from "react";
import { keyName } from "./keys.ts";
import { boxOfTool, Popup, useCloseOutside } from "./Popup.tsx";

export interface MenuItem {
  id: string;
  label: string;
  icon?: ComponentType<{ size?: number; stroke?: number }> | undefined;
  shortcut?: string | undefined;
  /** Set for items that are on or off. */
  checked?: boolean | undefined;
  unavailable?: boolean | undefined;
  family?: string | undefined;
  run(): void;
}

export interface MenuSection {
  label?: string;
  items: readonly MenuItem[];
}

interface ActionMenuProps {
  label: string;
  sections: readonly MenuSection[];
  /** `data-tool` of the button that opens and closes it, next to which it appears. */
  opener: string;
  /** @param chosen an item ran; otherwise the caller restores the focus */
  onClose(chosen: boolean): void;
}

/** A menu. Arrows, Home, End and first letters move, Enter runs, Escape and Tab close. */
export function ActionMenu({ label, sections, opener, onClose }: ActionMenuProps) {
  const box = useCloseOutside(() => onClose(true), opener);
  const itemsOf = () => [...(box.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])];
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once when opened
  useEffect(() => itemsOf()[0]?.focus({ preventScroll: true }), []);

  function onKeyDown(event: KeyboardEvent): void {
    const items = itemsOf();
    const at = items.indexOf(document.activeElement as HTMLElement);
    const { key } = event;
    if (key === "Escape" || key === "Tab") onClose(false);
    else if (key === "ArrowDown") items[(at + 1) % items.length]?.focus();
    else if (key === "ArrowUp") items[(at <= 0 ? items.length : at) - 1]?.focus();
    else if (key === "Home") items[0]?.focus();
    else if (key === "End") items.at(-1)?.focus();
    else if (key.length === 1 && key !== " " && !event.ctrlKey && !event.metaKey) {
      const after = [...items.slice(at + 1), ...items.slice(0, at + 1)];
      after.find((item) => item.textContent?.toLocaleLowerCase().startsWith(key.toLocaleLowerCase()))?.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <Popup
      ref={box}
      className="action-menu"
      role="menu"
      aria-label={label}
      anchor={() => boxOfTool(opener)}
      onKeyDown={onKeyDown}
    >
      {sections.map((section, index) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset does not belong in a menu
        <div key={section.label ?? index} role="group" className="menu-section" aria-label={section.label}>
          {section.label !== undefined && (
            <div className="choice-group" role="presentation">
              {section.label}
            </div>
          )}
          {section.items.map((item) => (
            <button
              key={item.id}
              type="button"
              className="choice"
              {...roleOf(item)}
              aria-disabled={item.unavailable || undefined}
              tabIndex={-1}
              onPointerMove={(event) => event.currentTarget.focus({ preventScroll: true })}
              onClick={() => {
                if (item.unavailable) return;
                onClose(true);
                item.run();
              }}
            >
              {item.icon === undefined ? <span className="choice-no-icon" /> : <item.icon size={18} stroke={1.7} />}
              <span
                className="choice-label"
                style={item.family === undefined ? undefined : { fontFamily: item.family }}
              >
                {item.label}
              </span>
              {item.shortcut !== undefined && (
                <kbd className="for-keyboard" aria-hidden>
                  {keyName(item.shortcut)}
                </kbd>
              )}
            </button>
          ))}
        </div>
      ))}
    </Popup>
  );
}

const roleOf = ({ checked }: MenuItem) =>
  checked === undefined ? { role: "menuitem" } : { role: "menuitemcheckbox", "aria-checked": checked };
