/** When notifications appear, with those of the stand-in. */
import { beforeEach, expect, test, vi } from "vitest";
import { createNotifier } from "../../../main/desktop/notifications.ts";
import { systemClock } from "../../../server/core/runtime.ts";
import { Notification } from "../../desktop/stand-in/desktop-parts.ts";

vi.mock("electron", () => import("../../desktop/stand-in/desktop-parts.ts"));

const SITE = "news.example.org";
const log = { info: () => {}, warn: () => {}, error: () => {} };
let shown: Notification[];
let opened: string[];
let isEnabled: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  shown = [];
  opened = [];
  isEnabled = true;
  vi.spyOn(Notification.prototype, "show").mockImplementation(function (this: Notification) {
    shown.push(this);
  });
  return () => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  };
});

const notifier = () =>
  createNotifier({
    clock: systemClock,
    log,
    isEnabled: () => isEnabled,
    showAt: (path) => void opened.push(path),
  });

const failed = (name: string, site = SITE) => ({
  kind: "delivery_failed" as const,
  site,
  title: `${site} did not accept “${name}”`,
  text: `${name} was rejected`,
  path: `/deliveries/${name}`,
  pathOfAll: `/deliveries?host=${site}`,
});

const titles = () => shown.map(({ title }) => title);

test("combines failures of a site, and shows at most one notification a minute for it", () => {
  const { noticed } = notifier();
  for (const name of ["one", "two", "three"]) noticed(failed(name));
  noticed(failed("alone", "other.example.org"));
  expect(shown).toEqual([]);
  vi.advanceTimersByTime(1_000);
  expect(titles()).toEqual([`3 deliveries to ${SITE} failed`, "other.example.org did not accept “alone”"]);
  expect(shown[0]?.body).toBe("Newest: three was rejected");

  vi.advanceTimersByTime(20_000);
  noticed(failed("four"));
  vi.advanceTimersByTime(20_000);
  noticed(failed("five"));
  vi.advanceTimersByTime(19_999);
  expect(shown).toHaveLength(2);
  vi.advanceTimersByTime(1);
  expect(titles().slice(2)).toEqual([`2 deliveries to ${SITE} failed`]);

  shown[1]?.emit("click", {});
  shown[2]?.emit("click", {});
  expect(opened).toEqual(["/deliveries/alone", `/deliveries?host=${SITE}`]);
});

test("shows nothing while notifications are switched off", () => {
  const { noticed } = notifier();
  isEnabled = false;
  noticed(failed("one"));
  vi.advanceTimersByTime(120_000);
  isEnabled = true;
  noticed(failed("two"));
  vi.advanceTimersByTime(1_000);
  expect(titles()).toEqual([`${SITE} did not accept “two”`]);
});
