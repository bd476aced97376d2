import { Group, UnstyledButton } from "@mantine/core";
import { useWindowEvent } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { useHasRole } from "../data/me.ts";
import { isDialogOpen, isTyping } from "../lib/keys.ts";
import { messages } from "../messages/index.ts";
import { Dialog } from "../parts/Confirm.tsx";

const Palette = lazy(async () => ({ default: (await import("../palette/Palette.tsx")).Palette }));

const isMac = /mac|iphone|ipad/i.test(navigator.userAgent);

/** The button of the palette (Ctrl+K), which loads on first use, and the list of keyboard shortcuts (question mark). */
export function PaletteAndHelp() {
  const [opened, setOpened] = useState<"palette" | "keys" | null>(null);

  useWindowEvent("keydown", (event) => {
    if (event.defaultPrevented || event.altKey) return;
    // By position, for Russian keyboards.
    if (event.code === "KeyK" && (event.ctrlKey || event.metaKey) && !event.shiftKey) {
      event.preventDefault();
      setOpened((now) => (now === "palette" ? null : "palette"));
    } else if (event.key === "?" && !event.ctrlKey && !event.metaKey && !isTyping(event.target) && !isDialogOpen()) {
      event.preventDefault();
      setOpened("keys");
    }
  });

  return (
    <>
      <UnstyledButton className="shell-go" onClick={() => setOpened("palette")} aria-keyshortcuts="Control+K Meta+K">
        <IconSearch size={18} stroke={1.6} aria-hidden />
        <span className="cut">{messages.palette.open}</span>
        <kbd>{isMac ? "⌘ K" : "Ctrl K"}</kbd>
      </UnstyledButton>
      <Suspense>
        {opened === "palette" && (
          <Palette
            showKeys={() => setOpened("keys")}
            onClose={() => setOpened((now) => (now === "palette" ? null : now))}
          />
        )}
        {opened === "keys" && <KeyboardHelp onClose={() => setOpened(null)} />}
      </Suspense>
    </>
  );
}

function KeyboardHelp({ onClose }: { onClose: () => void }) {
  const isOperator = useHasRole("operator");
  const shown = messages.keys.filter(({ forOperators = false }) => isOperator || !forOperators);
  return (
    <Dialog opened onClose={onClose} title={messages.palette.keys}>
      <dl className="facts">
        {shown.map(({ keys, does }) => (
          <div key={does}>
            <Group component="dt" gap="xs">
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </Group>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
