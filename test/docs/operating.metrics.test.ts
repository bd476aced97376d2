/** The chapter "Metrics" of docs/operating.md and the Grafana dashboard, compared with a real scrape. */
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { beforeAll, expect, it } from "vitest";
import { temporaryFolder } from "../support/appliance.ts";
import { backUp } from "../support/backups.ts";
import { eventually } from "../support/eventually.ts";
import { HAS_PROMTOOL, PROMTOOL, scrape } from "../support/metrics.ts";
import { startNewsroom } from "../support/newsroom.ts";
import { read, readJson } from "../support/project-files.ts";
import { replicate, whyNoReplica } from "../support/replicated.ts";

interface Dashboard {
  templating: { list: { query: string }[] };
  panels: { title: string; targets: { expr: string }[] }[];
}

const chapter = /\n## Metrics\n([\s\S]*?)\n## /.exec(read("docs/operating.md"))?.[1] ?? "";
const [configuration = "", rules = ""] = [...chapter.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, yaml]) => yaml);
const dashboard: Dashboard = readJson("resources/grafana-dashboard.json");
const queries = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));

const namesIn = (text: string) => [...new Set(text.match(/\b(galley|nodejs|process)_\w+/g))];
const { appliance, site, article } = await startNewsroom();
let series: string[] = [];

beforeAll(async () => {
  await (await article("delivered")).deliver();
  site.respond = () => ({ rc: 0, rm: "no" });
  await (await article("rejected")).deliver();
  await backUp(appliance);
  if (whyNoReplica !== null) return;
  await replicate(appliance, temporaryFolder());
  await appliance.console("POST", "/replica/drill");
  await eventually(async () => {
    series = [...new Set(Object.keys(await scrape(appliance)).map((sample) => sample.replace(/\{.*/, "")))];
    expect(series).toContain("galley_deliveries_attention");
  });
});

const promtool = (args: string[]) => {
  const { status, stdout, stderr } = spawnSync(PROMTOOL, args, { encoding: "utf8" });
  return { status, output: `${stdout}${stderr}` };
};

it.runIf(whyNoReplica === null)(
  "the dashboard and the alert rules only use series of a scrape; the guide lists all",
  () => {
    expect(queries.length).toBeGreaterThan(20);
    const variables = dashboard.templating.list.map(({ query }) => query);
    const inRules = namesIn(rules);
    expect(inRules.length).toBeGreaterThan(10);
    const used = [...namesIn([...queries, ...variables].join("\n")), ...inRules];
    expect(used.filter((name) => !series.includes(name))).toEqual([]);

    const table = chapter.replace("nodejs_eventloop_lag_p50_seconds`, `_p99_`, `_max_`", () =>
      ["p50", "p99", "max"].map((each) => `nodejs_eventloop_lag_${each}_seconds`).join(" "),
    );
    const listed = namesIn(table);
    const families = series.map((name) => name.replace(/(duration_seconds)_(bucket|sum|count)$/, "$1"));
    expect(families.filter((name) => !listed.includes(name))).toEqual([]);
  },
);

it.runIf(HAS_PROMTOOL)("promtool accepts the guide's configuration and rules", () => {
  const folder = temporaryFolder();
  const token = path.join(folder, "token");
  fs.writeFileSync(token, "token");
  fs.writeFileSync(path.join(folder, "galley-rules.yml"), rules);
  const file = path.join(folder, "prometheus.yml");
  fs.writeFileSync(file, configuration.replace("/etc/prometheus/galley-token", token));
  const { status, output } = promtool(["check", "config", "--lint=all", "--lint-fatal", file]);
  expect([status, output]).toEqual([0, expect.stringMatching(/SUCCESS: 1[4-9] rules found/)]);
});

it.runIf(HAS_PROMTOOL)("promtool accepts the dashboard's queries", () => {
  const file = path.join(temporaryFolder(), "queries.json");
  const recorded = queries.map((expr, index) => ({
    record: `galley:query_${index}`,
    expr: expr.replaceAll("$__rate_interval", "5m"),
  }));
  fs.writeFileSync(file, JSON.stringify({ groups: [{ name: "dashboard", rules: recorded }] }));
  const { status, output } = promtool(["check", "rules", file]);
  expect([status, output]).toEqual([0, expect.stringContaining(`SUCCESS: ${queries.length} rules found`)]);
});
