import { Button } from "@mantine/core";
import { messages } from "../messages/index.ts";
import { useOnDemand } from "../ui/use-on-demand.ts";
import type { Opening } from "./opening.ts";

/** Shown in place of the article: loading, expired, failed, or written in another editor. */
export function StartPage({ opening }: { opening: Exclude<Opening, { kind: "open" }> }) {
  const t = messages.start;
  return (
    <main className="start">
      {opening.kind === "opening" && <p role="status">{t.opening}</p>}
      {opening.kind === "unreachable" && <p role="status">{opening.sentence ?? t.retrying}</p>}
      {opening.kind === "closed" && (
        <>
          <h1>{t.closedTitle}</h1>
          <p>{t.closed}</p>
          {opening.unsavedKept && <p>{t.unsavedKept}</p>}
        </>
      )}
      {opening.kind === "failed" && (
        <>
          <h1>{t.failedTitle}</h1>
          <p>{opening.sentence}</p>
        </>
      )}
      {opening.kind === "foreign" && <ForeignStart opening={opening} />}
    </main>
  );
}

const loadForeign = () => import("./ForeignArticle.tsx");

/** The journalist starts from the text of a foreign article or with an empty page. */
function ForeignStart({ opening }: { opening: Extract<Opening, { kind: "foreign" }> }) {
  const part = useOnDemand(loadForeign, true, () => undefined);
  const t = messages.start;
  return (
    <>
      <h1>{t.foreignTitle}</h1>
      <p>
        {t.foreign} {messages.around.foreign.kept}
      </p>
      {part !== null && <part.ForeignArticle state={opening.state} start={opening.start} />}
      <Button variant="default" onClick={opening.start}>
        {t.startBlank}
      </Button>
    </>
  );
}
