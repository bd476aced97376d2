import { expect, it } from "vitest";
import type { LocalDraft } from "../../../../renderer/editor/drafts/draft-store.ts";
import type { ElsewhereDraft } from "../../../../renderer/editor/drafts/offers.ts";
import { changesToOffer, ownDraft, unsavedChanges } from "../../../../renderer/editor/drafts/offers.ts";
import { DEFAULT_EMBEDS } from "../../../../server/article/embeds/settings.ts";
import type { EditorSession } from "../../../../server/contracts/editor-api.ts";
import { stateOf, versionView } from "../support.ts";

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

const elsewhere = (client_id: string, text: string, change: Partial<LocalDraft> = {}): ElsewhereDraft => ({
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
