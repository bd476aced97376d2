import { useState } from "react";
import { openArticle } from "../opening.ts";
import { useStore } from "../use-store.ts";
import { EditorPage } from "./EditorPage.tsx";
import { StartPage } from "./StartPage.tsx";

export function App() {
  const [openings] = useState(() => openArticle(window));
  const opening = useStore(openings);
  return opening.kind === "open" ? <EditorPage desk={opening.desk} /> : <StartPage opening={opening} />;
}
