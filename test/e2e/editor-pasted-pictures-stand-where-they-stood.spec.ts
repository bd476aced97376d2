import { article, openEditor, outline, paste, png, save, status } from "./editor-page.ts";
import { expect, test } from "./fixtures.ts";

test("pictures inside pasted HTML come in where they stood, with the words around them; one undo takes back the paste", async ({
  page,
  openArticle,
}) => {
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
  await expect(page.getByText("did not come along")).toHaveCount(0);
  await save(page);
  await expect(status(page)).toContainText("Site accepted version 1");

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

test("pictures that cannot come leave a note where they stood, and how many is said", async ({ page, openArticle }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await openEditor(page, (await openArticle("lost")).url);
  const said = page.getByText("did not come along");

  // As Word and Google Docs write it; a counter of visits and an emoji are no pictures.
  await paste(page, {
    html:
      '<p>Before</p><p class="MsoNormal"><img width="400" height="300" src="file:///C:/Temp/image001.png" alt="The harbour"></p>' +
      '<p>Middle<img width="1" height="1" src="https://elsewhere.example/count.gif"> ' +
      '<img class="emoji" width="16" height="16" alt="🙂" src="https://elsewhere.example/1f642.png"></p>' +
      '<figure><picture><source srcset="https://elsewhere.example/a.avif"><img src="https://elsewhere.example/a.jpg"></picture>' +
      "<figcaption>Boats at dawn</figcaption></figure><p>After</p>",
  });
  expect(await outline(page)).toEqual([
    "p: Before",
    "p: TK picture: The harbour",
    "p: Middle 🙂",
    "p: TK picture",
    "p: Boats at dawn",
    "p: After",
  ]);
  await expect(said).toContainText("2 pictures did not come along");
  expect(asked.filter((url) => url.includes("elsewhere.example"))).toEqual([]);
  await expect(page.getByRole("button", { name: "2 things to look at" })).toBeVisible();

  // One undo takes it all back.
  await page.keyboard.press("ControlOrMeta+z");
  expect(await outline(page)).toEqual(["p: "]);
});

test("a picture copied in one article and pasted in another leaves a note with its caption, and is said", async ({
  page,
  openArticle,
}) => {
  await openEditor(page, (await openArticle("from")).url);
  await page.keyboard.type("Before\n");
  await paste(page, { files: [await png(page, "boat.png", "teal", 64)] });
  await expect(article(page).locator("figure img")).toBeVisible();
  await article(page).locator("figcaption").click();
  await page.keyboard.type("A boat");
  await page.keyboard.press("ControlOrMeta+a");
  const copied = await article(page).evaluate((target) => {
    const transfer = new DataTransfer();
    target.dispatchEvent(new ClipboardEvent("copy", { clipboardData: transfer, bubbles: true, cancelable: true }));
    return transfer.getData("text/html");
  });
  expect(copied).toContain("data-pm-slice");

  await openEditor(page, (await openArticle("to")).url);
  await paste(page, { html: copied });
  const blocks = (await outline(page)).filter((block) => block !== "p: ");
  expect(blocks).toEqual(["p: Before", "p: TK picture", "p: A boat"]);
  await expect(page.getByText("1 picture did not come along")).toBeVisible();
});
