import { readFile } from "node:fs/promises";
import type { SavedVersion } from "../../server/contracts/editor-api.ts";
import { PNG } from "../support/sample-media.ts";
import { articleOf, editorOf } from "../support/site.ts";
import { logIn, row, save } from "./console-page.ts";
import { expect, test } from "./fixtures.ts";

test.use({ ownAppliance: true });

test("a session shows its versions, and a version its text, source and archive", async ({
  page,
  appliance,
  openArticle,
  receiver,
}) => {
  const session = await openArticle("harbour-crossing", {
    metadata: { title: "The first tram", section_id: 14, webhook_auth_user: "galley", webhook_auth_password: "sesame" },
  });
  await save(session, "The first tram crossed.", null);
  await save(session, "The first tram crossed at 6.12.", 1);
  await receiver.received(1);

  await logIn(page, appliance);
  await page.getByRole("link", { name: "Sessions", exact: true }).click();
  await row(page, "The first tram").click();
  await expect(page.getByRole("heading", { name: "The first tram" })).toBeVisible();
  await expect(page.getByRole("list", { name: "Versions" }).getByText("ida@example.org")).toHaveCount(2);
  await page.getByRole("tab", { name: "Metadata" }).click();
  const metadata = page.getByRole("region", { name: "metadata", exact: true });
  await expect(metadata).toContainText('"section_id": 14');
  await expect(metadata).toContainText('"webhook_auth_password": "•••"');
  await page.getByRole("tab", { name: "Deliveries" }).click();
  await expect(page.getByRole("list", { name: "Deliveries" }).getByRole("listitem")).toHaveCount(2);
  await page.getByRole("tab", { name: "Details" }).click();
  await expect(page.getByText(receiver.callbackUrl)).toBeVisible();
  // The part that is shown stands in the address.
  await page.reload();
  await expect(page.getByText(receiver.callbackUrl)).toBeVisible();
  await page.getByRole("tab", { name: "Versions" }).click();

  await page.getByRole("link", { name: "Version 2", exact: true }).click();
  const preview = page.getByTitle("Preview of version 2");
  await expect(preview).toHaveAttribute("sandbox", "");
  await expect(preview.contentFrame().getByText("The first tram crossed at 6.12.")).toBeVisible();
  await page.getByText("HTML", { exact: true }).click();
  await expect(page.getByRole("region", { name: "HTML of the version" })).toContainText("</p>");

  const started = page.waitForEvent("download");
  await page.getByRole("link", { name: "Archive" }).click();
  const file = await readFile(await (await started).path());
  expect(file.subarray(0, 4).toString("latin1")).toBe("PK\u0003\u0004");
});

test("counts the open comments of a session, live", async ({ page, appliance, openArticle }) => {
  const session = await openArticle("harbour-crossing", { metadata: { title: "The first tram" } });
  const editor = editorOf(session);
  const anchor = { kind: "words", block: "paragraph", file: "", exact: "tram", prefix: "", suffix: "", from: 0, to: 4 };
  const begin = (id: string) => editor("POST", "/comments", { id, text: "Who says so?", author: "Ida", anchor });
  await begin("comment-1");
  await logIn(page, appliance, `/sessions/${session.session_id}`);
  await expect(row(page, "The first tram")).toContainText("1 open comment");
  await expect(page.getByText(/· 1 open comment$/)).toBeVisible();
  await begin("comment-2");
  await expect(row(page, "The first tram")).toContainText("2 open comments");
  for (const id of ["comment-1", "comment-2"])
    await editor("PATCH", `/comments/${id}`, { author: "Ida", resolved: true });
  await expect(page.getByText(/open comment/)).toHaveCount(0);
});

test("compares any two versions word by word", async ({ page, appliance, openArticle }) => {
  const session = await openArticle("harbour-crossing");
  await save(session, "The first tram crossed.", null);
  await save(session, "The last tram crossed.", 1);
  await save(session, "The last tram of all crossed.", 2);
  await logIn(page, appliance, `/sessions/${session.session_id}`);
  await page.getByRole("link", { name: "Changes in version 3" }).click();
  await expect(page.getByRole("status").filter({ hasText: "1 difference" })).toBeVisible();
  const change = page.getByRole("region", { name: "1 of 1: Paragraph" });
  await expect(change.locator("ins")).toHaveText("of all ");
  await expect(page.getByText("only in version 2 · only in version 3")).toBeVisible();
  await page.getByLabel("Compare with").selectOption({ index: 1 });
  await expect(change.locator("mark")).toHaveText("first ");
  await expect(change.locator("ins")).toHaveText(["last ", "of all "]);
  await expect(page).toHaveURL(/side=difference&with=/);
  await page.reload();
  await expect(change.locator("mark")).toHaveText("first ");
  // Nothing is shown as if it had to go.
  await expect(page.locator("del")).toHaveCount(0);
});

test("restores an older version, and reports one saved in the meantime", async ({
  page,
  appliance,
  openArticle,
  receiver,
}) => {
  const session = await openArticle("restored");
  const first = await save(session, "First words", null);
  await save(session, "Second words", first.number);
  await logIn(page, appliance, `/sessions/${session.session_id}/versions/${first.version_id}`);
  const restore = page.getByRole("button", { name: "Restore", exact: true });
  await restore.click();
  const dialog = page.getByRole("dialog", { name: "Restore version 1?" });
  await expect(dialog).toContainText("as version 3 and sends it to the site");
  await save(session, "Third words", 2);
  await dialog.getByRole("button", { name: "Restore" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Version 3 was saved in the meantime");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await restore.click();
  await dialog.getByRole("button", { name: "Restore" }).click();
  await expect(page.getByRole("heading", { name: "Version 4" })).toBeVisible();
  await expect(restore).toBeHidden();
  await expect(page.frameLocator("iframe").getByText("First words")).toBeVisible();
  await receiver.received(4);
});

test("shows each file of a version's archive", async ({ page, appliance, openArticle }) => {
  const session = await openArticle("harbour-crossing", { metadata: { api_token: "sesame-open" } });
  const upload = await editorOf(session)("POST", "/media?name=quay.png", PNG);
  const { file_name } = (await upload.json()) as { file_name: string };
  const answer = await editorOf(session)("POST", "/versions", {
    save_id: "files",
    vms_json: articleOf("The quay.", { file: file_name }),
    base_version: null,
  });
  const { version_id } = (await answer.json()) as SavedVersion;
  await logIn(page, appliance, `/sessions/${session.session_id}/versions/${version_id}?side=files`);
  await page.getByRole("button", { name: `Show vms_media/${file_name}` }).click();
  const picture = page.getByRole("img", { name: `vms_media/${file_name}` });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(3);
  await page.getByRole("button", { name: "Show metadata_json.json" }).click();
  await expect(page.getByRole("region", { name: "metadata_json.json" })).toContainText('"api_token": "•••"');
  await page.getByRole("button", { name: "Show vms_html.html" }).click();
  await expect(page.getByRole("region", { name: "vms_html.html" })).toContainText("The quay.");
});

test("opens the editor from the session in a new tab", async ({ page, context, appliance, openArticle }) => {
  const session = await openArticle("harbour-crossing");
  await logIn(page, appliance, `/sessions/${session.session_id}`);
  const opened = context.waitForEvent("page");
  await page.getByRole("button", { name: "Open in editor" }).click();
  const editor = await opened;
  await expect(editor.getByRole("heading", { name: "harbour-crossing" })).toBeVisible();
  expect(new URL(editor.url()).origin).toBe(appliance.url);
});

test("names files that could not be fetched with the reason, and retries them", async ({
  page,
  appliance,
  openArticle,
}) => {
  const vms_json = {
    ...articleOf({ file: "lost.png" }),
    assets: { "lost.png": { clientUrl: "http://127.0.0.1:9/lost.png" } },
  };
  const session = await openArticle("harbour-crossing", { vms_json });
  await logIn(page, appliance, `/sessions/${session.session_id}`);
  await page.getByRole("tab", { name: /^Files\s*1$/ }).click();
  await expect(page.getByText("Could not be fetched")).toBeVisible();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("Fetching 1 file from the site.")).toBeVisible();
});

test("shows all versions of a session, page by page", async ({ page, appliance, openArticle }) => {
  const session = await openArticle("harbour-crossing");
  for (let number = 0; number < 60; number++) await save(session, `Words ${number}`, number === 0 ? null : number);
  await logIn(page, appliance, `/sessions/${session.session_id}`);
  const versions = page.getByRole("list", { name: "Versions" }).getByRole("listitem");
  await expect(versions).toHaveCount(50);
  await page.getByRole("button", { name: "Show older" }).click();
  await expect(versions).toHaveCount(60);
  await expect(page.getByRole("link", { name: "Version 1", exact: true })).toBeVisible();
});

test("searches sessions by words, author and state", async ({ page, appliance, openArticle, receiver }) => {
  await save(await openArticle("front-page", { metadata: { title: "Storm on the coast" } }), "Words.", null);
  await openArticle("harbour-crossing", { metadata: { title: "The storm, a year on" } });
  await receiver.received(1);
  await logIn(page, appliance, "/sessions?q=storm");
  await expect(page.locator(".row")).toHaveCount(2);
  await page.getByRole("searchbox").fill("storm author:ida");
  await expect(page.locator(".row")).toHaveCount(1);
  await page.getByRole("searchbox").fill("storm");
  await expect(page.locator(".row")).toHaveCount(2);
  await page.getByLabel("State", { exact: true }).selectOption("unsaved");
  await expect(page.locator(".row")).toHaveCount(1);
  await expect(row(page, "The storm, a year on")).toBeVisible();
});

test("filters sessions by search and project, and keeps both in the URL", async ({
  page,
  appliance,
  project,
  openArticle,
}) => {
  await openArticle("front-page");
  await openArticle("harbour-crossing");
  await logIn(page, appliance, "/sessions");
  await expect(page.locator(".row")).toHaveCount(2);
  await page.getByRole("searchbox").fill("harb");
  await expect(page.locator(".row")).toHaveCount(1);
  await page.getByLabel("Project").selectOption(project.id);
  await expect(page).toHaveURL(new RegExp(`q=harb.*|project=${project.id}.*`));
  await page.reload();
  await expect(row(page, "harbour-crossing")).toBeVisible();
  await page.getByRole("searchbox").fill("nowhere");
  await expect(page.getByRole("heading", { name: "Nothing found" })).toBeVisible();
});

test("shows a newly opened session and its new title without a reload", async ({ page, appliance, openArticle }) => {
  await logIn(page, appliance);
  await page.getByRole("link", { name: "Sessions", exact: true }).click();
  await expect(page.getByRole("heading", { name: "No sessions yet" })).toBeVisible();
  await openArticle("late-news", { metadata: { title: "News of the evening" } });
  await expect(row(page, "late-news")).toContainText("News of the evening");
  await openArticle("late-news", { metadata: { title: "News of the night" } });
  await expect(row(page, "late-news")).toContainText("News of the night");
});

test("asks once before it deletes a session", async ({ page, appliance, openArticle }) => {
  const session = await openArticle("front-page");
  await logIn(page, appliance, `/sessions/${session.session_id}`);
  await page.getByRole("tab", { name: "Details" }).click();
  await page.getByRole("button", { name: "Delete session…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete session" }).click();
  await expect(page.getByRole("heading", { name: "No sessions yet" })).toBeVisible();
  await expect(appliance.console("GET", `/sessions/${session.session_id}`)).rejects.toThrow("404");
});
