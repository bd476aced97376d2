/** Chromium as the journalists have it, but without a wait for the screen: a frame is drawn as soon as it is ready. */
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
  // A key press would else be as slow as the time to the next of 60 frames a second, whatever the page does.
  "--disable-frame-rate-limit",
  "--disable-gpu-vsync",
  // Two pages take turns; the one behind must not be slowed down.
  "--disable-background-timer-throttling",
  "--disable-backgrounding-occluded-windows",
  "--disable-renderer-backgrounding",
];

/** @throws Error where there is no browser; `npm test` installs one */
export function openBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  return chromium.launch({ ...(executablePath === undefined ? {} : { executablePath }), args: ARGS });
}
