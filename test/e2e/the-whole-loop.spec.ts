import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import type { Page as ListPage } from "../../server/contracts/console-api.ts";
import type { DeliveryDetail, DeliveryRow } from "../../server/contracts/deliveries-api.ts";
import { type RunningAppliance, spawnAppliance, temporaryFolder } from "../support/appliance.ts";
import { downloadArchive } from "../support/site.ts";
import { expect, test } from "./fixtures.ts";

// They speak of all that the sample site holds.
test.use({ ownAppliance: true });

/** Makes an article at the sample site; the editor's tab, ready to type in. */
async function writeNew(page: Page, sandboxUrl: string, title: string): Promise<Page> {
  await page.goto(sandboxUrl);
  await page.getByLabel("Title of a new article").fill(title);
  const opened = page.waitForEvent("popup");
  await page.getByRole("button", { name: "New article", exact: true }).click();
  const editor = await opened;
  await editor.getByRole("textbox", { name: "Article text" }).click();
  return editor;
}

/** Drops a JPEG of several MB, as a camera makes it, on the article; returns its size in bytes. */
function dropPhotograph(page: Page): Promise<number> {
  return page.getByRole("textbox", { name: "Article text" }).evaluate(async (target) => {
    const canvas = new OffscreenCanvas(3000, 2000);
    const context = canvas.getContext("2d");
    if (context === null) throw new Error("no canvas");
    const pixels = context.createImageData(canvas.width, canvas.height);
    let grain = 42;
    for (let i = 0; i < pixels.data.length; i += 4) {
      grain = (grain * 1_103_515_245 + 12_345) % 2_147_483_648;
      const light = ((i / 4) % canvas.width) / 16 + ((grain >> 16) % 64);
      pixels.data.set([light, light + 20, 160 - light / 2, 255], i);
    }
    context.putImageData(pixels, 0, 0);
    const blob = await canvas.convertToBlob({ type: "image/jpeg", quality: 0.95 });
    const transfer = new DataTransfer();
    transfer.items.add(new File([blob], "Königin am Hafen.jpg", { type: "image/jpeg" }));
    const { x, y, width, height } = target.getBoundingClientRect();
    const at = {
      clientX: x + width / 2,
      clientY: y + height - 4,
      bubbles: true,
      cancelable: true,
      dataTransfer: transfer,
    };
    target.dispatchEvent(new DragEvent("dragover", at));
    target.dispatchEvent(new DragEvent("drop", at));
    return blob.size;
  });
}

test("an article with a photograph goes from the editor to the sample site's public page", async ({
  page,
  appliance,
}) => {
  const editor = await writeNew(page, appliance.sandboxUrl, "The queen in the harbour");
  await editor.keyboard.type("She arrived at noon.");
  await editor.keyboard.press("Enter");
  const size = await dropPhotograph(editor);
  expect(size).toBeGreaterThan(2_000_000);
  const picture = editor.locator("figure img");
  await expect(picture).toHaveJSProperty("complete", true);
  // As readers get it; a narrower file may be what this window takes of it.
  await expect(picture).toHaveAttribute("width", "2560");

  await editor.keyboard.press("ControlOrMeta+s");
  const status = editor.getByRole("region", { name: "State of the article" });
  await expect(status).toContainText("Saved — version 1");
  await expect(status).toContainText("Site accepted version 1");

  const project = await appliance.sandboxProject();
  const { material_id, attempt } = await lastAttempt(appliance);
  const sent = JSON.parse(attempt.request.body) as { content_url: string };
  await test.step("unzip and Python accept the archive", async () => {
    const answer = await downloadArchive(project, sent.content_url, material_id);
    const file = path.join(temporaryFolder(), "archive.zip");
    fs.writeFileSync(file, Buffer.from(await answer.arrayBuffer()));
    expect(execFileSync("unzip", ["-t", file]).toString()).toContain("No errors detected");
    const listing = execFileSync("python3", ["-c", LIST_ZIP, file]).toString();
    const sizes = [...listing.matchAll(/^vms_media\/konigin-am-hafen-[0-9a-f]{8}\.jpg (\d+)$/gm)].map(([, bytes]) =>
      Number(bytes),
    );
    expect(sizes).toHaveLength(3);
    expect(Math.max(...sizes)).toBeLessThan(size);
  });
  await test.step("openssl gives the callback's signature", () => {
    const [, signed] = attempt.request.headers.find(([name]) => name === "x-service-signature") ?? [];
    const digest = execFileSync("openssl", ["dgst", "-sha256", "-hmac", project.api_secret], {
      input: `${material_id}:${sent.content_url}`,
    });
    expect(digest.toString().trim().split(" ").at(-1)).toBe(signed);
  });

  await editor.reload();
  await expect(editor.getByRole("textbox", { name: "Article text" })).toContainText("She arrived at noon.");
  await expect(picture).toHaveAttribute("width", "2560");

  await page.goto(appliance.sandboxUrl);
  await page.getByRole("link", { name: /^View/ }).click();
  await expect(page.getByText("She arrived at noon.")).toBeVisible();
  const published = page.locator("figure img");
  await published.scrollIntoViewIfNeeded();
  await expect(published).toHaveAttribute("width", "2560");
  await expect.poll(() => published.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  expect(new URL(await published.evaluate((image: HTMLImageElement) => image.src)).origin).toBe(appliance.sandboxUrl);
});

test("kill -9 between Save and the callback loses neither", async ({ page }) => {
  const dataDir = temporaryFolder();
  const killed = await spawnAppliance({ dataDir });
  await killed.console("PATCH", "/settings", { deliveries_paused: true });
  const editor = await writeNew(page, killed.sandboxUrl, "Cut short");
  await editor.keyboard.type("Written before the power went.");
  await editor.keyboard.press("ControlOrMeta+s");
  await expect(editor.getByRole("region", { name: "State of the article" })).toContainText("Saved — version 1");
  await killed.kill();

  const ports = ["url", "consoleUrl", "sandboxUrl"].map((key) => new URL(killed[key as "url"]).port);
  const [port = "", consolePort = "", sandboxPort = ""] = ports;
  const revived = await spawnAppliance({
    dataDir,
    args: ["--port", port, "--console-port", consolePort, "--sandbox-port", sandboxPort],
  });
  await revived.console("PATCH", "/settings", { deliveries_paused: false });
  await expect(editor.getByRole("region", { name: "State of the article" })).toContainText("Site accepted version 1", {
    timeout: 15_000,
  });
  await page.goto(revived.sandboxUrl);
  await page.getByRole("link", { name: /^View/ }).click();
  await expect(page.getByText("Written before the power went.")).toBeVisible();
  await revived.close();
});

const LIST_ZIP = [
  "import sys, zipfile",
  "z = zipfile.ZipFile(sys.argv[1])",
  "assert z.testzip() is None",
  "for i in z.infolist(): print(i.filename, i.file_size)",
].join("\n");

/** The newest delivery's last attempt, as the console shows it. */
async function lastAttempt(appliance: RunningAppliance) {
  const [row] = (await appliance.console<ListPage<DeliveryRow>>("GET", "/deliveries")).items;
  const { material_id, attempts } = await appliance.console<DeliveryDetail>("GET", `/deliveries/${row?.id}`);
  const [attempt] = attempts;
  if (attempt === undefined) throw new Error("There was no attempt.");
  return { material_id, attempt };
}
