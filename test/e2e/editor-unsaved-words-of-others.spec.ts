import type { Page } from "@playwright/test";
import { articleOf, editorOf, type OpenedSession } from "../support/site.ts";
import { article, notices, openEditor } from "./editor-page.ts";
import { expect, test } from "./fixtures.ts";
import { expectLooksRight } from "./looks.ts";

const rows = (page: Page) => page.getByRole("dialog", { name: "History" }).getByRole("listitem");

/** Drafts of other tabs, each almost as large as may be. */
async function leaveWords(session: OpenedSession, tabs: string[]): Promise<void> {
  for (const client_id of tabs) {
    const vms_json = { ...articleOf(`Words of ${client_id}`), kept: "k".repeat(1_900_000) };
    const answer = await editorOf(session)("PUT", "/draft", { client_id, vms_json, base_version: null });
    expect(answer.status).toBe(204);
  }
}

test("reports evicted drafts, and restores the others", async ({ page, openArticle }) => {
  const session = await openArticle("bridge");
  await leaveWords(session, [..."abcdefghi"]);
  await openEditor(page, session.url);
  await expect(notices(page)).toContainText("in another tab or by a colleague");
  await page.getByRole("button", { name: "History" }).click();
  await expect(rows(page)).toHaveCount(9);
  const gone = rows(page).filter({ hasText: "removed to keep newer drafts" });
  await expect(gone).toHaveCount(1);
  await expect(gone.getByRole("button")).toHaveCount(0);
  await expectLooksRight(page, "words that were let go");
  await rows(page).first().getByRole("button", { name: "Restore", exact: true }).click();
  await expect(article(page)).toHaveText("Words of i");
});

test("loads large drafts on request", async ({ page, openArticle }) => {
  const session = await openArticle("bridge");
  await leaveWords(session, ["first", "second", "third"]);
  const fetched: string[] = [];
  page.on("request", (request) => fetched.push(new URL(request.url()).pathname));
  await openEditor(page, session.url);
  await page.getByRole("button", { name: "History" }).click();
  await expect(rows(page)).toHaveCount(3);
  expect(fetched.filter((path) => path.endsWith("/draft/third"))).toHaveLength(1);
  expect(fetched.filter((path) => path.endsWith("/draft/first"))).toEqual([]);
  await rows(page).last().getByRole("button", { name: "Restore", exact: true }).click();
  await expect(article(page)).toHaveText("Words of first");
});
