import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import type { Page as ListPage } from "../../server/contracts/console-api.ts";
import type { DeliveryDetail, DeliveryRow } from "../../server/contracts/deliveries-api.ts";
import { type RunningAppliance, temporaryFolder } from "../support/appliance.ts";
import { downloadArchive } from "../support/site.ts";
import { dropPictures, photo } from "./editor-files.ts";
import { article, deliverVersion } from "./editor-page.ts";
import { expect, test } from "./fixtures.ts";

// The test reads all articles of the sample site.
test.use({ ownAppliance: true });

test("publishes an article with a photograph from the editor to the sample site", async ({ page, appliance }) => {
  await page.goto(appliance.sandboxUrl);
  await page.getByLabel("Title of a new article").fill("The queen in the harbour");
  const opened = page.waitForEvent("popup");
  await page.getByRole("button", { name: "New article", exact: true }).click();
  const editor = await opened;
  await article(editor).click();
  await editor.keyboard.type("She arrived at noon.\n");
  await dropPictures(editor, article(editor), "lower", [await photo(editor, "Königin am Hafen.jpg", 1_600, 300)]);
  const picture = editor.locator("figure img");
  await expect(picture).toHaveJSProperty("complete", true);

  await deliverVersion(editor, 1);

  const project = await appliance.sandboxProject();
  const { material_id, attempt } = await lastAttempt(appliance);
  const sent = JSON.parse(attempt.request.body) as { content_url: string };
  await test.step("unzip and Python accept the archive", async () => {
    const response = await downloadArchive(project, sent.content_url, material_id);
    const file = path.join(temporaryFolder(), "archive.zip");
    fs.writeFileSync(file, Buffer.from(await response.arrayBuffer()));
    expect(execFileSync("unzip", ["-t", file]).toString()).toContain("No errors detected");
    const listing = execFileSync("python3", ["-c", LIST_ZIP, file]).toString();
    expect(listing.match(/^vms_media\/konigin-am-hafen-[0-9a-f]{8}\.jpg \d+$/gm)).toHaveLength(2);
  });
  await test.step("openssl computes the callback's signature", () => {
    const [, signed] = attempt.request.headers.find(([name]) => name === "x-service-signature") ?? [];
    const digest = execFileSync("openssl", ["dgst", "-sha256", "-hmac", project.api_secret], {
      input: `${material_id}:${sent.content_url}`,
    });
    expect(digest.toString().trim().split(" ").at(-1)).toBe(signed);
  });

  await page.goto(appliance.sandboxUrl);
  await page.getByRole("link", { name: /^View/ }).click();
  await expect(page.getByText("She arrived at noon.")).toBeVisible();
  const published = page.locator("figure img");
  await published.scrollIntoViewIfNeeded();
  await expect.poll(() => published.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  expect(new URL(await published.evaluate((image: HTMLImageElement) => image.src)).origin).toBe(appliance.sandboxUrl);
});

const LIST_ZIP = [
  "import sys, zipfile",
  "z = zipfile.ZipFile(sys.argv[1])",
  "assert z.testzip() is None",
  "for i in z.infolist(): print(i.filename, i.file_size)",
].join("\n");

/** The first attempt of the newest delivery. */
async function lastAttempt(appliance: RunningAppliance) {
  const [row] = (await appliance.console<ListPage<DeliveryRow>>("GET", "/deliveries")).items;
  const { material_id, attempts } = await appliance.console<DeliveryDetail>("GET", `/deliveries/${row?.id}`);
  const [attempt] = attempts;
  if (attempt === undefined) throw new Error("The delivery has no attempt.");
  return { material_id, attempt };
}
