import { expect, it } from "vitest";
import { filesOf, readState } from "../../../server/article/document.ts";
import { type AssetFacts, type GalleyState, withDummyUrls } from "../../../server/article/vms-json.ts";
import { withClientUrls } from "../../../server/articles/versions/exact-state.ts";
import { JsonText } from "../../../server/core/json-text.ts";

const figure = (file: string) => ({ type: "figure", attrs: { file } });
const given: GalleyState = {
  format: "galley/1",
  doc: {
    type: "doc",
    content: [figure("b.png"), { type: "blockquote", content: [figure("a.jpg")] }, figure("b.png"), figure("")],
  },
  assets: {
    "a.jpg": { clientUrl: "https://site.example/a.jpg", type: "wrong/type", width: 1, height: 1, site: { id: 7 } },
    "b.png": { clientUrl: "dummy-b.png" },
    "unused.gif": { clientUrl: "https://site.example/unused.gif" },
  },
  siteKey: 1,
};
const facts = (size: number, width: number | null): AssetFacts => ({ type: "image/jpeg", size, width, height: width });

it("lists the files of a document in order, without duplicates", () => {
  const read = readState(given);
  expect(read.ok && filesOf(read.doc)).toEqual(["b.png", "a.jpg"]);
});

it("lists exactly an archive's files with temporary references, and keeps the site's keys", () => {
  const before = structuredClone(given);
  const state = withDummyUrls(
    given,
    new Map([
      ["b.png", facts(5, 20)],
      ["a.jpg", facts(9, null)],
    ]),
  );
  expect(state).toEqual({
    ...before,
    assets: {
      "b.png": { clientUrl: "dummy-b.png", type: "image/jpeg", size: 5, width: 20, height: 20 },
      "a.jpg": { clientUrl: "dummy-a.jpg", type: "image/jpeg", size: 9, site: { id: 7 } },
    },
  });
  expect(given).toEqual(before);
});

it("sets the site's URLs in a session's state, and temporary references for other files", () => {
  const urls = new Map([["b.png", "https://cdn.example/b.png"]]);
  const state = withClientUrls(JsonText.of(given), urls).parse() as GalleyState;
  expect(Object.entries(state.assets).map(([name, entry]) => [name, entry.clientUrl])).toEqual([
    ["a.jpg", "dummy-a.jpg"],
    ["b.png", "https://cdn.example/b.png"],
    ["unused.gif", "dummy-unused.gif"],
  ]);
  expect(state.assets["a.jpg"]?.site).toEqual({ id: 7 });
});
