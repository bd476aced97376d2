import { QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { GalleyProvider } from "../../shared/theme.tsx";
import { createQueryClient } from "../data/query-client.ts";
import { useLanguage } from "../messages/index.ts";
import { App, type AppProps } from "./App.tsx";

/** The console in the language spoken; another language draws it anew, with what was fetched kept. */
export function Root(props: AppProps) {
  const [client] = useState(createQueryClient);
  return (
    <GalleyProvider>
      <QueryClientProvider client={client}>
        <App key={useLanguage()} {...props} />
      </QueryClientProvider>
    </GalleyProvider>
  );
}
