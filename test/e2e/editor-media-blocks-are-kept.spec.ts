import type { Page } from "@playwright/test";
import { readArchive } from "../nightly/fault/support/archive.ts";
import { MP3, MP4, PDF } from "../support/sample-media.ts";
import { downloadArchive } from "../support/site.ts";
import { article, choosePictures, openEditor, png, type SomeFile, save, status, write } from "./editor-page.ts";
import { expect, test } from "./fixtures.ts";

/** Puts a block in by its choice in the menu. */
async function insert(page: Page, choice: string): Promise<void> {
  await page.getByRole("button", { name: "Insert a block" }).click();
  await page.getByRole("combobox", { name: "Search blocks" }).fill(choice);
  await page.keyboard.press("Enter");
}

async function insertFiles(page: Page, choice: string, ...files: SomeFile[]): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await insert(page, choice);
  await (await chooser).setFiles(files.map(({ name, type, bytes }) => ({ name, mimeType: type, buffer: bytes })));
}

const field = (page: Page, name: string) => article(page).getByRole("textbox", { name, exact: true });

/** Attributes of the blocks by their names, the files without their hashes; figures of a gallery as a list. */
function blocksOf(vmsJson: { doc: { content: Block[] } }): unknown[] {
  const attrsOf = ({ attrs = {} }: Block) =>
    Object.fromEntries(
      Object.entries(attrs).map(([name, value]) => [
        name,
        typeof value === "string" ? value.replace(/-[0-9a-f]{8}\./, ".") : value,
      ]),
    );
  return vmsJson.doc.content
    .filter((block) => block.type !== "paragraph")
    .map((block) => [
      block.type,
      attrsOf(block),
      block.type === "gallery" ? block.content?.map(attrsOf) : block.content?.map((child) => child.text),
    ]);
}

interface Block {
  type: string;
  attrs?: Record<string, unknown>;
  content?: Block[];
  text?: string;
}

test("inserts each media block, fills its fields, delivers and reopens it", async ({
  page,
  openArticle,
  receiver,
  project,
}) => {
  const session = await openArticle("bridge");
  await openEditor(page, session.url);
  await write(page, "Words\n");

  await insertFiles(page, "Picture", await png(page, "bridge.png", "teal", 300));
  const picture = article(page).locator("figure").first();
  await expect(picture.locator("img")).toBeVisible();
  await picture.locator("figcaption").click();
  await page.keyboard.type("The bridge");
  await page.keyboard.press("Tab");
  await expect(field(page, "Description")).toBeFocused();
  await page.keyboard.type("A bridge");
  await page.keyboard.press("Tab");
  await expect(picture.getByRole("button", { name: "Text width" })).toBeFocused();
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowLeft");
  await expect(picture.getByRole("button", { name: "More" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(field(page, "Credit")).toBeFocused();
  await page.keyboard.type("Anna");
  await page.keyboard.press("Escape");
  await expect(picture.getByRole("button", { name: "More" })).toBeFocused();
  await picture.getByRole("button", { name: "Link" }).click();
  await field(page, "Link").fill("javascript:alert(1)");
  await expect(picture.getByRole("alert")).toContainText("This kind of link does not work on a site");
  await field(page, "Link").fill("example.org/bridge");
  await expect(picture.getByRole("alert")).toHaveCount(0);
  await picture.getByRole("button", { name: "Wide", exact: true }).click();
  await expect(picture.getByRole("button", { name: "Wide", exact: true })).toHaveAttribute("aria-pressed", "true");
  await picture.getByRole("button", { name: "More" }).click();
  await picture.getByRole("button", { name: "Set" }).click();
  const point = picture.getByRole("slider", { name: "Focus point" });
  await expect(point).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Shift+ArrowDown");
  await expect(point).toHaveAttribute("aria-valuetext", "49 % from the left, 60 % from the top");
  const box = await picture.locator("img").boundingBox();
  if (box === null) throw new Error("the picture is not on the screen");
  await page.mouse.click(box.x + box.width * 0.25, box.y + box.height * 0.25);
  await expect(point).toHaveAttribute("aria-valuetext", "25 % from the left, 25 % from the top");
  await page.keyboard.press("Escape");
  await expect(point).toHaveCount(0);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Enter");

  await insertFiles(page, "Gallery", await png(page, "a.png", "red"), await png(page, "b.png", "green"));
  const gallery = article(page).getByRole("group", { name: "Gallery: 2 pictures" });
  await expect(gallery.locator("img")).toHaveCount(2);
  await gallery.locator("img").first().click();
  await expect(gallery.getByRole("combobox", { name: "Pictures in a row" })).toHaveCount(0);
  await gallery.getByRole("button", { name: "Gallery" }).click();
  await gallery.getByRole("combobox", { name: "Pictures in a row" }).selectOption("2");

  await article(page).press("ControlOrMeta+End");
  await insertFiles(page, "Video", { name: "ferry.mp4", type: "video/mp4", bytes: MP4 });
  await expect(article(page).locator("video")).toHaveCount(1);
  await article(page).locator("figure:has(video) figcaption").click();
  await field(page, "Title").fill("The last ferry");
  const poster = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Choose a poster" }).click();
  const still = await png(page, "still.png", "navy");
  await (await poster).setFiles({ name: still.name, mimeType: still.type, buffer: still.bytes });
  await expect(article(page).locator("video[poster*=still]")).toHaveCount(1);

  await article(page).press("ControlOrMeta+End");
  await insertFiles(page, "Audio", { name: "harbour.mp3", type: "audio/mpeg", bytes: MP3 });
  await expect(article(page).locator("audio")).toHaveCount(1);
  await insertFiles(page, "File to download", { name: "report.pdf", type: "application/pdf", bytes: PDF });
  const file = article(page).getByRole("group", { name: /File to download/ });
  await file.click();
  await page.keyboard.press("Tab");
  await expect(file.getByRole("textbox", { name: "Title" })).toBeFocused();
  await page.keyboard.type("The report");
  await expect(file).toContainText("The report");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Enter");

  await insert(page, "Link card");
  await expect(field(page, "URL")).toBeFocused();
  await page.keyboard.type("example.org/history");
  await field(page, "Title").fill("History");
  await field(page, "Summary").fill("Two hundred years");

  await save(page);
  await expect(status(page)).toContainText("Version 1 delivered");
  const { content_url } = (await receiver.received(1)).body;
  const zip = Buffer.from(await (await downloadArchive(project, content_url, "bridge")).arrayBuffer());
  const html = (await readArchive(zip)).get("vms_html.html")?.toString() ?? "";
  for (const part of [
    /<figure class="galley-figure galley-wide">.*alt="A bridge".*The bridge.*Anna/,
    /galley-gallery.*dummy-a-.*dummy-b-/,
    /<video[^>]*poster="dummy-still-[0-9a-f]{8}\.png"/,
    /<audio[^>]*dummy-harbour-/,
    /<a[^>]*dummy-report-[^>]*>The report</,
    /<a[^>]*href="https:\/\/example\.org\/history"[^>]*>.*History.*Two hundred years/,
  ])
    expect(html).toMatch(part);

  const reopened = await openArticle("bridge");
  const figure = { alt: "", credit: "", href: "", focusX: 50, focusY: 50, width: "text" };
  expect(blocksOf(reopened.vms_json as never)).toEqual([
    [
      "figure",
      {
        file: "bridge.png",
        alt: "A bridge",
        credit: "Anna",
        href: "https://example.org/bridge",
        focusX: 25,
        focusY: 25,
        width: "wide",
      },
      ["The bridge"],
    ],
    [
      "gallery",
      { columns: 2 },
      [
        { ...figure, file: "a.png" },
        { ...figure, file: "b.png" },
      ],
    ],
    ["video", { file: "ferry.mp4", poster: "still.png", title: "The last ferry" }, undefined],
    ["audio", { file: "harbour.mp3", title: "" }, undefined],
    ["fileDownload", { file: "report.pdf", title: "The report" }, undefined],
    [
      "linkEmbed",
      { href: "https://example.org/history", title: "History", description: "Two hundred years" },
      undefined,
    ],
  ]);
  await page.goto(reopened.url);
  await page.reload();
  await expect(article(page).locator("img")).toHaveCount(3);
  await expect(article(page).getByRole("group", { name: "Link card: History" })).toContainText("Two hundred years");
});

test("floats the settings of a picture, returns by Escape, and hides them when the picture is left", async ({
  page,
  openArticle,
}) => {
  await openEditor(page, (await openArticle("bar")).url);
  await choosePictures(page, [await png(page, "bridge.png", "teal", 300)]);
  const image = article(page).locator("figure img");
  await expect(image).toBeVisible();
  await article(page).press("ControlOrMeta+End");
  await write(page, "Words below");
  const below = article(page).getByText("Words below");
  const top = async (locator: typeof below) => (await locator.boundingBox())?.y;
  const before = await top(below);
  const bar = article(page).getByRole("toolbar", { name: "Picture" });
  await expect(bar).toHaveCount(0);
  await image.click();
  await expect(bar).toBeVisible();
  await bar.getByRole("button", { name: "More" }).click();
  await expect(field(page, "Credit")).toBeFocused();
  expect(await top(below)).toBe(before);
  await page.keyboard.press("Escape");
  await expect(bar.getByRole("button", { name: "More" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(article(page)).toBeFocused();
  await below.click();
  await expect(bar).toHaveCount(0);

  // On a phone it lies at the foot of the window, below the picture.
  await page.setViewportSize({ width: 390, height: 844 });
  await image.click();
  await expect(bar).toBeVisible();
  const [sheet, picture] = [await bar.boundingBox(), await image.boundingBox()];
  expect((sheet?.y ?? 0) + (sheet?.height ?? 0)).toBeGreaterThan(800);
  expect((picture?.y ?? 0) + (picture?.height ?? 0)).toBeLessThanOrEqual(sheet?.y ?? 0);
  // Words are written without it.
  await article(page).locator("figcaption").click();
  await expect(bar).toBeHidden();
});
