import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const MIGRATIONS = path.resolve(import.meta.dirname, "../../../server/storage/migrations");

it("migrations are numbered from 1 without gaps or duplicates", () => {
  const numbers = fs.readdirSync(MIGRATIONS).map((name) => Number(/^(\d{4})-[a-z-]+\.sql$/.exec(name)?.[1]));
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
});
