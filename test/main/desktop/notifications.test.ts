/** Notifications in time, on the stand-in's notifications. */
import { beforeEach, expect, test, vi } from "vitest";
import { createNotifier } from "../../../main/desktop/notifications.ts";
import { systemClock } from "../../../server/core/runtime.ts";
import { Notification } from "../../desktop/stand-in/desktop-parts.ts";

vi.mock("electron", () => import("../../desktop/stand-in/desktop-parts.ts"));

const SITE = "news.example.org";
const log = { info: () => {}, warn: () => {}, error: () => {} };
let shown: Notification[];
let opened: string[];
let isWanted: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  shown = [];
  opened = [];
  isWanted = true;
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
    isWanted: () => isWanted,
    showAt: (path) => void opened.push(path),
  });

const failed = (name: string, site = SITE) => ({
  kind: "delivery_failed" as const,
  site,
  title: `${site} did not take “${name}”`,
  text: `${name} was rejected`,
  path: `/deliveries/${name}`,
  pathOfAll: `/deliveries?host=${site}`,
});

const titles = () => shown.map(({ title }) => title);

test("what fails at once is told once, and what fails within a minute of that when the minute is over", () => {
  const { noticed } = notifier();
  for (const name of ["one", "two", "three"]) noticed(failed(name));
  noticed(failed("alone", "other.example.org"));
  expect(shown).toEqual([]);
  vi.advanceTimersByTime(1_000);
  expect(titles()).toEqual([`${SITE} did not take 3 deliveries`, "other.example.org did not take “alone”"]);
  expect(shown[0]?.body).toBe("The newest: three was rejected");

  vi.advanceTimersByTime(20_000);
  noticed(failed("four"));
  vi.advanceTimersByTime(20_000);
  noticed(failed("five"));
  vi.advanceTimersByTime(19_999);
  expect(shown).toHaveLength(2);
  vi.advanceTimersByTime(1);
  expect(titles().slice(2)).toEqual([`${SITE} did not take 2 deliveries`]);

  shown[1]?.emit("click", {});
  shown[2]?.emit("click", {});
  expect(opened).toEqual(["/deliveries/alone", `/deliveries?host=${SITE}`]);
});

test("nobody is told who does not want to be", () => {
  const { noticed } = notifier();
  isWanted = false;
  noticed(failed("one"));
  vi.advanceTimersByTime(120_000);
  isWanted = true;
  noticed(failed("two"));
  vi.advanceTimersByTime(1_000);
  expect(titles()).toEqual([`${SITE} did not take “two”`]);
});
