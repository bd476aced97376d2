import { expect, it } from "vitest";
import type { LocalDraft } from "../../../../renderer/editor/drafts/draft-store.ts";
import { assetsOf, buildState, readDoc, sameDoc } from "../../../../renderer/editor/drafts/galley-state.ts";
import {
  changesToOffer,
  ownDraft,
  type RemoteDraft,
  unsavedChanges,
} from "../../../../renderer/editor/drafts/offers.ts";
import { documentJson } from "../../../../server/article/document.ts";
import { DEFAULT_EMBEDS } from "../../../../server/article/embeds/settings.ts";
import type { EditorSession } from "../../../../server/contracts/editor-api.ts";
import { docWith, node } from "../article.ts";
import { stateOf, versionView } from "../support.ts";

const doc = docWith(
  node("figure", { file: "a-1.jpg", alt: "A" }),
  node("figure", { file: "b-2.jpg", alt: "" }),
  node("figure", { file: "a-1.jpg", alt: "again" }),
);

it("keeps unknown keys of the state and its entries, and lists exactly the document's files", () => {
  const entries: Record<string, { clientUrl: string; credit?: string }> = {
    "a-1.jpg": { clientUrl: "https://site.example/a-1.jpg", credit: "AP" },
    "gone.jpg": { clientUrl: "https://site.example/gone.jpg" },
  };
  const saved = buildState({ format: "galley/1", doc: {}, assets: {}, section: 7 }, doc, (file) => entries[file]);
  expect(saved.section).toBe(7);
  expect(saved.format).toBe("galley/1");
  expect(saved.assets).toEqual({
    "a-1.jpg": { clientUrl: "https://site.example/a-1.jpg", credit: "AP" },
    "b-2.jpg": { clientUrl: "dummy-b-2.jpg" },
  });
  expect(readDoc(saved)).toEqual(documentJson(doc));
  // An uncropped picture has no crop attribute, as before cropping existed.
  expect(JSON.stringify(saved)).not.toContain('"crop"');
});

it("keeps the site's own keys in assets, and never treats them as files", () => {
  const assets = { "my cat.png": { clientUrl: "https://site.example/c.png" }, note: ["kept"] };
  const loaded = { format: "galley/1", doc: doc.toJSON(), assets: { ...assets, "a-1.jpg": {} } };
  expect(buildState(loaded, doc, () => undefined).assets).toEqual({
    ...assets,
    "a-1.jpg": { clientUrl: "dummy-a-1.jpg" },
    "b-2.jpg": { clientUrl: "dummy-b-2.jpg" },
  });
  expect(Object.keys(assetsOf(loaded))).toEqual(["a-1.jpg"]);
});

it("compares only the documents of two states", () => {
  expect(sameDoc(stateOf("one"), { ...stateOf("one"), section: 7 })).toBe(true);
  expect(sameDoc(stateOf("one"), stateOf("two"))).toBe(false);
  const empty = { type: "doc", content: [{ type: "paragraph" }] };
  expect(sameDoc(null, { format: "galley/1", doc: empty, assets: [] })).toBe(true);
  expect(sameDoc(stateOf("one"), { blocks: [] })).toBe(false);
});

it("does not read another editor's state or an invalid document", () => {
  expect(readDoc({ blocks: [] })).toBeNull();
  expect(readDoc({ format: "galley/1", doc: { type: "doc", content: [{ type: "table" }] }, assets: {} })).toBeNull();
});

const session = (change: Partial<EditorSession> = {}): EditorSession => ({
  session_id: "s",
  ...{ title: null, material_id: "m", project_name: "p", site: "example.org", schema: "", clip: "" },
  ...{ vms_json: stateOf("saved"), readable: true, current_version: 3, drafts: [], restoring: [] },
  versions: [versionView(3, { created_at: "2026-11-20T14:00:00Z" })],
  ...{ user_email: null, user_email_fixed: false, fonts: null, font_families: [], custom_containers: [] },
  ...{ embeds: DEFAULT_EMBEDS, site_copy: null, preview_path: "preview/s/t/", open_comments: 0 },
  ...{ people: [], room: null, publish_originals: false, narrower_pictures: true },
  limits: { media_bytes: 1, accepted_extensions: [] },
  event_id: "e-0",
  login_expires_at: "2026-11-21T14:00:00Z",
  ...change,
});

const draft = (client_id: string, text: string, change: Partial<LocalDraft> = {}): LocalDraft => ({
  session_id: "s",
  client_id,
  base_version: 3,
  updated_at: "2026-11-20T14:05:00Z",
  vms_json: stateOf(text),
  ...change,
});

const elsewhere = (client_id: string, text: string, change: Partial<LocalDraft> = {}): RemoteDraft => ({
  ...draft(client_id, text, change),
  size: 100,
  author: null,
});

const never = () => false;
const idsOf = (drafts: { client_id: string }[]) => drafts.map((each) => each.client_id);

it("prefers this tab's draft on this computer to the one in Galley", () => {
  const sent = [elsewhere("tab", "sent")];
  const found = ownDraft(session(), { here: [draft("tab", "typed")], elsewhere: sent }, "tab");
  expect(found).toMatchObject({ here: true, vms_json: stateOf("typed") });
  expect(ownDraft(session(), { here: [], elsewhere: sent }, "tab")).toMatchObject({ here: false });
});

it("does not offer a draft that equals the version or cannot be shown", () => {
  const here = [draft("same", "saved"), draft("broken", "x", { vms_json: { blocks: [] } }), draft("other", "new")];
  expect(idsOf(changesToOffer(session(), { here, elsewhere: [] }, "tab", never))).toEqual(["other"]);
  expect(ownDraft(session(), { here: [draft("tab", "saved")], elsewhere: [] }, "tab")).toBeNull();
});

it("lists drafts that were not fetched, but does not offer them", () => {
  const drafts = { here: [], elsewhere: [{ ...elsewhere("huge", ""), vms_json: null }] };
  expect(idsOf(unsavedChanges(session(), drafts))).toEqual(["huge"]);
  expect(changesToOffer(session(), drafts, "tab", never)).toEqual([]);
});

it("offers all drafts of this computer and newer ones of others, but no dismissed ones", () => {
  const old = "2026-11-20T13:00:00Z";
  const drafts = {
    here: [draft("crashed", "z", { updated_at: old, base_version: 2 }), draft("dismissed", "a")],
    elsewhere: [elsewhere("colleague-old", "x", { updated_at: old }), elsewhere("colleague-new", "y")],
  };
  const found = changesToOffer(session(), drafts, "tab", ({ client_id }) => client_id === "dismissed");
  expect(idsOf(found)).toEqual(["colleague-new", "crashed"]);
});
