import { createRoot } from "react-dom/client";
import { GalleyProvider } from "../shared/theme.tsx";
import { App } from "./components/App.tsx";
import { chooseLanguage } from "./messages.ts";
import "./editor.css";
import "./styles/media.css";
import "./styles/blocks.css";
import "./styles/writing.css";
import "./styles/around.css";

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root");
document.documentElement.lang = await chooseLanguage(navigator.languages);
createRoot(root).render(
  <GalleyProvider>
    <App />
  </GalleyProvider>,
);
