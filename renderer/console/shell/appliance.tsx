/** Settings and facts of the appliance, fetched once and shared by the screens that name an address or a setting. */
import { createContext, type ReactNode, useContext } from "react";
import type { SettingsView } from "../../../server/contracts/console-api.ts";
import { api } from "../api.ts";
import { useLiveEvents } from "../live.tsx";
import { type Resource, useResource } from "../use-resource.ts";

const ApplianceContext = createContext<Resource<SettingsView> | null>(null);

export function ApplianceProvider({ children }: { children: ReactNode }) {
  const settings = useResource("settings", api.settings);
  useLiveEvents({ resumed: settings.reload });
  return <ApplianceContext value={settings}>{children}</ApplianceContext>;
}

export function useAppliance(): Resource<SettingsView> {
  const appliance = useContext(ApplianceContext);
  if (appliance === null) throw new Error("ApplianceProvider is missing above this component.");
  return appliance;
}
