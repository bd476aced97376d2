import { expect, it } from "vitest";
import { createVersions, newerVersion } from "../../../../renderer/editor/history/versions.ts";
import { deliveryView, versionView } from "../support.ts";

it("applies a delivery event that arrives before its version", () => {
  const book = createVersions([versionView(1)]);
  book.applyDelivery({ ...deliveryView({ state: "delivered" }), version_number: 2 });
  book.applyVersion(versionView(2, { delivery: deliveryView({ state: "pending" }) }));
  expect(book.find(2)?.delivery?.state).toBe("delivered");
});

it("does not overwrite a version from an event with the response to the save", () => {
  const book = createVersions([]);
  book.applyVersion(versionView(1, { size: 500 }));
  book.saved({ number: 1, version_id: "v1", delivery_id: "d1", created_at: "2026-11-20T14:02:00Z" }, "anna");
  expect(book.find(1)?.size).toBe(500);
});

it("lists the newest version first, as the only current one", () => {
  const book = createVersions([versionView(2), versionView(1, { current: false })]);
  book.saved({ number: 3, version_id: "v3", delivery_id: "d3", created_at: "2026-11-20T14:02:00Z" }, null);
  const known = book.list.get().map(({ number, current }) => `${number} ${current}`);
  expect(known).toEqual(["3 true", "2 false", "1 false"]);
});

it("removes versions that a new list does not contain", () => {
  const book = createVersions([versionView(1), versionView(2)]);
  book.applyDelivery({ ...deliveryView({ state: "sending" }), version_number: 2 });
  book.replace([versionView(2, { delivery: deliveryView({ state: "delivered" }) })], book.updateCount());
  expect(book.list.get().map(({ number }) => number)).toEqual([2]);
  expect(book.find(2)?.delivery?.state).toBe("delivered");
});

it("keeps events that arrived after the list was requested", () => {
  const book = createVersions([versionView(1)]);
  book.applyDelivery({ ...deliveryView({ state: "sending" }), version_number: 1 });
  const countBefore = book.updateCount();
  book.applyDelivery({ ...deliveryView({ state: "delivered" }), version_number: 1 });
  book.applyVersion(versionView(2, { delivery: deliveryView({ state: "pending" }) }));
  book.replace([versionView(1, { delivery: deliveryView({ state: "sending" }) })], countBefore);
  const states = book.list.get().map(({ number, delivery }) => `${number} ${delivery?.state}`);
  expect(states).toEqual(["2 pending", "1 delivered"]);
});

it("finds a version newer than the base version", () => {
  expect(newerVersion([versionView(4), versionView(3)], 3)?.number).toBe(4);
  expect(newerVersion([versionView(3)], 3)).toBeNull();
  expect(newerVersion([], null)).toBeNull();
  expect(newerVersion([versionView(1)], null)?.number).toBe(1);
});
