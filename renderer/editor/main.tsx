import { createRoot } from "react-dom/client";
import { GalleyProvider } from "../shared/theme.tsx";
import { App } from "./components/App.tsx";
import "./editor.css";

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root");
createRoot(root).render(
  <GalleyProvider>
    <App />
  </GalleyProvider>,
);
