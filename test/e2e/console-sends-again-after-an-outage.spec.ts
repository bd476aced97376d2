import { logIn, row, save, visit } from "./console-page.ts";
import { expect, test } from "./fixtures.ts";

test.use({ ownAppliance: true });

test("resends everything undelivered since a time with one button", async ({
  page,
  appliance,
  project,
  openArticle,
  receiver,
}) => {
  receiver.answer = () => ({ rc: 0, rm: "The database is being moved." });
  for (const material of ["harbour-crossing", "market-square"]) await save(await openArticle(material), "Text.", null);
  await receiver.received(2);
  await logIn(page, appliance, "/deliveries");
  await expect(row(page, "harbour-crossing")).toContainText("Rejected");
  await expect(row(page, "market-square")).toContainText("Rejected");

  receiver.answer = () => ({ rc: 1, rm: "", data: {} });
  await visit(page, `/projects/${project.id}/check`);
  const form = page.getByRole("region", { name: "Resend after an outage" });
  await form.getByRole("button", { name: "Resend", exact: true }).click();
  await expect(form.getByRole("status").filter({ hasText: "Resent: 2." })).toBeVisible();
  await visit(page, "/deliveries");
  await expect(row(page, "harbour-crossing")).toContainText("Delivered");
  await expect(row(page, "market-square")).toContainText("Delivered");

  await visit(page, `/projects/${project.id}/check`);
  await form.getByRole("button", { name: "Resend", exact: true }).click();
  await expect(form.getByText("Nothing to resend.")).toBeVisible();
});
