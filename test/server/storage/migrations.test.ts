import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const MIGRATIONS = path.resolve(import.meta.dirname, "../../../server/storage/migrations");

it("are numbered from 1, without a gap and without a number given twice: a folder remembers only its newest", () => {
  const numbers = fs.readdirSync(MIGRATIONS).map((name) => Number(/^(\d{4})-[a-z-]+\.sql$/.exec(name)?.[1]));
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
});
