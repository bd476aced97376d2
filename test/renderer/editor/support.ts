/** Shared helpers of the editor's tests. */

import { afterEach, beforeEach, vi } from "vitest";
import type { VersionDelivery, VersionView } from "../../../server/contracts/editor-api.ts";
import type { UploadedMedia } from "../../../server/contracts/media-api.ts";

/** In each test of a file, time begins at 0 and only `pass` advances it. */
export function fakeTime(): void {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], now: 0 }));
  afterEach(() => void vi.useRealTimers());
}

/** Advances the time by `ms` and calls all due callbacks in order. */
export async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
  await settled();
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
