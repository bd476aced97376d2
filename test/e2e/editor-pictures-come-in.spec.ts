import {
  article,
  choosePictures,
  dropPictures,
  openEditor,
  outline,
  paste,
  png,
  save,
  status,
  write,
} from "./editor-page.ts";
import { expect, test } from "./fixtures.ts";

test("inserts dropped pictures in order where they were dropped", async ({ page, openArticle }) => {
  await openEditor(page, (await openArticle("bridge")).url);
  await write(page, "One\nTwo");
  const files = [await png(page, "a.png", "red"), await png(page, "b.png", "green"), await png(page, "c.png", "blue")];
  // The first one is the last to arrive.
  await page.route("**/media?name=a.png", async (route) => {
    await page.waitForResponse((response) => response.url().includes("name=c.png"));
    await route.continue();
  });
  await dropPictures(page, article(page).getByText("One"), "lower", files);
  await expect(article(page).locator("figure img")).toHaveCount(3);
  expect(await outline(page)).toEqual(["p: One", "figure: ", "figure: ", "figure: ", "p: Two"]);
  const sources = await article(page)
    .locator("figure img")
    .evaluateAll((images) => images.map((image) => /media\/([a-z])-/.exec((image as HTMLImageElement).src)?.[1]));
  expect(sources).toEqual(["a", "b", "c"]);
});

test("shows a line between blocks for dragged files, and makes a gallery by one key", async ({ page, openArticle }) => {
  await openEditor(page, (await openArticle("bridge")).url);
  await write(page, "One\nTwo\nThree");
  const two = article(page).getByText("Two");
  const box = await two.boundingBox();
  if (box === null) throw new Error("no line");
  const over = async (y: number) => {
    const dataTransfer = await page.evaluateHandle(() => {
      const data = new DataTransfer();
      data.items.add(new File(["x"], "a.png", { type: "image/png" }));
      return data;
    });
    await two.dispatchEvent("dragover", {
      dataTransfer,
      clientX: box.x + 20,
      clientY: y,
      bubbles: true,
      cancelable: true,
    });
  };
  const line = page.locator(".uploads-line-between");
  await over(box.y + 2);
  const above = await line.boundingBox();
  expect(above?.y).toBeLessThan(box.y + 2);
  expect(above?.width).toBeCloseTo(box.width, 0);
  await over(box.y + box.height - 2);
  expect((await line.boundingBox())?.y).toBeGreaterThan(box.y + box.height - 3);

  const files = [await png(page, "a.png", "red"), await png(page, "b.png", "green"), await png(page, "c.png", "blue")];
  await dropPictures(page, two, "lower", files);
  await expect(line).toHaveCount(0);
  const offer = page.getByRole("group", { name: "Make a gallery" });
  await expect(offer).toContainText("3 pictures added.");
  await page.keyboard.press("Alt+g");
  await expect(article(page).getByRole("group", { name: "Gallery: 3 pictures" })).toBeVisible();
  await expect(offer).toHaveCount(0);
  await page.keyboard.press("ControlOrMeta+z");
  await expect(article(page).locator(".gallery")).toHaveCount(0);
  await expect(article(page).locator("figure img")).toHaveCount(3);

  // Who goes on is not asked any longer.
  await dropPictures(page, article(page).getByText("One"), "lower", files);
  await expect(offer).toBeVisible();
  await expect(article(page).locator("figure img")).toHaveCount(6);
  await article(page).getByText("Three").click();
  await page.keyboard.type("!");
  await expect(offer).toHaveCount(0);
});

test("saves and reopens a picture with caption and description", async ({ page, openArticle, receiver }) => {
  await openEditor(page, (await openArticle("bridge")).url);
  await choosePictures(page, [await png(page, "Bridge at dawn.png", "teal", 64)]);
  const figure = article(page).locator("figure");
  await expect(figure.locator("img")).toBeVisible();
  await figure.locator("figcaption").click();
  await page.keyboard.type("The bridge");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Text after it");
  await page.getByRole("textbox", { name: "Description" }).fill("A bridge in the morning");
  await save(page);
  await expect(status(page)).toContainText("Version 1 delivered");
  await receiver.received(1);

  await page.reload();
  await expect(page.getByRole("img", { name: "A bridge in the morning" })).toBeVisible();
  expect((await outline(page)).filter((block) => block !== "p: ")).toEqual(["figure: The bridge", "p: Text after it"]);

  await figure.locator("img").click();
  await page.getByRole("button", { name: "Remove" }).click();
  await expect(figure).toHaveCount(0);
  await page.keyboard.press("ControlOrMeta+z");
  await expect(page.getByRole("img", { name: "A bridge in the morning" })).toBeVisible();
});

test("inserts a pasted picture, alone or in HTML", async ({ page, openArticle }) => {
  await openEditor(page, (await openArticle("bridge")).url);
  const picture = await png(page, "shot.png", "purple");
  await article(page).focus();
  await paste(page, { files: [picture], html: '<img src="https://elsewhere.example/shot.png">' });
  await expect(article(page).locator("figure img")).toHaveCount(1);

  // Two pictures with one file of one of them: both come, one of them as the HTML has it.
  const [red, blue] = [await png(page, "red.png", "red"), await png(page, "blue.png", "blue")];
  const html = [red, blue].map(({ bytes }) => `<img src="data:image/png;base64,${bytes.toString("base64")}">`).join("");
  await paste(page, { files: [red], html });
  await expect(article(page).locator("figure img")).toHaveCount(3);
  await page.keyboard.press("ControlOrMeta+z");
  await expect(article(page).locator("figure img")).toHaveCount(1);

  const inside = await png(page, "inside.png", "orange");
  await paste(page, { html: `<p>Words</p><img src="data:image/png;base64,${inside.bytes.toString("base64")}">` });
  await expect(article(page).locator("figure img")).toHaveCount(2);
  await expect(article(page)).toContainText("Words");
});

test("reports a rejected file, which is no part of the article", async ({ page, openArticle }) => {
  await openEditor(page, (await openArticle("bridge")).url);
  await choosePictures(page, [
    { name: "setup.exe", type: "application/x-msdownload", bytes: Buffer.from("MZ no picture") },
  ]);
  const card = page.getByRole("group", { name: "setup.exe" });
  await expect(card.getByRole("button", { name: "Cancel: setup.exe" })).toBeVisible();
  await expect(card.getByRole("status")).toContainText(/setup\.exe: .+/);
  // It would be refused again.
  await expect(card.getByRole("button", { name: "Try again: setup.exe" })).toBeHidden();
  await save(page);
  await expect(status(page)).toContainText("Saved — version 1");
  await card.getByRole("button", { name: "Cancel: setup.exe" }).click();
  await expect(card).toBeHidden();
});

test("cancels an upload", async ({ page, openArticle }) => {
  await openEditor(page, (await openArticle("bridge")).url);
  await page.route("**/media?name=*", () => {});
  await choosePictures(page, [await png(page, "slow.png", "grey")]);
  const card = page.getByRole("group", { name: "slow.png" });
  await card.getByRole("button", { name: "Cancel: slow.png" }).click();
  await expect(card).toBeHidden();
  await save(page);
  await expect(status(page)).toContainText("Saved — version 1");
});
