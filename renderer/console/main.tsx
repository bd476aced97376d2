import { createRoot } from "react-dom/client";
// First: it sets the order of the layers.
import "../shared/theme.tsx";
// Before the pages, which override them.
import "./list/list.css";
import "./parts/parts.css";
import "./parts/notes.css";
import { Root } from "./app/App.tsx";
import { takeKeyFromUrl } from "./data/api.ts";
import { followHistory } from "./lib/router.tsx";
import { applyChosenLanguage } from "./messages/index.ts";

const root = document.getElementById("root");
if (root === null) throw new Error("The page has no #root.");
const linkWasUsed = takeKeyFromUrl();
followHistory();
// Not awaited: a language module in the same chunk as this file would wait for it.
void applyChosenLanguage().then(() => createRoot(root).render(<Root linkWasUsed={linkWasUsed} />));
