import { QueryClientProvider } from "@tanstack/react-query";
import { createRoot } from "react-dom/client";
import { GalleyProvider } from "../shared/theme.tsx";
// Before the pages, which build on them.
import "./list/list.css";
import "./list/detail.css";
import "./parts/parts.css";
import "./parts/page.css";
import { App } from "./app/App.tsx";
import { takeFromAddress } from "./data/login-key.ts";
import { createQueryClient } from "./data/query-client.ts";

const root = document.getElementById("root");
if (root === null) throw new Error("The page has no #root.");
const linkWasUsed = takeFromAddress();
createRoot(root).render(
  <GalleyProvider>
    <QueryClientProvider client={createQueryClient()}>
      <App linkWasUsed={linkWasUsed} />
    </QueryClientProvider>
  </GalleyProvider>,
);
