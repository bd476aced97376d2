import { useState } from "react";
import { useStore } from "../lib/use-store.ts";
import { EditorPage } from "./EditorPage.tsx";
import { openArticle } from "./opening.ts";
import { StartPage } from "./StartPage.tsx";

export function App() {
  const [openings] = useState(() => openArticle(window));
  const opening = useStore(openings);
  return opening.kind === "open" ? (
    <EditorPage articleSession={opening.articleSession} />
  ) : (
    <StartPage opening={opening} />
  );
}
