/** `GET {console_url}/metrics` for Prometheus, outside the API and with its own token. */
import express, { type Router } from "express";
import { resource } from "../../http/fallbacks.ts";
import type { Services } from "../../services.ts";

export function metricsRoutes({ metrics }: Pick<Services, "metrics">): Router {
  const router = express.Router();
  resource(router, "/", {
    get: async (_req, res) => {
      const text = await metrics.text();
      res.setHeader("Content-Type", metrics.contentType);
      res.setHeader("Cache-Control", "no-store");
      res.end(text);
    },
  });
  return router;
}
