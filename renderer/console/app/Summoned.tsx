/** The palette (Ctrl+K), fetched with the first call, and the list of keys (question mark). */
import { lazy, Suspense, useEffect, useState } from "react";
import { isDialogOpen, isTyping } from "../lib/keys.ts";
import { KeyboardHelp } from "./dialogs.tsx";

const Palette = lazy(async () => ({ default: (await import("../palette/Palette.tsx")).Palette }));

type Called = "palette" | "keys" | null;

const CALL_PALETTE = "galley:palette";

export function callPalette() {
  window.dispatchEvent(new Event(CALL_PALETTE));
}

export function Summoned({ canLogOut }: { canLogOut: boolean }) {
  const [called, setCalled] = useState<Called>(null);

  useEffect(() => {
    const open = () => setCalled("palette");
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey) return;
      // By its place, so that it works on a Russian keyboard too.
      if (event.code === "KeyK" && (event.ctrlKey || event.metaKey) && !event.shiftKey) {
        event.preventDefault();
        setCalled((now) => (now === "palette" ? null : "palette"));
      } else if (event.key === "?" && !event.ctrlKey && !event.metaKey && !isTyping(event.target) && !isDialogOpen()) {
        event.preventDefault();
        setCalled("keys");
      }
    };
    window.addEventListener(CALL_PALETTE, open);
    window.addEventListener("keydown", listen);
    return () => {
      window.removeEventListener(CALL_PALETTE, open);
      window.removeEventListener("keydown", listen);
    };
  }, []);

  return (
    <Suspense>
      {called === "palette" && (
        <Palette
          canLogOut={canLogOut}
          showKeys={() => setCalled("keys")}
          onClose={() => setCalled((now) => (now === "palette" ? null : now))}
        />
      )}
      {called === "keys" && <KeyboardHelp onClose={() => setCalled(null)} />}
    </Suspense>
  );
}
