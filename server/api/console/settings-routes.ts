/** Settings; network settings (`config.json`), which a restart applies. */
import { z } from "zod";
import { fault, sentence, withSentence } from "../../contracts/sentences/index.ts";
import { NetworkView, PublicUrlView, RestartingView, Settings, SettingsView } from "../../contracts/settings-api.ts";
import { AppError } from "../../core/errors.ts";
import { isoTime } from "../../core/runtime.ts";
import { originOf } from "../../http/listener.ts";
import type { Console } from "./console.ts";
import { requireRole } from "./permissions.ts";
import type { AddRoute } from "./route.ts";

const host = z.string().trim().max(255).nullable();
const port = z
  .int(fault("api.port_form"))
  .min(0, fault("api.port_form"))
  .max(65_535, fault("api.port_form"))
  .nullable();

/** Bounds only; config.ts validates the values. */
const NetworkPatch = z
  .strictObject({
    host,
    port,
    console_host: host,
    console_port: port,
    sandbox_port: port,
    public_url: z.string().trim().max(2_000).nullable(),
    trusted_proxies: z.array(z.string().trim().max(100)).max(100).nullable(),
  })
  .partial();

export function settingsRoutes(route: AddRoute, { services, restart, views }: Console): void {
  const { network, publicUrlCheck, audit, config } = services;
  const view = (): NetworkView => ({ ...network.view(), restart: views.restart() });
  route("viewer get /settings", {
    name: "readSettings",
    summary: "Retrieve the settings and the appliance's properties",
    response: SettingsView,
    run: views.settings,
  });
  route("operator patch /settings", {
    name: "changeSettings",
    summary: "Update settings; omitted settings keep their values",
    body: Settings.partial().strict(),
    response: SettingsView,
    run({ req, body }) {
      // Operators may pause and resume deliveries.
      if (Object.keys(body).some((name) => name !== "deliveries_paused")) requireRole(req, "admin");
      services.changeSettings(body);
      return views.settings();
    },
  });
  route("viewer get /network", {
    name: "readNetwork",
    summary: "Retrieve the network settings",
    response: NetworkView,
    run: view,
  });
  route("admin patch /network", {
    name: "changeNetwork",
    summary: "Update network settings; the response lists changes that need a restart",
    body: NetworkPatch,
    response: NetworkView,
    run: ({ body }) => network.patch(body).then(view),
  });
  route("admin post /network/check", {
    name: "checkNetwork",
    summary: "Check that the public URL is reachable",
    response: PublicUrlView,
    async run() {
      const { url, reachable, reason, checkedAt } = await publicUrlCheck.run(true);
      const why = reason === null ? { reason } : withSentence("reason", reason);
      return { url, reachable, ...why, checked_at: isoTime(checkedAt) };
    },
  });
  route("admin post /restart", {
    name: "restart",
    summary: "Restart the appliance",
    response: RestartingView,
    status: 202,
    run({ res }) {
      if (restart === null) throw new AppError("conflict", sentence("admin.no_restart"));
      const after = network.afterRestart();
      const isSame = after.console_host === config.console.host && after.console_port === config.console.port;
      audit.record("restarted", "appliance", {});
      res.once("close", restart);
      return {
        console_url: isSame
          ? services.addresses().consoleUrl
          : originOf({ host: after.console_host, port: after.console_port }),
      };
    },
  });
}
