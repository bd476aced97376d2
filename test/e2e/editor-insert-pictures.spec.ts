import { drawnPng } from "../support/drawn-png.ts";
import { articleOf, saveState, uploadFile } from "../support/site.ts";
import { choosePictures, dropPictures, paste, png, transferOf } from "./editor-files.ts";
import { article, openEditor, outline, saveVersion, write } from "./editor-page.ts";
import { expect, press, test } from "./fixtures.ts";

test("inserts dropped, chosen and pasted pictures in place, and reopens them", async ({ page, edit }) => {
  await edit();
  await write(page, "One\nTwo\nThree");
  const [red, green, blue] = await Promise.all(["red", "green", "blue"].map((name) => png(page, `${name}.png`, name)));
  if (red === undefined || green === undefined || blue === undefined) throw new Error("no pictures");
  const images = article(page).locator("figure img");
  const offer = page.locator(".writing-said p");

  await test.step("drops pictures between two blocks, in order, whichever upload ends first", async () => {
    const two = article(page).getByText("Two");
    const box = await two.boundingBox();
    if (box === null) throw new Error("no line");
    const over = async (clientY: number) => {
      const dataTransfer = await transferOf(page, [red]);
      const at = { clientX: box.x + 20, clientY, bubbles: true, cancelable: true };
      await two.dispatchEvent("dragover", { dataTransfer, ...at });
    };
    const line = page.locator(".uploads-line-between");
    await over(box.y + 2);
    const above = await line.boundingBox();
    expect(above?.y).toBeLessThan(box.y + 2);
    expect(above?.width).toBeCloseTo(box.width, 0);
    await over(box.y + box.height - 2);
    expect((await line.boundingBox())?.y).toBeGreaterThan(box.y + box.height - 3);

    await page.route("**/media?name=red.png", async (route) => {
      await page.waitForResponse((response) => response.url().includes("name=blue.png"));
      await route.continue();
    });
    await dropPictures(page, two, "lower", [red, green, blue]);
    await expect(line).toHaveCount(0);
    await expect(images).toHaveCount(3);
    await page.unroute("**/media?name=red.png");
    expect(await outline(page)).toEqual(["p: One", "p: Two", "figure: ", "figure: ", "figure: ", "p: Three"]);
    const sources = await images.evaluateAll((each) => each.map((image) => (image as HTMLImageElement).src));
    expect(sources.map((src) => /media\/([a-z]+)-/.exec(src)?.[1])).toEqual(["red", "green", "blue"]);
  });

  await test.step("one key makes a gallery; typing closes the offer", async () => {
    await expect(offer).toContainText("3 pictures added.");
    await page.keyboard.press("Alt+g");
    await expect(article(page).getByRole("group", { name: "Gallery: 3 pictures" })).toBeVisible();
    await expect(offer).toHaveCount(0);
    await page.keyboard.press("ControlOrMeta+z");
    await expect(article(page).locator(".gallery")).toHaveCount(0);
    await dropPictures(page, article(page).getByText("One"), "lower", [red, green]);
    await expect(offer).toBeVisible();
    await expect(images).toHaveCount(5);
    await article(page).getByText("Three").click();
    await page.keyboard.type("!");
    await expect(offer).toHaveCount(0);
  });

  await test.step("pastes pictures as a file, as a file with HTML, and in HTML", async () => {
    await article(page).press("ControlOrMeta+a");
    await page.keyboard.press("Delete");
    await paste(page, { files: [red], html: '<img src="https://elsewhere.example/shot.png">' });
    await expect(images).toHaveCount(1);
    await page.keyboard.type("Words below");
    expect(await outline(page)).toEqual(["figure: ", "p: Words below"]);
    // HTML with two pictures and a file of one of them inserts both.
    const data = [red, blue].map(({ bytes }) => `<img src="data:image/png;base64,${bytes.toString("base64")}">`);
    await paste(page, { files: [red], html: data.join("") });
    await expect(images).toHaveCount(3);
    await page.keyboard.press("ControlOrMeta+z");
    await expect(images).toHaveCount(1);
  });

  await test.step("a rejected file and a cancelled upload are not inserted, a retried upload is", async () => {
    const exe = { name: "setup.exe", type: "application/x-msdownload", bytes: Buffer.from("MZ no picture") };
    await choosePictures(page, [exe]);
    const card = page.getByRole("group", { name: "setup.exe" });
    await expect(card.getByRole("status")).toContainText(/setup\.exe: .+/);
    // It would be rejected again.
    await expect(card.getByRole("button", { name: "Try again: setup.exe" })).toBeHidden();
    await page.route("**/media?name=slow*.png", (route) => route.abort());
    await choosePictures(
      page,
      ["slow.png", "slower.png"].map((name) => ({ ...green, name })),
    );
    const slower = page.getByRole("group", { name: "slower.png" });
    await expect(slower.getByRole("status")).toContainText("waiting for Galley");
    await page.getByRole("button", { name: "Cancel: slow.png" }).click();
    await expect(page.getByRole("group", { name: "slow.png" })).toBeHidden();
    const again = slower.getByRole("button", { name: "Try again: slower.png" });
    await expect(again).toBeVisible();
    await page.unroute("**/media?name=slow*.png");
    // The editor may retry before the click, which removes the button.
    await again.click({ timeout: 2_000 }).catch(() => undefined);
    await expect(images).toHaveCount(2);
    await saveVersion(page, 1);
    await card.getByRole("button", { name: "Dismiss: setup.exe" }).click();
    await expect(card).toBeHidden();
  });

  await test.step("caption and description survive a save; arrows move past a picture at both ends", async () => {
    await article(page).locator("figcaption").first().click();
    await page.keyboard.type("The bridge");
    await page.getByRole("textbox", { name: "Description" }).first().fill("A bridge in the morning");
    await article(page).locator("figcaption").first().click();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.type("Above");
    await press(page, "ArrowDown", "Enter");
    await page.keyboard.type("Text after it");
    await saveVersion(page, 2);
    await page.reload();
    await expect(page.getByRole("img", { name: "A bridge in the morning" })).toBeVisible();
    expect((await outline(page)).slice(0, 3)).toEqual(["p: Above", "figure: The bridge", "p: Text after it"]);
    await images.first().click();
    await page.getByRole("button", { name: "Remove" }).click();
    await expect(images).toHaveCount(1);
    await page.keyboard.press("ControlOrMeta+z");
    await expect(page.getByRole("img", { name: "A bridge in the morning" })).toBeVisible();
  });
});

test("resizes oversized pictures of an older article, one or all, with undo", async ({ page, openArticle }) => {
  const opened = await openArticle("old");
  const wide = await uploadFile(opened, "wide.png", drawnPng(2_700, 90));
  const high = await uploadFile(opened, "high.png", drawnPng(90, 2_600));
  await saveState(opened, articleOf("Words", { file: wide, alt: "Grey" }, { file: high, alt: "Grey" }));
  await openEditor(page, opened.url);
  const images = article(page).locator("figure img");
  await expect(images.first()).toHaveAttribute("width", "2700");
  await article(page).locator("figcaption").first().click();
  await page.keyboard.type("Kept");
  await article(page).getByRole("button", { name: "More" }).click();
  await expect(article(page)).toContainText("2700 × 90 pixels");
  await page.getByRole("button", { name: "Resize" }).click();
  await expect(images.first()).toHaveAttribute("width", "2560");
  await expect(images.first()).toHaveAttribute("src", /\/wide-[0-9a-f]{8}\.webp$/);
  await expect(article(page).locator("figcaption").first()).toHaveText("Kept");
  await article(page).getByRole("button", { name: "More" }).click();
  await expect(page.getByRole("button", { name: "Resize", exact: true })).toHaveCount(0);
  await page.keyboard.press("ControlOrMeta+z");
  await expect(images.first()).toHaveAttribute("width", "2700");

  await page.getByRole("button", { name: "1 issue to review" }).click();
  const list = page.getByRole("region", { name: "Review before saving" });
  await list.getByRole("button", { name: /^Resize: / }).click();
  await expect(images.first()).toHaveAttribute("width", "2560");
  await expect(images.last()).toHaveAttribute("height", "2560");
  await expect(list.getByText("No issues.")).toBeVisible();
});
