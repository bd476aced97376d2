import { Button } from "@mantine/core";
import { useEffect, useRef } from "react";
import { localTime } from "../../shared/Time.tsx";
import { messages } from "../messages/index.ts";
import { type Readable, useStore } from "../ui/lib/store.ts";
import { editorAmong, nameOf, type Presence, type PresenceState } from "./presence.ts";

/** In the place of the tools while this tab reads: who is writing, and how to write oneself. */
export function WritingLeaseBar({
  articleSession: { presence: lease, author, takeOver },
}: {
  articleSession: { presence: Presence; author: Readable<string>; takeOver(): void };
}) {
  const presence = useStore(lease.state);
  const own = useStore(author);
  const bar = useRef<HTMLElement>(null);
  const t = messages.around.people;
  const free = editorAmong(presence.others) === null;
  const { settled } = presence;

  // The focus goes from the sheet to the first button: Enter takes the lease back.
  const wasTakenOver = presence.takenOver !== null;
  useEffect(() => {
    if (wasTakenOver && document.activeElement?.closest(".article-sheet"))
      bar.current?.querySelector("button")?.focus();
  }, [wasTakenOver]);

  return (
    <section ref={bar} className="presence-bar" aria-label={t.label} data-settled={settled || undefined}>
      <p role="status">{sentence(presence, own)}</p>
      <div className="presence-actions">
        <Button size="xs" variant={settled ? "subtle" : "filled"} onClick={takeOver}>
          {free ? t.edit : t.takeOver}
        </Button>
        {!settled && (
          <Button size="xs" variant="subtle" color="gray" onClick={lease.settle}>
            {t.readOnly}
          </Button>
        )}
      </div>
    </section>
  );
}

function sentence({ others, takenOver, settled }: PresenceState, own: string): string {
  const t = messages.around.people;
  const editor = editorAmong(others);
  const time = (iso: string) => localTime(iso, Date.now());
  if (editor === null) return t.free;
  if (takenOver !== null && !settled) return t.takenOver(nameOf(takenOver.by, own), time(takenOver.at));
  const editing = t.editing(nameOf(editor, own), time(editor.since));
  return settled ? `${t.youRead} ${editing}` : editing;
}
