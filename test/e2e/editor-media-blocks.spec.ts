import { MP3, MP4, PDF } from "../support/sample-media.ts";
import { chooseFiles, png, type SomeFile } from "./editor-files.ts";
import { article, deliverVersion, insertBlock, write } from "./editor-page.ts";
import { expect, press, test } from "./fixtures.ts";
import { deliveredFiles } from "./rendered.ts";

test("fills, delivers and reopens each media block", async ({ page, openArticle, receiver, project, edit }) => {
  await edit();
  await write(page, "Words\n");
  const field = (name: string) => article(page).getByRole("textbox", { name, exact: true });
  const insert = (choice: string, ...files: SomeFile[]) => chooseFiles(page, () => insertBlock(page, choice), files);

  await test.step("a picture", async () => {
    await insert("Picture", await png(page, "bridge.png", "teal", 300));
    const picture = article(page).locator("figure").first();
    await expect(picture.locator("img")).toBeVisible();
    await picture.locator("figcaption").click();
    await page.keyboard.type("The bridge");
    await page.keyboard.press("Tab");
    await expect(field("Description")).toBeFocused();
    await page.keyboard.type("A bridge");
    await page.keyboard.press("Tab");
    await expect(picture.getByRole("button", { name: "Text width" })).toBeFocused();
    await press(page, "End", "ArrowLeft");
    await expect(picture.getByRole("button", { name: "More" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(field("Credit")).toBeFocused();
    await page.keyboard.type("Anna");
    await page.keyboard.press("Escape");
    await expect(picture.getByRole("button", { name: "More" })).toBeFocused();
    await picture.getByRole("button", { name: "Link" }).click();
    await field("Link").fill("javascript:alert(1)");
    const problem = picture.getByText("Not a valid link");
    await expect(problem).toBeVisible();
    await field("Link").fill("example.org/bridge");
    await expect(problem).toHaveCount(0);
    await picture.getByRole("button", { name: "Wide", exact: true }).click();
    await picture.getByRole("button", { name: "More" }).click();
    await picture.getByRole("button", { name: "Set" }).click();
    const point = picture.getByRole("slider", { name: "Focus point" });
    await expect(point).toBeFocused();
    await press(page, "ArrowLeft", "Shift+ArrowDown");
    await expect(point).toHaveAttribute("aria-valuetext", "49 % from the left, 60 % from the top");
    await page.keyboard.press("Escape");
    await picture.getByRole("button", { name: "More" }).click();
    await picture.getByRole("button", { name: "Centre" }).click();
    await picture.getByRole("button", { name: "Set" }).click();
    await expect(point).toHaveAttribute("aria-valuetext", "50 % from the left, 50 % from the top");
    const box = await picture.locator("img").boundingBox();
    if (box === null) throw new Error("The picture is not visible");
    await page.mouse.click(box.x + box.width * 0.25, box.y + box.height * 0.25);
    await expect(point).toHaveAttribute("aria-valuetext", "25 % from the left, 25 % from the top");
    await press(page, "Escape", "Escape");
    await expect(article(page)).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(article(page).getByRole("toolbar", { name: "Picture" })).toHaveCount(0);
  });

  await test.step("a gallery, a film with its poster, a sound and a file", async () => {
    await insert("Gallery", await png(page, "a.png", "red"), await png(page, "b.png", "green"));
    await expect(article(page).locator(".gallery img")).toHaveCount(2);
    await article(page).press("ControlOrMeta+End");
    await insert("Video", { name: "ferry.mp4", type: "video/mp4", bytes: MP4 });
    await article(page).locator("figure:has(video) figcaption").click();
    await field("Title").fill("The last ferry");
    const poster = () => page.getByRole("button", { name: "Choose a poster" }).click();
    await chooseFiles(page, poster, [await png(page, "still.png", "navy")]);
    await expect(article(page).locator("video[poster*=still]")).toHaveCount(1);
    await article(page).press("ControlOrMeta+End");
    await insert("Audio", { name: "harbour.mp3", type: "audio/mpeg", bytes: MP3 });
    await expect(article(page).locator("audio")).toHaveCount(1);
    await insert("File to download", { name: "report.pdf", type: "application/pdf", bytes: PDF });
    const file = article(page).getByRole("group", { name: /File to download/ });
    await file.click();
    await page.keyboard.press("Tab");
    await expect(file.getByRole("textbox", { name: "Title" })).toBeFocused();
    await page.keyboard.type("The report");
    await expect(file).toContainText("The report");
    await press(page, "Escape", "Enter");
  });

  await test.step("a link card", async () => {
    await insertBlock(page, "Link card");
    await expect(field("URL")).toBeFocused();
    await page.keyboard.type("example.org/history");
    await field("Title").fill("History");
    await field("Summary").fill("Two hundred years");
  });

  await deliverVersion(page, 1);
  const files = await deliveredFiles(project, await receiver.received(1));
  const html = files.get("vms_html.html")?.toString() ?? "";
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
  const figure = { credit: "Anna", href: "https://example.org/bridge", focusX: 25, focusY: 25, width: "wide" };
  const attrs = expect.objectContaining({ alt: "A bridge", ...figure });
  const picture = expect.objectContaining({ type: "figure", attrs });
  expect(reopened.vms_json?.doc).toMatchObject({ content: expect.arrayContaining([picture]) });
  await page.reload();
  await expect(article(page).locator("img")).toHaveCount(3);
  await expect(article(page).locator("video[poster*=still], audio")).toHaveCount(2);
  await expect(article(page).getByRole("group", { name: "Link card: History" })).toContainText("Two hundred years");
});
