/** Chromium without its frame-rate limit, so that a frame is drawn as soon as it is ready. */
import { type Browser, chromium } from "@playwright/test";
import { findChromium } from "../../../scripts/lib/browser.mjs";

const ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // At 60 frames a second, a key press would mostly measure the wait for the next frame.
  "--disable-frame-rate-limit",
  "--disable-gpu-vsync",
  // Two pages take turns; Chromium must not throttle the one in the background.
  "--disable-background-timer-throttling",
  "--disable-backgrounding-occluded-windows",
  "--disable-renderer-backgrounding",
];

/** @throws if no browser is installed; `npm test` installs one */
export function openBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  return chromium.launch({ ...(executablePath === undefined ? {} : { executablePath }), args: ARGS });
}
