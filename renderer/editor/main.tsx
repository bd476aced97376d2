import { Button } from "@mantine/core";
import { useState } from "react";
import { createRoot } from "react-dom/client";
import { GalleyProvider } from "../shared/theme.tsx";
import { EditorPage } from "./app/EditorPage.tsx";
import { type Opening, openArticle } from "./app/opening.ts";
import { chooseLanguage, messages } from "./messages/index.ts";
import { useStore } from "./ui/lib/store.ts";
import { useOnDemand } from "./ui/use-work.tsx";
import "./ui/looks.css";
import "./app/page.css";
import "./app/head.css";
import "./article/article.css";
import "./article/nodes/blocks.css";
import "./article/nodes/media/media.css";
import "./article/nodes/panels/panels.css";
import "./ui/lists.css";
import "./ui/menus.css";
import "./writing/writing.css";
import "./uploads/uploads.css";
import "./collaboration/collaboration.css";
import "./ui/dialogs.css";
import "./history/history.css";
import "./article/nodes/crop/crop.css";
import "./checks/checks.css";
import "./comments/comments.css";
import "./outline/outline.css";

function App() {
  const [openings] = useState(() => openArticle(window));
  const opening = useStore(openings);
  return opening.kind === "open" ? (
    <EditorPage articleSession={opening.articleSession} />
  ) : (
    <StartPage opening={opening} />
  );
}

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root");
// Not awaited at the top level: a language module that imports from this chunk would deadlock with it.
void chooseLanguage(navigator.languages).then((language) => {
  document.documentElement.lang = language;
  createRoot(root).render(
    <GalleyProvider>
      <App />
    </GalleyProvider>,
  );
});

/** Shown in place of the article: loading, expired, failed, or written in another editor. */
function StartPage({ opening }: { opening: Exclude<Opening, { kind: "open" }> }) {
  const t = messages.start;
  return (
    <main className="start">
      {opening.kind === "opening" && <p role="status">{t.opening}</p>}
      {opening.kind === "unreachable" && <p role="status">{opening.sentence ?? messages.offline}</p>}
      {opening.kind === "closed" && (
        <>
          <h1>{t.closedTitle}</h1>
          <p>{t.openAgain}</p>
          {opening.unsavedKept && <p>{t.unsavedKept}</p>}
        </>
      )}
      {opening.kind === "failed" && (
        <>
          <h1>{t.failedTitle}</h1>
          <p>{opening.sentence}</p>
          <p>
            {t.openAgain} {opening.unsaved.length > 0 && t.unsavedKept}
          </p>
          {opening.unsaved.map((text) => (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by key
            <section key={text} className="start-excerpt" aria-label={messages.common.unsavedChanges} tabIndex={0}>
              {text}
            </section>
          ))}
        </>
      )}
      {opening.kind === "foreign" && <ForeignStart opening={opening} />}
    </main>
  );
}

const loadForeign = () => import("./app/ForeignArticle.tsx");

/** The journalist starts from the text of a foreign article or with an empty page. */
function ForeignStart({ opening }: { opening: Extract<Opening, { kind: "foreign" }> }) {
  const part = useOnDemand(loadForeign, true, () => undefined);
  const t = messages.start;
  return (
    <>
      <h1>{t.foreignTitle}</h1>
      <p>
        {t.foreign} {messages.foreign.kept}
      </p>
      {part !== null && <part.ForeignArticle state={opening.state} start={opening.start} />}
      <Button variant="default" onClick={opening.start}>
        {t.startBlank}
      </Button>
    </>
  );
}
