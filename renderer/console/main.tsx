import { createRoot } from "react-dom/client";
import { GalleyProvider } from "../shared/theme.tsx";
import { App } from "./App.tsx";

const root = document.getElementById("root");
if (root === null) throw new Error("The page has no #root.");
createRoot(root).render(
  <GalleyProvider>
    <App />
  </GalleyProvider>,
);
