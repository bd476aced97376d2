import { QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { GalleyProvider } from "../../shared/theme.tsx";
import { createQueryClient } from "../data/query-client.ts";
import { useLanguage } from "../messages/index.ts";
import { App, type AppProps } from "./App.tsx";

/** Remounts the console when the language changes; fetched data stays. */
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
