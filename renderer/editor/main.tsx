import { useState } from "react";
import { createRoot } from "react-dom/client";
import { GalleyProvider } from "../shared/theme.tsx";
import { EditorPage } from "./app/EditorPage.tsx";
import { openArticle } from "./app/opening.ts";
import { StartPage } from "./app/StartPage.tsx";
import { chooseLanguage } from "./messages/index.ts";
import { useStore } from "./ui/lib/store.ts";
import "./ui/looks.css";
import "./app/page.css";
import "./app/start.css";
import "./app/head.css";
import "./app/status.css";
import "./article/article.css";
import "./article/nodes/blocks.css";
import "./article/nodes/media/media.css";
import "./article/nodes/panels/panels.css";
import "./app/notices.css";
import "./ui/lists.css";
import "./article/table/table.css";
import "./ui/menus.css";
import "./writing/writing.css";
import "./writing/find/find.css";
import "./uploads/uploads.css";
import "./collaboration/collaboration.css";
import "./ui/dialogs.css";
import "./drafts/drafts.css";
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
