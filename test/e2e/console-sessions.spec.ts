import { readFile } from "node:fs/promises";
import { drawnPng } from "../support/drawn-png.ts";
import { PNG } from "../support/sample-media.ts";
import { articleOf, editorOf, saveState, uploadFile } from "../support/site.ts";
import { logIn, row, save, visit } from "./console-page.ts";
import { downloadedBy, expect, nightlyStep, test } from "./fixtures.ts";
import { expectLooksRight } from "./looks.ts";

test.use({ ownAppliance: true });

test("finds, shows, restores and deletes sessions", async ({ page, appliance, project, openArticle, receiver }) => {
  await logIn(page, appliance);
  await page.getByRole("link", { name: "Sessions", exact: true }).click();
  await expect(page.getByRole("heading", { name: "No sessions yet" })).toBeVisible();

  await test.step("a new session and its new title appear without a reload", async () => {
    await openArticle("late-news", { metadata: { title: "The storm, a year on" } });
    await expect(row(page, "late-news")).toContainText("The storm, a year on");
    await openArticle("late-news", { metadata: { title: "The storm, two years on" } });
    await expect(row(page, "late-news")).toContainText("two years on");
    await save(await openArticle("front-page", { metadata: { title: "Storm on the coast" } }), "Words.", null);
    await receiver.received(1);
    await expect(page.locator(".row")).toHaveCount(2);
  });

  await test.step("words, author, state and project filter the list and are kept in the URL", async () => {
    const search = page.getByRole("searchbox");
    await search.fill("storm author:ida");
    await expect(page.locator(".row")).toHaveCount(1);
    await search.fill("storm");
    await expect(page.locator(".row")).toHaveCount(2);
    await page.getByLabel("State", { exact: true }).selectOption("unsaved");
    await expect(page.locator(".row")).toHaveCount(1);
    await page.getByLabel("Project").selectOption(project.id);
    await expect(page).toHaveURL(new RegExp(`q=storm.*project=${project.id}|project=${project.id}.*q=storm`));
    await page.reload();
    await expect(page.locator(".row")).toHaveCount(1);
    await expect(row(page, "two years on")).toBeVisible();
    await search.fill("nowhere");
    await expect(page.getByRole("heading", { name: "Nothing found" })).toBeVisible();
  });

  const session = await openArticle("harbour-crossing", {
    metadata: { title: "The first tram", section_id: 14, webhook_auth_user: "galley", webhook_auth_password: "sesame" },
    vms_json: {
      ...articleOf({ file: "lost.png" }),
      assets: { "lost.png": { clientUrl: "http://127.0.0.1:9/lost.png" } },
    },
  });
  const editor = editorOf(session);
  const file_name = await uploadFile(session, "quay.png", PNG);
  const first = await saveState(session, articleOf("First words", { file: file_name }));
  await save(session, "Second words", first.number);
  await receiver.received(3);
  await visit(page, "/sessions");
  await row(page, "The first tram").click();
  await expect(page.getByRole("heading", { name: "The first tram" })).toBeVisible();

  await test.step("tabs show versions, metadata without secrets, deliveries, missing files and details", async () => {
    await expect(page.getByRole("list", { name: "Versions" }).getByText("ida@example.org")).toHaveCount(1);
    await page.getByRole("tab", { name: "Metadata" }).click();
    const metadata = page.getByRole("region", { name: "Metadata", exact: true });
    await expect(metadata).toContainText('"section_id": 14');
    await expect(metadata).toContainText('"webhook_auth_password": "•••"');
    await page.getByRole("tab", { name: "Deliveries" }).click();
    await expect(page.getByRole("list", { name: "Deliveries" }).getByRole("listitem")).toHaveCount(2);
    await page.getByRole("tab", { name: /^Files/ }).click();
    await expect(page.getByText("Could not be fetched")).toBeVisible();
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByText("Fetching 1 file from the site.")).toBeVisible();
    await page.getByRole("tab", { name: "Details" }).click();
    await expect(page.getByText(receiver.callbackUrl)).toBeVisible();
  });

  await test.step("open comments are counted live; a failed refresh is reported above the last data", async () => {
    const anchor = {
      kind: "words",
      block: "paragraph",
      file: "",
      exact: "words",
      prefix: "",
      suffix: "",
      from: 0,
      to: 5,
    };
    for (const id of ["comment-1", "comment-2"])
      await editor("POST", "/comments", { id, text: "Who says so?", author: "Ida", anchor });
    await expect(row(page, "The first tram")).toContainText("2 open comments");
    await expect(page.getByText(/· 2 open comments$/)).toBeVisible();
    const resolve = (id: string) => editor("PATCH", `/comments/${id}`, { author: "Ida", resolved: true });
    await page.route(`**/api/sessions/${session.session_id}`, (route) => route.fulfill({ status: 500 }));
    await resolve("comment-1");
    const pane = page.getByRole("region", { name: "Session", exact: true });
    await expect(pane.getByRole("alert")).toBeVisible();
    await expect(pane.getByText(/· 2 open comments$/)).toBeVisible();
    await page.unrouteAll();
    await resolve("comment-2");
    await expect(pane.getByRole("alert")).toHaveCount(0);
    await expect(page.getByText(/open comment/)).toHaveCount(0);
  });

  await test.step("the editor opens in a new tab", async () => {
    const opened = page.context().waitForEvent("page");
    await page.getByRole("button", { name: "Open in editor" }).click();
    const tab = await opened;
    await expect(tab.getByRole("heading", { name: "The first tram" })).toBeVisible();
    expect(new URL(tab.url()).origin).toBe(appliance.url);
    await tab.close();
  });

  await test.step("a version shows preview, HTML, archive and each archived file", async () => {
    await page.getByRole("tab", { name: "Versions" }).click();
    await page.getByRole("link", { name: "Version 1", exact: true }).click();
    const preview = page.getByTitle("Version 1");
    await expect(preview).toHaveAttribute("sandbox", "");
    await expect(preview.contentFrame().getByText("First words")).toBeVisible();
    await page.getByText("HTML", { exact: true }).click();
    await expect(page.getByRole("region", { name: "HTML" })).toContainText("</p>");
    const download = await downloadedBy(page.getByRole("link", { name: "Download archive" }));
    const file = await readFile(await download.path());
    expect(file.subarray(0, 4).toString("latin1")).toBe("PK\u0003\u0004");

    await visit(page, `${new URL(page.url()).pathname}?side=files`);
    await page.getByRole("button", { name: `Show vms_media/${file_name}` }).click();
    const picture = page.getByRole("img", { name: `vms_media/${file_name}` });
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(3);
    await page.getByRole("button", { name: "Show metadata_json.json" }).click();
    await expect(page.getByRole("region", { name: "metadata_json.json" })).toContainText('"•••"');
    await page.getByRole("button", { name: "Show vms_html.html" }).click();
    await expect(page.getByRole("region", { name: "vms_html.html" })).toContainText("First words");
  });

  await test.step("an older version is restored; a version saved in the meantime is reported", async () => {
    await visit(page, `/sessions/${session.session_id}/versions/${first.version_id}`);
    const restore = page.getByRole("button", { name: "Restore", exact: true });
    await restore.click();
    const dialog = page.getByRole("dialog", { name: "Restore: Version 1?" });
    await expect(dialog).toContainText("as version 3 and sends it to the site");
    await save(session, "Third words", 2);
    await dialog.getByRole("button", { name: "Restore" }).click();
    await expect(dialog.getByRole("alert")).toContainText("Version 3 was saved in the meantime");
    await expect(dialog).toContainText("as version 4 and sends it to the site");
    await dialog.getByRole("button", { name: "Restore" }).click();
    await expect(page.getByRole("heading", { name: "Version 4" })).toBeVisible();
    await expect(restore).toBeHidden();
    await expect(page.frameLocator("iframe").getByText("First words")).toBeVisible();
    await receiver.received(5);
  });

  await nightlyStep("all versions are shown, page by page", async () => {
    for (let number = 4; number < 60; number++) await save(session, `Words ${number}`, number);
    await visit(page, `/sessions/${session.session_id}`);
    const versions = page.getByRole("list", { name: "Versions" }).getByRole("listitem");
    await expect(versions).toHaveCount(50);
    await page.getByRole("button", { name: "Show older" }).click();
    await expect(versions).toHaveCount(60);
  });

  await test.step("a session is deleted after confirmation", async () => {
    await visit(page, `/sessions/${session.session_id}?part=facts`);
    await page.getByRole("button", { name: "Delete session…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete session" }).click();
    await expect(page.locator(".row")).toHaveCount(2);
    await expect(appliance.console("GET", `/sessions/${session.session_id}`)).rejects.toThrow("404");
  });
});

test("compares any two versions: words, pictures and moved blocks", async ({ page, appliance, openArticle }) => {
  const session = await openArticle("bridge");
  const dawn = await uploadFile(session, "dawn.png", drawnPng(90, 60));
  const dusk = await uploadFile(session, "dusk.png", drawnPng(60, 90));
  const save = (base: number | null, ...blocks: Parameters<typeof articleOf>) =>
    saveState(session, articleOf(...blocks), base);
  const unchanged = [
    "The first tram crossed the harbour.",
    "It took six minutes.",
    "No one was late.",
    "The band played on.",
  ];
  await save(null, "The council thanked the builders.", ...unchanged, "The old mayor spoke.", {
    file: dawn,
    alt: "The bridge",
  });
  const { version_id } = await save(
    1,
    ...unchanged,
    "The new mayor spoke.",
    { file: dusk, alt: "The bridge" },
    "The council thanked the builders.",
  );
  await page.emulateMedia({ reducedMotion: "reduce" });
  await logIn(page, appliance, `/sessions/${session.session_id}/versions/${version_id}?side=difference`);

  await test.step("shows changed words and pictures, and a moved block once", async () => {
    await expect(page.getByRole("status").filter({ hasText: "3 differences" })).toBeVisible();
    await expect(page.getByText("only in version 1 · only in version 2")).toBeVisible();
    const words = page.getByRole("region", { name: "1 of 3: Paragraph" });
    await expect(words.locator("mark")).toHaveText("old ");
    await expect(words.locator("ins")).toHaveText("new ");
    const pictures = page.getByRole("region", { name: "2 of 3: Picture" });
    await expect(pictures).toContainText("The pictures or their order differ.");
    await expect(pictures.getByRole("figure")).toContainText(["only in version 1", "only in version 2"]);
    for (const [which, wide] of [
      [0, 90],
      [1, 60],
    ] as const) {
      const picture = pictures.getByRole("img", { name: "The bridge" }).nth(which);
      await picture.scrollIntoViewIfNeeded();
      await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(wide);
    }
    const moved = page.getByRole("region", { name: "3 of 3: Paragraph" });
    await expect(moved).toContainText("Moved: in version 1 at the beginning, in version 2 here.");
    await expect(moved.locator("ins, mark")).toHaveCount(0);
    // No text is marked as deleted.
    await expect(page.locator("del")).toHaveCount(0);
    await page.keyboard.press("Alt+ArrowDown");
    await expect(words).toBeFocused();
    await page.getByRole("button", { name: "Previous difference" }).click();
    await expect(moved).toBeFocused();
    await page.getByText("2 blocks are the same").click();
    await expect(page.getByText("No one was late.")).toBeVisible();
    await expectLooksRight(page, "compared versions");
  });

  await test.step("a version is compared with any other, which the URL keeps", async () => {
    await save(2, ...unchanged, "The new mayor spoke twice.");
    await visit(page, `/sessions/${session.session_id}`);
    await page.getByRole("link", { name: "Changes: Version 3" }).click();
    await expect(page.getByText("only in version 2 · only in version 3")).toBeVisible();
    await page.getByLabel("Compare with").selectOption({ index: 1 });
    await expect(page.getByText("only in version 1 · only in version 3")).toBeVisible();
    await expect(page).toHaveURL(/side=difference&with=/);
    await page.reload();
    await expect(page.getByText("only in version 1 · only in version 3")).toBeVisible();
    await expect(page.locator("mark", { hasText: "old" })).toBeVisible();
  });

  await nightlyStep("many differences are shown in parts", async () => {
    const many = (mark: string) =>
      Array.from({ length: 440 }, (_, at) => (at % 2 === 0 ? `${mark} ${at}` : `Both have ${at}`));
    await save(3, ...many("Old"));
    const last = await save(4, ...many("New"));
    await visit(page, `/sessions/${session.session_id}/versions/${last.version_id}?side=difference`);
    const changes = page.locator("[data-change]");
    await expect(page.getByRole("status").filter({ hasText: "220 differences" })).toBeVisible();
    await expect(changes).toHaveCount(200);
    await page.getByRole("button", { name: /^Show more/ }).click();
    await expect(changes).toHaveCount(220);
    await expect(page.getByRole("region", { name: "220 of 220: Paragraph" })).toContainText("New 438");
    await expect(page.getByRole("button", { name: /^Show more/ })).toHaveCount(0);
  });
});
