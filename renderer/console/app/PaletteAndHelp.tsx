/** The palette (Ctrl+K), loaded on first use, and the list of keyboard shortcuts (question mark). */
import { lazy, Suspense, useEffect, useState } from "react";
import { isDialogOpen, isTyping } from "../lib/keys.ts";
import { KeyboardHelp } from "./dialogs.tsx";

const Palette = lazy(async () => ({ default: (await import("../palette/Palette.tsx")).Palette }));

type OpenDialog = "palette" | "keys" | null;

const OPEN_PALETTE = "galley:palette";

export function openPalette() {
  window.dispatchEvent(new Event(OPEN_PALETTE));
}

export function PaletteAndHelp() {
  const [opened, setOpened] = useState<OpenDialog>(null);

  useEffect(() => {
    const open = () => setOpened("palette");
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey) return;
      // By position, for Russian keyboards.
      if (event.code === "KeyK" && (event.ctrlKey || event.metaKey) && !event.shiftKey) {
        event.preventDefault();
        setOpened((now) => (now === "palette" ? null : "palette"));
      } else if (event.key === "?" && !event.ctrlKey && !event.metaKey && !isTyping(event.target) && !isDialogOpen()) {
        event.preventDefault();
        setOpened("keys");
      }
    };
    window.addEventListener(OPEN_PALETTE, open);
    window.addEventListener("keydown", listen);
    return () => {
      window.removeEventListener(OPEN_PALETTE, open);
      window.removeEventListener("keydown", listen);
    };
  }, []);

  return (
    <Suspense>
      {opened === "palette" && (
        <Palette
          showKeys={() => setOpened("keys")}
          onClose={() => setOpened((now) => (now === "palette" ? null : now))}
        />
      )}
      {opened === "keys" && <KeyboardHelp onClose={() => setOpened(null)} />}
    </Suspense>
  );
}
