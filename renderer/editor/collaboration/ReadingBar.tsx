import { Button } from "@mantine/core";
import { messages } from "../messages/index.ts";
import type { Presence } from "./presence.ts";

/** In the place of the tools while this tab only reads. */
export function ReadingBar({ presence }: { presence: Presence }) {
  const t = messages.around.people;
  return (
    <section className="people-reading" aria-label={t.reading}>
      <p role="status">{t.youRead}</p>
      <Button size="xs" variant="subtle" onClick={() => presence.choose("editing")}>
        {t.edit}
      </Button>
    </section>
  );
}
