import { expect, it } from "vitest";
import { startNewsroom } from "../../../support/newsroom.ts";
import { articleOf } from "../../../support/site.ts";

const { appliance, article: openArticle } = await startNewsroom();

const article = async (materialId: string) => {
  const { editor, session, load } = await openArticle(materialId);
  return {
    editor,
    session,
    type: (clientId: string, text: string) =>
      editor("PUT", "/draft", { client_id: clientId, vms_json: articleOf(text), base_version: null }),
    drafts: async () => (await load()).drafts.map(({ client_id }) => client_id).sort(),
  };
};

it("removes the draft that is named and no other, and takes a second time for done", async () => {
  const { editor, type, drafts } = await article("a");
  const other = await article("b");
  await type("one", "first tab");
  await type("two", "second tab");
  await other.type("one", "another article");
  expect((await editor("DELETE", "/draft/one")).status).toBe(204);
  expect((await editor("DELETE", "/draft/one")).status).toBe(204);
  expect(await drafts()).toEqual(["two"]);
  expect(await other.drafts()).toEqual(["one"]);
});

it("lets in only who holds the article's login, and says what a tab may be called", async () => {
  const { session, editor, type, drafts } = await article("c");
  await type("one", "words");
  const answer = await fetch(`${appliance.url}/editor/api/sessions/${session.session_id}/draft/one`, {
    method: "DELETE",
  });
  expect(answer.status).toBe(401);
  expect((await editor("DELETE", "/draft/a%20b")).status).toBe(422);
  expect(await drafts()).toEqual(["one"]);
});
