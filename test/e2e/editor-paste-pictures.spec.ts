import http from "node:http";
import { listening } from "../support/listening.ts";
import { openSession } from "../support/site.ts";
import { chooseFiles, copy, dropPictures, paste, photo, png } from "./editor-files.ts";
import { article, deliverVersion, expectOnComputer, openEditor, outline } from "./editor-page.ts";
import { expect, press, test } from "./fixtures.ts";

test("pasted pictures keep their place in the text", async ({ page, edit }) => {
  const requested: string[] = [];
  page.on("request", (request) => requested.push(request.url()));
  await edit();
  const images = article(page).locator("figure img[src]");
  const [teal, navy] = [await png(page, "teal.png", "teal", 64), await png(page, "navy.png", "navy", 64)];
  const data = [teal, navy].map(({ bytes }) => `<img src="data:image/png;base64,${bytes.toString("base64")}">`);

  await test.step("in HTML", async () => {
    await page.keyboard.type("Start\n");
    await paste(page, {
      html: `<p>Before</p><p>Between ${data[0]} words</p><ul><li>item ${data[1]}</li></ul><p>After</p>`,
    });
    await expect(images).toHaveCount(2);
    const blocks = ["p: Start", "p: Before", "p: Between", "figure: ", "p: words", "ul: item", "figure: ", "p: After"];
    await expect.poll(() => outline(page)).toEqual(blocks);
    await expect(page.getByText("could not be pasted")).toHaveCount(0);
  });

  await test.step("in the RTF of Word", async () => {
    await article(page).press("ControlOrMeta+a");
    const picture = (bytes: Buffer) =>
      `{\\*\\shppict{\\pict{\\*\\picprop\\shplid1025{\\sp{\\sn shapeType}{\\sv 75}}}\\picscalex100\\picw1693\\pich1693` +
      `\\pngblip\\bliptag-1093{\\*\\blipuid bed1a2b3c4d5e6f708192a3b4c5d6e7f}${bytes.toString("hex").replace(/.{64}/g, "$&\r\n")}}}` +
      "{\\nonshppict{\\pict\\picw1693\\pich1693\\wmetafile8 0100090000030e00}}";
    const img = (number: number) =>
      `<p class=MsoNormal><img width=64 height=64 src="file:///C:/Temp/clip_image00${number}.png"></p>`;
    await paste(page, {
      html: `<p>One</p>${img(1)}<p>Two</p>${img(2)}<p>Three</p>`,
      rtf: `{\\rtf1\\ansi One\\par ${picture(teal.bytes)}\\par Two\\par ${picture(navy.bytes)}\\par Three}`,
    });
    await expect(images).toHaveCount(2);
    await expect.poll(() => outline(page)).toEqual(["p: One", "figure: ", "p: Two", "figure: ", "p: Three"]);
  });

  await test.step("missing pictures keep description and caption through undo and a reload", async () => {
    await edit("lost");
    // HTML of Word and Google Docs; a tracking pixel and an emoji are not pictures.
    await paste(page, {
      html:
        '<p>Before</p><p class="MsoNormal"><img width="400" height="300" src="file:///C:/Temp/image001.png" alt="The harbour"></p>' +
        '<p>Middle<img width="1" height="1" src="https://elsewhere.example/count.gif"> ' +
        '<img class="emoji" width="16" height="16" alt="🙂" src="https://elsewhere.example/1f642.png"></p>' +
        '<figure><picture><source srcset="https://elsewhere.example/a.avif"><img src="https://elsewhere.example/a.jpg"></picture>' +
        "<figcaption>Boats at <b>dawn</b><br><br>in May</figcaption></figure><p>After</p>",
    });
    const blocks = ["p: Before", "figure: ", "p: Middle 🙂", "figure: Boats at dawnin May", "p: After"];
    await expect.poll(() => outline(page)).toEqual(blocks);
    await expect(page.getByText("1 picture could not be pasted")).toBeVisible();
    await expect(page.getByRole("button", { name: "Fetch 1 picture from elsewhere.example" })).toBeVisible();
    expect(requested.filter((each) => each.includes("elsewhere.example"))).toEqual([]);
    await page.keyboard.press("ControlOrMeta+z");
    await expect.poll(() => outline(page)).toEqual(["p: "]);
    await expect(page.getByText("could not be pasted")).toHaveCount(0);
    await page.keyboard.press("ControlOrMeta+Shift+z");
    await expectOnComputer(page, "The harbour");
    await page.reload();
    await expect.poll(() => outline(page)).toEqual(blocks);

    const lost = page.getByRole("figure", { name: "Missing picture" });
    const boats = page.getByRole("figure", { name: "Picture from elsewhere.example" });
    await dropPictures(page, lost.locator(".media-place-box"), "lower", [teal]);
    await expect(images).toHaveAttribute("alt", "The harbour");
    await expect(boats.locator("figcaption")).toHaveText("Boats at dawn in May", { useInnerText: true });
    const byKeyboard = async () => {
      await boats.locator("figcaption").click();
      await page.keyboard.press("Tab");
      await expect(boats.getByRole("button", { name: "Fetch" })).toBeFocused();
      await press(page, "Tab", "Enter");
    };
    await chooseFiles(page, byKeyboard, [navy]);
    await expect(images).toHaveCount(2);
    await expect.poll(() => outline(page)).toEqual(blocks);
    await deliverVersion(page, 1);
  });

  await test.step("fetches pictures of other sites on request, retries a failed one and resizes a large one", async () => {
    const pictures = new Map([
      ["/one.png", (await png(page, "x.png", "teal", 64)).bytes],
      ["/large.png", (await png(page, "x.png", "teal", 3_000, 90)).bytes],
      ["/usual.jpg", (await photo(page, "usual.jpg", 1_600, 300)).bytes],
    ]);
    let isOpen = false;
    const server = http.createServer((req, res) => {
      if (req.url === "/late.png" && !isOpen) res.writeHead(403).end();
      else res.end(pictures.get(req.url ?? "") ?? pictures.get("/one.png"));
    });
    const { host, close } = await listening(server);
    await article(page).press("ControlOrMeta+a");
    const narrower = page.waitForResponse((response) => /media\?name=usual.*smaller_of=/.test(response.url()));
    await paste(page, {
      html:
        `<p>Before</p><img src="http://${host}/large.png" alt="Large"><p>Between</p>` +
        `<figure><img src="http://${host}/late.png"><figcaption>Late</figcaption></figure><img src="http://${host}/usual.jpg"><p>After</p>`,
    });
    await page.getByRole("button", { name: `Fetch 3 pictures from ${host}` }).click();
    await expect(article(page).locator("figure img")).toHaveCount(2);
    const blocks = ["p: Before", "figure: ", "p: Between", "figure: Late", "figure: ", "p: After"];
    await expect.poll(() => outline(page)).toEqual(blocks);
    const late = page.getByRole("figure", { name: `Picture from ${host}` });
    await expect(late).toContainText("responded with status 403");
    isOpen = true;
    await late.getByRole("button", { name: "Try again" }).click();
    await expect(article(page).locator("figure img")).toHaveCount(3);
    await expect(article(page).locator("figure img").first()).toHaveAttribute("width", "2560");
    // A picture within the maximum size is kept, with smaller files for phones.
    expect((await narrower).status()).toBe(201);
    await expect(article(page).locator('figure img[width="1600"]')).toHaveAttribute("srcset", /640w, \S+ 1600w$/);
    await expect.poll(() => outline(page)).toEqual(blocks);
    await deliverVersion(page, 2);
    await close();
  });
});

test("pasted blocks keep their files, but not in another project", async ({ page, appliance, receiver, edit }) => {
  await edit("from");
  const boat = await png(page, "boat.png", "teal", 64);
  await page.keyboard.type("Before\n");
  await paste(page, { files: [boat, await png(page, "pier.png", "navy", 64)] });
  await expect(article(page).locator("figure img")).toHaveCount(2);
  await article(page).locator("figcaption").first().click();
  await page.keyboard.type("A boat");
  await article(page).locator("figure img").first().click();
  const dragged = await copy(page);
  await article(page).press("ControlOrMeta+a");
  const copied = await copy(page);
  expect(copied).toContain("data-pm-slice");
  const blocks = ["p: Before", "figure: A boat", "figure: "];

  await edit("to");
  await paste(page, { html: copied });
  await expect(article(page).locator("figure img")).toHaveCount(2);
  expect((await outline(page)).filter((block) => block !== "p: ")).toEqual(blocks);
  await expect(page.getByText("could not be pasted")).toHaveCount(0);
  // Browsers add file and HTML when a picture is dragged to another tab; only one picture is inserted.
  await dropPictures(page, article(page).getByText("Before"), "lower", [boat], { "text/html": dragged });
  await expect(article(page).locator("figure img")).toHaveCount(3);
  expect((await outline(page)).filter((block) => block !== "p: ")).toEqual([
    "p: Before",
    "figure: A boat",
    "figure: A boat",
    "figure: ",
  ]);
  await deliverVersion(page, 1);
  expect(JSON.stringify(receiver.callbacks)).not.toContain("galley-clip");

  const other = await appliance.createProject({ name: "Another paper" });
  const callback_url = receiver.callbackUrl;
  const { url } = await openSession(appliance.url, other, { material_id: "elsewhere", callback_url });
  await openEditor(page, url);
  await paste(page, { html: copied });
  await expect(page.getByText("belongs to another site")).toBeVisible();
  expect((await outline(page)).filter((block) => block !== "p: ")).toEqual(blocks);
  await expect(page.getByRole("figure", { name: "Missing picture" })).toHaveCount(2);
});
