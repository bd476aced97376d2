/** Shared helpers of the editor's tests. */

import type { Schedule } from "../../../renderer/editor/client/connection.ts";
import type { VersionDelivery, VersionView } from "../../../server/contracts/editor-api.ts";
import type { UploadedMedia } from "../../../server/contracts/media-api.ts";

export type ManualSchedule = ReturnType<typeof manualSchedule>;

/** A schedule whose time the test advances. */
export function manualSchedule() {
  let now = 0;
  let timers: { at: number; ms: number; callback: () => void }[] = [];
  return {
    schedule: ((ms, callback) => {
      const timer = { at: now + ms, ms, callback };
      timers.push(timer);
      return () => {
        timers = timers.filter((each) => each !== timer);
      };
    }) satisfies Schedule,
    /** Advances the time by `ms` and calls all due callbacks in order. */
    async pass(ms: number): Promise<void> {
      const until = now + ms;
      for (;;) {
        const due = timers.filter((timer) => timer.at <= until).sort((a, b) => a.at - b.at)[0];
        if (due === undefined) break;
        now = due.at;
        timers = timers.filter((each) => each !== due);
        due.callback();
        await settled();
      }
      now = until;
    },
    /** The intervals of all pending timers in ms. */
    waiting: () => timers.map((timer) => timer.ms),
  };
}

/** Resolves after all pending promise callbacks. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

export function deliveryView(change: Partial<VersionDelivery> = {}): VersionDelivery {
  return {
    ...{ delivery_id: "d", state: "pending", code: null, explanation: "", site_message: null, warnings: [] },
    ...{ attempts: 0, next_attempt_at: null, finished_at: null, downloaded_bytes: null },
    ...change,
  };
}

export function versionView(number: number, change: Partial<VersionView> = {}): VersionView {
  return {
    number,
    version_id: `v${number}`,
    created_at: "2026-11-20T14:02:00.000+00:00",
    user_email: "anna@example.org",
    readable: true,
    size: 100,
    current: true,
    delivery: null,
    ...change,
  };
}

/** A state with one paragraph for each text. */
export function stateOf(...paragraphs: string[]): Record<string, unknown> {
  return {
    format: "galley/1",
    doc: {
      type: "doc",
      content: paragraphs.map((text) => ({ type: "paragraph", content: [{ type: "text", text }] })),
    },
    assets: {},
  };
}

export const media = (file_name: string, type = "image/png"): UploadedMedia => ({
  file_name,
  size: 1,
  type,
  width: 1,
  height: 1,
});
