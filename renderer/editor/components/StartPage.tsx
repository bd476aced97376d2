import { Button } from "@mantine/core";
import { messages } from "../messages.ts";
import type { Opening } from "../opening.ts";

/** What is there instead of the article: not yet, or not any more. */
export function StartPage({ opening }: { opening: Exclude<Opening, { kind: "open" }> }) {
  const t = messages.start;
  return (
    <main className="start">
      {opening.kind === "opening" && <p role="status">{t.opening}</p>}
      {opening.kind === "unreachable" && <p role="status">{t.retrying}</p>}
      {opening.kind === "closed" && (
        <>
          <h1>{t.closedTitle}</h1>
          <p>{t.closed}</p>
          {opening.wordsKept && <p>{t.wordsKept}</p>}
        </>
      )}
      {opening.kind === "failed" && (
        <>
          <h1>{t.failedTitle}</h1>
          <p>{opening.sentence}</p>
        </>
      )}
      {opening.kind === "foreign" && (
        <>
          <h1>{t.foreignTitle}</h1>
          <p>{t.foreign}</p>
          <Button variant="default" onClick={opening.startBlank}>
            {t.startBlank}
          </Button>
        </>
      )}
    </main>
  );
}
