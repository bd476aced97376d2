import { expect, it } from "vitest";
import type { Page } from "../../../server/contracts/console-api.ts";
import type { DeliveryRow, DeliveryTotals } from "../../../server/contracts/deliveries-api.ts";
import { testClock } from "../../support/appliance.ts";
import { eventually } from "../../support/eventually.ts";
import { startNewsroom } from "../../support/newsroom.ts";

const clock = testClock();
const { appliance, article } = await startNewsroom({
  clock,
  answer: ({ body }, res) => {
    if (body.material_id === "5001-locked") return { rc: 0, rm: "Материал заблокирован: locked by Ёлкин." };
    if (body.material_id !== "5002-down") return { rc: 1, rm: "", data: {} };
    return void res.writeHead(500, { "content-type": "text/html" }).end("<h1>KeyError: 'vms_html'</h1>");
  },
});
const articles = new Map<string, Awaited<ReturnType<typeof article>>>();
for (const material of ["5001-locked", "5002-down", "5003-fine"]) {
  const one = await article(material);
  articles.set(material, one);
  await one.deliver();
}

const found = async (q: string, more = "") => {
  const query = `/deliveries?q=${encodeURIComponent(q)}${more}`;
  return (await appliance.console<Page<DeliveryRow>>("GET", query)).items.map(({ material_id }) => material_id);
};
/** Repeats the check until the index, which is written later, is up to date. */
const indexed = (holds: () => Promise<void>) =>
  eventually(() => {
    clock.advance(5_000);
    return holds();
  });

it("finds deliveries by words of the response and of the site's message", async () => {
  await indexed(async () => {
    expect(await found("text:KeyError")).toEqual(["5002-down"]);
    expect(await found("text:заблокирован")).toEqual(["5001-locked"]);
  });
  expect(await found('text:"locked by елк"')).toEqual(["5001-locked"]);
  expect(await found("text:keyer text:vms_html")).toEqual(["5002-down"]);
  expect(await found("text:locked", "&state=rejected")).toEqual(["5001-locked"]);
  expect(await found("text:locked", "&state=delivered")).toEqual([]);
  expect(await found("text:locked material:5002")).toEqual([]);
  expect(await found("text:absent")).toEqual([]);
});

it("treats search operators as plain words", async () => {
  for (const odd of ['text:"', "text:*", 'text:NEAR("a', "text:AND", "text:-a", "text:words:a", "text:^", "text:(a"])
    expect(await found(odd)).toEqual([]);
});

it("counts the matches", async () => {
  const totals = await appliance.console<DeliveryTotals>("GET", "/deliveries/totals?q=text%3Alocked");
  expect(totals).toMatchObject({ rejected: { count: 1 }, delivered: { count: 0 } });
});

it("removes the words of a deleted article", async () => {
  const id = articles.get("5001-locked")?.session.session_id;
  await appliance.console("DELETE", `/sessions/${id}`);
  expect(await found("text:заблокирован")).toEqual([]);
  await indexed(async () => expect(await found("text:заблокирован")).toEqual([]));
});
