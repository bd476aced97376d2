import type { DeliveryHead } from "../../../../server/contracts/deliveries-api.ts";

/** A row of the delivery log. */
export function delivery(position: number, state: DeliveryHead["state"] = "sending"): DeliveryHead {
  return {
    id: `d${position}`,
    position,
    delivery_id: `d${position}`,
    standing: state === "pending" ? "queued" : state,
    event: "article_saved",
    project_id: "p",
    project_name: "The Daily Test",
    ...{
      session_id: `s${position}`,
      material_id: "front-page",
      title: null,
      site_id: null,
      callback_host: "cms.example.org",
    },
    ...{ site_message: null, version_id: `v${position}`, version_number: 1 },
    created_at: "2026-11-20T09:00:00+00:00",
    state,
    ...{ code: null, warnings: [], attempts: 1, next_attempt_at: null, finished_at: null },
    ...{ last_status: 200, last_duration_ms: 12 },
  };
}
