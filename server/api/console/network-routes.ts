/** `/network` and `/restart` of the console's API: shows and changes `config.json`, and applies it. */
import type { Request, Response, Router } from "express";
import { z } from "zod";
import { fault, sentence, withSentence } from "../../contracts/sentences/index.ts";
import { NetworkView, PublicUrlView, RestartingView } from "../../contracts/settings-api.ts";
import { AppError } from "../../core/errors.ts";
import { isoTime } from "../../core/runtime.ts";
import { resource } from "../../http/fallbacks.ts";
import { sendJson } from "../../http/json-body.ts";
import { originOf } from "../../http/listener.ts";
import type { Console } from "./console.ts";
import type { Descriptions } from "./describe.ts";
import { bodyOf, defined } from "./requests.ts";

const host = z.string().trim().max(255).nullable().optional();
const port = z
  .int(fault("api.port_form"))
  .min(0, fault("api.port_form"))
  .max(65_535, fault("api.port_form"))
  .nullable()
  .optional();

/** config.ts validates each value in detail; here are the bounds. */
const PatchSchema = z.strictObject({
  host,
  port,
  console_host: host,
  console_port: port,
  sandbox_port: port,
  public_url: z.string().trim().max(2_000).nullable().optional(),
  trusted_proxies: z.array(z.string().trim().max(100)).max(100).nullable().optional(),
});

export function networkRoutes(router: Router, { services, restart, views }: Console): void {
  const { network, publicUrlCheck, audit, config } = services;
  const view = (): NetworkView => ({ ...network.view(), restart: views.restart() });
  resource(router, "/network", {
    get: (_req, res) => sendJson(res, 200, view()),
    patch: async (req, res) => {
      await network.patch(defined(await bodyOf(req, PatchSchema)));
      sendJson(res, 200, view());
    },
  });
  resource(router, "/network/check", {
    post: async (_req, res) => {
      const { url, reachable, reason, checkedAt } = await publicUrlCheck.run(true);
      const why = reason === null ? { reason } : withSentence("reason", reason);
      sendJson(res, 200, { url, reachable, ...why, checked_at: isoTime(checkedAt) } satisfies PublicUrlView);
    },
  });
  resource(router, "/restart", {
    post: (_req: Request, res: Response) => {
      if (restart === null) throw new AppError("conflict", sentence("admin.no_restart"));
      const after = network.afterRestart();
      const isSame = after.console_host === config.console.host && after.console_port === config.console.port;
      const console_url = isSame
        ? services.addresses().consoleUrl
        : originOf({ host: after.console_host, port: after.console_port });
      audit.record("restarted", "appliance", {});
      res.once("close", restart);
      sendJson(res, 202, { console_url } satisfies RestartingView);
    },
  });
}

export const networkDescriptions: Descriptions = {
  "get /network": {
    role: "viewer",
    name: "readNetwork",
    does: "Addresses, proxies and certificates",
    answer: NetworkView,
  },
  "patch /network": {
    role: "admin",
    name: "changeNetwork",
    does: "Change them; what needs a restart is said",
    body: PatchSchema,
    answer: NetworkView,
  },
  "post /network/check": {
    role: "admin",
    name: "checkNetwork",
    does: "Whether the public address reaches this appliance",
    answer: PublicUrlView,
  },
  "post /restart": {
    role: "admin",
    name: "restart",
    does: "Start the appliance anew",
    answer: RestartingView,
    status: 202,
  },
};
