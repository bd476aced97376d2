import { createRoot } from "react-dom/client";
import { GalleyProvider } from "../shared/theme.tsx";
import { App } from "./App.tsx";
import { takeFromAddress } from "./login/key.ts";

const root = document.getElementById("root");
if (root === null) throw new Error("The page has no #root.");
const linkWasUsed = takeFromAddress();
createRoot(root).render(
  <GalleyProvider>
    <App linkWasUsed={linkWasUsed} />
  </GalleyProvider>,
);
