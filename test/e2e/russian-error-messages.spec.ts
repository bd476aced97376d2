import http from "node:http";
import { listening } from "../support/listening.ts";
import { save as saveVersion, visit } from "./console-page.ts";
import { paste } from "./editor-files.ts";
import { save } from "./editor-page.ts";
import { expect, test } from "./fixtures.ts";

test.use({ locale: "ru-RU" });

/** No process listens on this port. */
const CLOSED = "http://127.0.0.1:9/galley/callback";
const NOT_REACHED =
  "Сервер 127.0.0.1:9 (127.0.0.1:9) отказал в соединении. Запустите веб-сервер сайта. Проверьте порт и брандмауэры на пути к нему.";

test("reports rejected files, pictures, saves and deliveries in Russian", async ({ page, openArticle, receiver }) => {
  const files = await listening(http.createServer((_req, res) => void res.writeHead(404).end()));
  const { host } = files;
  const figure = { type: "figure", attrs: { file: "gone.png", alt: "Мост" } };
  const paragraph = { type: "paragraph", content: [{ type: "text", text: "Один." }] };
  await page.goto(
    (
      await openArticle("most", {
        vms_json: {
          format: "galley/1",
          doc: { type: "doc", content: [figure, paragraph] },
          assets: { "gone.png": { clientUrl: `http://${host}/gone.png` } },
        },
      })
    ).url,
  );
  const article = page.getByRole("textbox", { name: "Текст статьи" });
  const status = page.getByRole("region", { name: "Состояние статьи" });
  const notices = page.getByRole("region", { name: "Сообщения" });
  await expect(article).toContainText(`Сервер ${host} ответил кодом 404.`);
  await files.close();

  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Вставить изображения" }).click();
  await (await chooser).setFiles([
    { name: "setup.exe", mimeType: "application/octet-stream", buffer: Buffer.from("MZ") },
  ]);
  const card = page.getByRole("group", { name: "setup.exe" });
  await expect(card.getByRole("status")).toContainText("Файлы такого типа сайты не принимают. Принимаются: jpg, jpeg,");
  await card.getByRole("button", { name: "Скрыть: setup.exe" }).click();

  await article.getByText("Один.").click();
  await paste(page, { html: '<p>Два</p><img src="http://10.0.0.7/a.jpg"><p>Три</p>' }, article);
  await page.getByRole("button", { name: "Загрузить", exact: true }).click();
  await expect(article).toContainText("IP-адрес хоста 10.0.0.7 не разрешён.");

  receiver.respond = () => ({ rc: 0, rm: "Section 14 is closed." });
  await save(page);
  await expect(status).toContainText("Section 14 is closed.");
  await expect(notices).toContainText("Отклонено: Section 14 is closed.");

  await test.step("shows why Galley rejects a save", async () => {
    const freeHtml = { type: "freeHtml", attrs: { html: "<b></b>".repeat(5_001) } };
    const state = { format: "galley/1", doc: { type: "doc", content: [{ type: "paragraph" }, freeHtml] }, assets: {} };
    await page.goto((await openArticle("html", { vms_json: state })).url);
    await article.locator("p").first().click();
    await page.keyboard.type("Один.");
    await save(page);
    await expect(status).toContainText(/В свободном HTML статьи больше 10\s000 тегов\. Упростите его\./);
    // Field names of the request mean nothing to a journalist.
    await expect(status).not.toContainText("vms_json");
  });
});

test.describe("the console", () => {
  test.use({ ownAppliance: true });

  test("is Russian from the login to failed deliveries @nightly", async ({ page, appliance, project, openArticle }) => {
    await saveVersion(await openArticle("most", { callback_url: CLOSED }), "Один.", null);
    await page.goto(appliance.consoleUrl);
    await expect(page.getByRole("heading", { name: "Вход в консоль" })).toBeVisible();
    await page.goto(appliance.consoleLink);
    await page.getByRole("navigation", { name: "Консоль" }).getByRole("link", { name: "Доставки" }).click();
    await expect(page).toHaveTitle("Доставки · Galley");
    await expect(page.locator("html")).toHaveAttribute("lang", "ru");
    await page.locator(".row", { hasText: "most" }).click();
    await expect(page.locator(".delivery-explanation").first()).toHaveText(NOT_REACHED);

    await visit(page, `/projects/${project.id}/check`);
    await page.getByRole("textbox", { name: "URL обратного вызова" }).fill(CLOSED);
    await page.getByRole("button", { name: "Проверить приёмник" }).click();
    await expect(page.getByRole("heading", { name: "Сайт доступен" })).toBeVisible();
    await expect(page.getByText("Не удалось связаться с сайтом.")).toBeVisible();
    await expect(page.getByText("Пока шаги выше не пройдены, отправить обратный вызов нельзя.").first()).toBeVisible();
  });
});
