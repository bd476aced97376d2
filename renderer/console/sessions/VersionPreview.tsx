import { SegmentedControl } from "@mantine/core";
import { useState } from "react";
import { PreviewFrame, SCREENS, type Screen } from "../../shared/PreviewFrame.tsx";
import { messages } from "../messages/index.ts";

/** @param url on the console listener; the page runs no scripts */
export function VersionPreview({ number, url }: { number: number; url: string }) {
  const t = messages.sessions;
  // The widest that stays readable.
  const [screen, setScreen] = useState<Screen>(() => (window.innerWidth < 600 ? "phone" : "tablet"));
  return (
    <div className="session-preview">
      <SegmentedControl
        size="xs"
        className="session-screens"
        aria-label={t.screens.label}
        value={screen}
        onChange={setScreen}
        data={(Object.keys(SCREENS) as Screen[]).map((value) => ({ value, label: t.screens[value] }))}
      />
      <PreviewFrame url={url} width={SCREENS[screen]} title={t.previewOf(number)} />
    </div>
  );
}
