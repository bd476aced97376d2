import { expect, it } from "vitest";
import { DOCUMENT_BYTES } from "../../../../server/article/document.ts";
import type { VersionComparison } from "../../../../server/contracts/sessions-api.ts";
import { drawnPng } from "../../../support/drawn-png.ts";
import { startNewsroom } from "../../../support/newsroom.ts";
import { articleOf } from "../../../support/site.ts";

/** Requests answered during a comparison. Comparing in the main thread would let one or two through before it blocks. */
const MIN_ANSWERED = 5;

const { appliance, article } = await startNewsroom();

const compare = (from: string, to: string, query = "") =>
  appliance.console<VersionComparison>("GET", `/versions/${from}/compare/${to}${query}`);

it("compares pictures, moved blocks, and attributes in the requested language", async () => {
  const { upload, save } = await article("pictures");
  const [dawn, dusk] = [await upload("dawn.png", drawnPng(30, 20)), await upload("dusk.png", drawnPng(20, 30))];
  const kept = ["The first tram crossed the harbour.", "The mayor waved."];
  const { version_id: one } = await save(articleOf("Moved to the end", ...kept, { file: dawn, alt: "At dawn" }));
  const { version_id: two } = await save(articleOf(...kept, { file: dusk, alt: "At dusk" }, "Moved to the end"));
  const { blocks, files_path } = await compare(one, two, "?language=ru");
  expect(blocks.map(({ kind }) => kind)).toEqual(["same", "same", "changed", "moved"]);
  const [, , picture, moved] = blocks;
  expect(picture?.from?.pictures).toEqual([{ file: dawn, alt: "At dawn", only_here: true }]);
  expect(picture?.to?.pictures).toEqual([{ file: dusk, alt: "At dusk", only_here: true }]);
  expect(picture?.other_pictures).toBe(true);
  expect(picture?.runs[0]?.from).toBe("Описание: At ");
  expect(moved?.moved).toEqual({ after: null });
  const bytes = await fetch(new URL(`${files_path}${dusk}`, appliance.consoleUrl));
  expect([bytes.status, bytes.headers.get("content-type")]).toEqual([200, "image/png"]);
});

it("answers other requests while it compares two very large articles", {
  timeout: 60_000,
}, async () => {
  const { save } = await article("large");
  // A third of the largest document, at about 90 bytes a paragraph.
  const blocks = Math.floor(DOCUMENT_BYTES / 3 / 90);
  const words = (mark: string) => Array.from({ length: blocks }, (_, index) => `${mark} ${index % 997} ${index}`);
  const { version_id: one } = await save(articleOf(...words("a")));
  const { version_id: two } = await save(articleOf(...words("b")));
  let answered = 0;
  let isOver = false;
  const compared = compare(one, two).finally(() => {
    isOver = true;
  });
  for (; !isOver; answered += 1) expect((await fetch(`${appliance.url}/healthz`)).status).toBe(200);
  const { changes, left_out } = await compared;
  expect([changes, left_out > 0]).toEqual([blocks, true]);
  expect(answered).toBeGreaterThan(MIN_ANSWERED);
});
