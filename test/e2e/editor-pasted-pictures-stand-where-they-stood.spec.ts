import http from "node:http";
import type { AddressInfo } from "node:net";
import { openSession } from "../support/site.ts";
import { expectNoFaults } from "./axe.ts";
import {
  article,
  copy,
  dropPictures,
  expectOnComputer,
  openEditor,
  outline,
  paste,
  photo,
  png,
  save,
  status,
} from "./editor-page.ts";
import { expect, test } from "./fixtures.ts";

test("keeps the place of pictures in pasted HTML; one undo removes the paste", async ({ page, openArticle }) => {
  await openEditor(page, (await openArticle("data")).url);
  const data = async (colour: string) => {
    const { bytes } = await png(page, "x.png", colour, 64);
    return `<img alt="${colour}" src="data:image/png;base64,${bytes.toString("base64")}">`;
  };
  const [teal, navy, red] = [await data("teal"), await data("navy"), await data("red")];
  await page.keyboard.type("Start");
  await page.keyboard.press("Enter");
  await paste(page, {
    html: `<p>Before</p><p>${teal}</p><p>Between ${navy} the words</p><ul><li>an item ${red}</li></ul><p>After</p>`,
  });
  await expect(article(page).locator("figure img")).toHaveCount(3);
  expect(await outline(page)).toEqual([
    "p: Start",
    "p: Before",
    "figure: ",
    "p: Between",
    "figure: ",
    "p: the words",
    "ul: an item",
    "figure: ",
    "p: After",
  ]);
  await expect(page.getByText("could not be pasted")).toHaveCount(0);
  await save(page);
  await expect(status(page)).toContainText("Version 1 delivered");

  // Alone, and inside of words.
  await openEditor(page, (await openArticle("data-alone")).url);
  await paste(page, { html: teal });
  await expect(article(page).locator("figure img")).toHaveCount(1);
  await page.keyboard.type("ab");
  await page.keyboard.press("ArrowLeft");
  await paste(page, { html: `<p>One</p>${navy}` });
  await expect(article(page).locator("figure img")).toHaveCount(2);
  expect(await outline(page)).toEqual(["figure: ", "p: aOne", "figure: ", "p: b"]);
  await page.keyboard.press("ControlOrMeta+z");
});

test("keeps places for missing pictures with description and caption; a dropped file fills one", async ({
  page,
  openArticle,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  const { url } = await openArticle("lost");
  await openEditor(page, url);

  // As Word and Google Docs write it; a counter of visits and an emoji are no pictures.
  await paste(page, {
    html:
      '<p>Before</p><p class="MsoNormal"><img width="400" height="300" src="file:///C:/Temp/image001.png" alt="The harbour"></p>' +
      '<p>Middle<img width="1" height="1" src="https://elsewhere.example/count.gif"> ' +
      '<img class="emoji" width="16" height="16" alt="🙂" src="https://elsewhere.example/1f642.png"></p>' +
      '<figure><picture><source srcset="https://elsewhere.example/a.avif"><img src="https://elsewhere.example/a.jpg"></picture>' +
      "<figcaption>Boats at <b>dawn</b></figcaption></figure><p>After</p>",
  });
  const blocks = ["p: Before", "figure: ", "p: Middle 🙂", "figure: Boats at dawn", "p: After"];
  expect(await outline(page)).toEqual(blocks);
  await expect(page.getByText("1 picture could not be pasted")).toBeVisible();
  await expect(page.getByRole("button", { name: "Fetch 1 picture from elsewhere.example" })).toBeVisible();
  expect(asked.filter((each) => each.includes("elsewhere.example"))).toEqual([]);
  await expect(page.getByRole("button", { name: "1 issue to review" })).toBeVisible();

  // One undo takes it all back, and the places come through a reload.
  await page.keyboard.press("ControlOrMeta+z");
  expect(await outline(page)).toEqual(["p: "]);
  await expect(page.getByText("could not be pasted")).toHaveCount(0);
  await page.keyboard.press("ControlOrMeta+Shift+z");
  await expectOnComputer(page, "The harbour");
  await page.reload();
  await expect.poll(() => outline(page)).toEqual(blocks);

  const lost = page.getByRole("figure", { name: "Missing picture" });
  const boats = page.getByRole("figure", { name: "Picture from elsewhere.example" });
  await dropPictures(page, lost.locator(".media-place-box"), "lower", [await png(page, "harbour.png", "teal", 64)]);
  await expect(article(page).locator("figure img")).toHaveAttribute("alt", "The harbour");
  // By keyboard: from the caption to the buttons. Whoever waits for the dialog only now may miss it.
  const chooser = page.waitForEvent("filechooser");
  await boats.locator("figcaption").click();
  await page.keyboard.press("Tab");
  await expect(boats.getByRole("button", { name: "Fetch" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const { name, type, bytes } = await png(page, "boats.png", "navy", 64);
  await (await chooser).setFiles([{ name, mimeType: type, buffer: bytes }]);
  await expect(article(page).locator("figure img")).toHaveCount(2);
  expect(await outline(page)).toEqual(blocks);
  await save(page);
  await expect(status(page)).toContainText("Version 1 delivered");
});

test("fetches pictures of other sites on request, and retries a failed one", async ({ page, openArticle }) => {
  const { bytes } = await png(page, "x.png", "teal", 64);
  let isOpen = false;
  const elsewhere = http.createServer((req, res) => {
    if (req.url === "/late.png" && !isOpen) res.writeHead(403).end();
    else res.end(bytes);
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
  await openEditor(page, (await openArticle("fetch")).url);
  await paste(page, {
    html:
      `<p>Before</p><img src="http://${host}/one.png" alt="One"><p>Between</p>` +
      `<figure><img src="http://${host}/late.png"><figcaption>Late</figcaption></figure><img src="http://${host}/one.png"><p>After</p>`,
  });
  await page.getByRole("button", { name: `Fetch 3 pictures from ${host}` }).click();
  await expect(article(page).locator("figure img")).toHaveCount(2);
  expect(await outline(page)).toEqual(["p: Before", "figure: ", "p: Between", "figure: Late", "figure: ", "p: After"]);
  const late = page.getByRole("figure", { name: `Picture from ${host}` });
  await expect(late).toContainText("answered with status 403");
  isOpen = true;
  await late.getByRole("button", { name: "Try again" }).click();
  await expect(article(page).locator("figure img")).toHaveCount(3);
  expect(await outline(page)).toEqual(["p: Before", "figure: ", "p: Between", "figure: Late", "figure: ", "p: After"]);
  await save(page);
  await expect(status(page)).toContainText("Version 1 delivered");
  elsewhere.close();
});

test("takes the pictures of a Word paste from its RTF, each in its place", async ({ page, openArticle }) => {
  await openEditor(page, (await openArticle("word")).url);
  const hex = async (colour: string) =>
    (await png(page, "x.png", colour, 64)).bytes.toString("hex").replace(/.{64}/g, "$&\r\n");
  const picture = (digits: string) =>
    `{\\*\\shppict{\\pict{\\*\\picprop\\shplid1025{\\sp{\\sn shapeType}{\\sv 75}}}\\picscalex100\\picscaley100\\piccropl0\\picw1693\\pich1693` +
    `\\picwgoal960\\pichgoal960\\pngblip\\bliptag-1093{\\*\\blipuid bed1a2b3c4d5e6f708192a3b4c5d6e7f}${digits}}}` +
    "{\\nonshppict{\\pict\\picw1693\\pich1693\\wmetafile8 0100090000030e00}}";
  const img = (number: number) =>
    `<p class=MsoNormal><img width=64 height=64 src="file:///C:/Temp/clip_image00${number}.png"></p>`;
  await paste(page, {
    html: `<p>One</p>${img(1)}<p>Two</p>${img(2)}<p>Three</p>`,
    rtf: `{\\rtf1\\ansi One\\par ${picture(await hex("teal"))}\\par Two\\par ${picture(await hex("navy"))}\\par Three}`,
  });
  await expect(article(page).locator("figure img")).toHaveCount(2);
  expect(await outline(page)).toEqual(["p: One", "figure: ", "p: Two", "figure: ", "p: Three"]);
  await expect(page.getByText("could not be pasted")).toHaveCount(0);
});

test("pastes blocks with their files into another article of the project; another project gets places", async ({
  page,
  appliance,
  receiver,
  openArticle,
}) => {
  await openEditor(page, (await openArticle("from")).url);
  await page.keyboard.type("Before\n");
  await paste(page, { files: [await png(page, "boat.png", "teal", 64), await png(page, "pier.png", "navy", 64)] });
  await expect(article(page).locator("figure img")).toHaveCount(2);
  await article(page).locator("figcaption").first().click();
  await page.keyboard.type("A boat");
  await page.keyboard.press("ControlOrMeta+a");
  const copied = await copy(page);
  expect(copied).toContain("data-pm-slice");
  const blocks = ["p: Before", "figure: A boat", "figure: "];

  await openEditor(page, (await openArticle("to")).url);
  await article(page).focus();
  await paste(page, { html: copied });
  await expect(article(page).locator("figure img")).toHaveCount(2);
  expect((await outline(page)).filter((block) => block !== "p: ")).toEqual(blocks);
  await expect(page.getByText("could not be pasted")).toHaveCount(0);
  await save(page);
  await expect(status(page)).toContainText("Version 1 delivered");
  expect(JSON.stringify(receiver.callbacks)).not.toContain("galley-clip");

  const other = await appliance.createProject({ name: "Another paper" });
  const { url } = await openSession(appliance.url, other, {
    material_id: "elsewhere",
    callback_url: receiver.callbackUrl,
  });
  await openEditor(page, url);
  await article(page).focus();
  await paste(page, { html: copied });
  await expect(page.getByText("belongs to another site")).toBeVisible();
  expect((await outline(page)).filter((block) => block !== "p: ")).toEqual(blocks);
  await expect(page.getByRole("figure", { name: "Missing picture" })).toHaveCount(2);
});

test("inserts a picture dragged from another article once, with its caption", async ({ page, openArticle }) => {
  await openEditor(page, (await openArticle("dragged-from")).url);
  const boat = await png(page, "boat.png", "teal", 64);
  await paste(page, { files: [boat] });
  await expect(article(page).locator("figure img")).toHaveCount(1);
  await article(page).locator("figcaption").click();
  await page.keyboard.type("A boat");
  await article(page).locator("figure img").click();
  const html = await copy(page);

  await openEditor(page, (await openArticle("dragged-to")).url);
  await page.keyboard.type("One\nTwo");
  // As browsers put a picture that is dragged into another tab.
  await dropPictures(page, article(page).getByText("One"), "lower", [boat], { "text/html": html });
  await expect(article(page).locator("figure img")).toHaveJSProperty("naturalWidth", 64);
  expect(await outline(page)).toEqual(["p: One", "figure: A boat", "p: Two"]);
  await expect(page.getByText("could not be pasted")).toHaveCount(0);
});

test("resizes a fetched picture like a dropped one", async ({ page, appliance, project, openArticle }) => {
  const { bytes } = await png(page, "x.png", "teal", 3_000);
  const { bytes: usual } = await photo(page, "usual.jpg", 1_600, 1_000);
  const elsewhere = http.createServer((req, res) => void res.end(req.url === "/large.png" ? bytes : usual));
  await new Promise<void>((resolve) => elsewhere.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
  await openEditor(page, (await openArticle("large")).url);
  await paste(page, { html: `<p>Before</p><img src="http://${host}/large.png" alt="Large"><p>After</p>` });
  await expectNoFaults(page);
  await page.getByRole("button", { name: `Fetch 1 picture from ${host}` }).click();
  await expect(article(page).locator("figure img")).toHaveAttribute("width", "2560");
  expect(await outline(page)).toEqual(["p: Before", "figure: ", "p: After"]);

  // One that no page needs smaller stays itself; phones get narrower files of it.
  await paste(page, { html: `<img src="http://${host}/usual.jpg" alt="Usual">` });
  const narrower = page.waitForResponse((answer) => /media\?name=usual.*smaller_of=/.test(answer.url()));
  await page.getByRole("button", { name: `Fetch 1 picture from ${host}` }).click();
  expect((await narrower).status()).toBe(201);
  const shown = article(page).locator('figure img[width="1600"]');
  await expect(shown).toHaveAttribute("srcset", /640w, \S+ 1600w$/);
  await expect(shown).toHaveJSProperty("complete", true);

  // Where the project publishes originals, it is one, with narrower files beside it.
  await appliance.console("PATCH", `/projects/${project.id}`, { settings: { resize_mode: "original" } });
  await openEditor(page, (await openArticle("original")).url);
  await paste(page, { html: `<img src="http://${host}/large.png" alt="Large">` });
  const beside = page.waitForResponse((answer) => /media\?name=large.*smaller_of=/.test(answer.url()));
  await page.getByRole("button", { name: `Fetch 1 picture from ${host}` }).click();
  expect((await beside).status()).toBe(201);
  await expect(article(page).locator('figure img[width="3000"]')).toHaveCount(1);
  elsewhere.close();
});
