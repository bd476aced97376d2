import { expect, it } from "vitest";
import { createVersions, newerVersion } from "../../../../renderer/editor/history/versions.ts";
import { deliveryView, versionView } from "../support.ts";

it("takes the delivery of a version that it has not heard of yet", () => {
  const book = createVersions([versionView(1)]);
  book.applyDelivery({ ...deliveryView({ state: "delivered" }), version_number: 2 });
  book.applyVersion(versionView(2, { delivery: deliveryView({ state: "pending" }) }));
  expect(book.find(2)?.delivery?.state).toBe("delivered");
});

it("does not overwrite the version of the event with the answer of the save", () => {
  const book = createVersions([]);
  book.applyVersion(versionView(1, { size: 500 }));
  book.saved({ number: 1, version_id: "v1", delivery_id: "d1", created_at: "2026-11-20T14:02:00Z" }, "anna");
  expect(book.find(1)?.size).toBe(500);
});

it("has one current version, the newest, and the newest first", () => {
  const book = createVersions([versionView(2), versionView(1, { current: false })]);
  book.saved({ number: 3, version_id: "v3", delivery_id: "d3", created_at: "2026-11-20T14:02:00Z" }, null);
  const known = book.list.get().map(({ number, current }) => `${number} ${current}`);
  expect(known).toEqual(["3 true", "2 false", "1 false"]);
});

it("forgets what a fresh list does not have", () => {
  const book = createVersions([versionView(1), versionView(2)]);
  book.applyDelivery({ ...deliveryView({ state: "sending" }), version_number: 2 });
  book.replace([versionView(2, { delivery: deliveryView({ state: "delivered" }) })], book.updateCount());
  expect(book.list.get().map(({ number }) => number)).toEqual([2]);
  expect(book.find(2)?.delivery?.state).toBe("delivered");
});

it("does not let a list take back what was heard since it was asked for", () => {
  const book = createVersions([versionView(1)]);
  book.applyDelivery({ ...deliveryView({ state: "sending" }), version_number: 1 });
  const asked = book.updateCount();
  book.applyDelivery({ ...deliveryView({ state: "delivered" }), version_number: 1 });
  book.applyVersion(versionView(2, { delivery: deliveryView({ state: "pending" }) }));
  book.replace([versionView(1, { delivery: deliveryView({ state: "sending" }) })], asked);
  const states = book.list.get().map(({ number, delivery }) => `${number} ${delivery?.state}`);
  expect(states).toEqual(["2 pending", "1 delivered"]);
});

it("notices a version that somebody else saved", () => {
  expect(newerVersion([versionView(4), versionView(3)], 3)?.number).toBe(4);
  expect(newerVersion([versionView(3)], 3)).toBeNull();
  expect(newerVersion([], null)).toBeNull();
  expect(newerVersion([versionView(1)], null)?.number).toBe(1);
});
