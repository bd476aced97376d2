import { afterAll, expect, it } from "vitest";
import { MAX_REPLIES, MAX_THREADS } from "../../../../server/articles/comments/comments.ts";
import type { CommentAnchor, CommentPage, CommentThread } from "../../../../server/contracts/comments-api.ts";
import { type RunningAppliance, spawnAppliance } from "../../../support/appliance.ts";
import { articleOfKeys, changeIn, startNewsroom } from "../../../support/newsroom.ts";
import { allPages } from "../../../support/running-appliance.ts";

const room = await startNewsroom({ appliance: spawnAppliance() });
let appliance: RunningAppliance = room.appliance;
const { project, site } = room;
afterAll(() => appliance.close());

const anchor: CommentAnchor = {
  ...{ kind: "words", block: "paragraph", file: "" },
  ...{ exact: "harbour", prefix: "The old ", suffix: " is empty.", from: 9, to: 16 },
};

/** An article opened in one tab. @param author the author that the site names, if any */
async function article(material_id: string, author?: string) {
  const metadata = author === undefined ? {} : { user_email: author };
  const opened = await articleOfKeys(appliance, project, material_id, site.callbackUrl, { metadata });
  const { ask } = opened;
  return {
    ...opened,
    begin: (id: string, text: string, name = "Anna") =>
      ask<CommentThread>("POST", "/comments", { id, text, author: name, anchor }),
    reply: (to: string, id: string, text: string, name = "Ben") =>
      ask<CommentThread>("POST", `/comments/${to}/replies`, { id, text, author: name }),
    change: (id: string, change: Record<string, unknown>, name = "Anna") =>
      ask<CommentThread>("PATCH", `/comments/${id}`, { author: name, ...change }),
    remove: (id: string, name = "Anna") =>
      ask<{ detail: string }>("DELETE", `/comments/${id}?author=${encodeURIComponent(name)}`),
    list: async () => (await ask<CommentPage>("GET", "/comments")).body,
  };
}

/** Inserts comments into the database. @param rows a query for number, id and thread */
function fill(sessionId: string, rows: string, text = "x"): void {
  changeIn(
    appliance.dataDir,
    `INSERT INTO comments (session_id, id, thread_id, author, author_fixed, created_at, text, anchor)
     SELECT ?, id, thread, 'Anna', 0, n, ?, iif(id = thread, ?, NULL) FROM (WITH RECURSIVE counted(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < 1000) ${rows})`,
    ...[sessionId, text, JSON.stringify(anchor)],
  );
}

it("stores a thread with replies, reports it to other tabs, and keeps it after a crash", async () => {
  const { listen, begin, reply, change, list, load: open } = await article("kept");
  const events = await listen((await open()).event_id);
  expect((await begin("t1", " Is this true? ")).status).toBe(201);
  // The tab repeats a request whose response was lost.
  expect(await begin("t1", "Is this true?")).toMatchObject({ status: 201, body: { id: "t1", changes: 1 } });
  expect((await reply("t1", "r1", "It is, @Anna")).status).toBe(201);
  expect((await reply("t1", "r1", "It is, @Anna")).status).toBe(201);
  expect((await open()).open_comments).toBe(1);
  expect((await change("t1", { resolved: true }, "Ben")).body).toMatchObject({ resolved_by: "Ben" });
  expect((await open()).open_comments).toBe(0);
  await events.until(({ events }) =>
    events.some(({ event, data }) => event === "comment" && JSON.stringify(data).includes('"resolved_by":"Ben"')),
  );
  const before = await list();
  expect(before.items).toMatchObject([
    {
      id: "t1",
      anchor,
      resolved_by: "Ben",
      comments: [
        { id: "t1", author: "Anna", text: "Is this true?", edited_at: null },
        { id: "r1", author: "Ben", text: "It is, @Anna" },
      ],
    },
  ]);
  const { dataDir } = appliance;
  await room.appliance.kill();
  appliance = await spawnAppliance({ dataDir });
  expect(await (await article("kept")).list()).toEqual(before);
});

it("lets authors change and delete only their own comments", async () => {
  const { begin, reply, change, remove, list } = await article("own");
  await begin("t", "First");
  await reply("t", "r", "Second");
  expect(await change("t", { text: "Mine now" }, "Ben")).toMatchObject({
    status: 403,
    body: { code: "articles.comment_of_other", facts: { author: "Anna" } },
  });
  expect((await change("t", { text: "First, better" })).body.comments[0]).toMatchObject({
    text: "First, better",
    edited_at: expect.any(String),
  });
  expect(await change("r", { resolved: true })).toMatchObject({ status: 409 });
  expect(await remove("t")).toMatchObject({
    status: 409,
    body: { code: "articles.comment_has_replies" },
  });
  expect((await remove("r", "Ben")).status).toBe(204);
  expect((await remove("t")).status).toBe(204);
  expect((await remove("t")).status).toBe(404);
  expect(await reply("t", "late", "Too late")).toMatchObject({ status: 404 });
  expect((await list()).items).toEqual([]);
});

it("uses the author that the site names, and protects this author's comments", async () => {
  const known = await article("named", "eve@example.org");
  const begun = await known.begin("t", "Checked", "Ben");
  expect(begun.body.comments[0]).toMatchObject({ author: "eve@example.org", author_fixed: true });
  const unknown = await article("named");
  expect((await unknown.remove("t", "eve@example.org")).status).toBe(403);
  expect((await known.change("t", { text: "Checked twice" }, "")).status).toBe(422);
  expect((await known.change("t", { text: "Checked twice" }, "any")).status).toBe(200);
});

it("rejects invalid comments", async () => {
  const { ask, begin, list } = await article("wrong");
  const wrongAnchor = { id: "t", text: "x", author: "A", anchor: { ...anchor, to: -1 } };
  expect((await ask("POST", "/comments", wrongAnchor)).status).toBe(422);
  for (const text of [" ", "x".repeat(2_001)]) expect((await begin("t", text)).status).toBe(422);
  expect((await begin("a b", "x")).status).toBe(422);
  expect((await begin("t", "x".repeat(30_000))).status).toBe(413);
  expect((await begin("t", "x")).status).toBe(201);
  expect(await begin("t", "y")).toMatchObject({ status: 409 });
  expect((await ask("GET", "/comments?cursor=nonsense")).status).toBe(422);
  expect((await list()).items).toHaveLength(1);
});

it("stores the positions of threads, and limits threads and replies", async () => {
  const { session, ask, begin, reply, list } = await article("many");
  expect(await begin("t0", "x")).toMatchObject({ status: 201 });
  fill(session.session_id, `SELECT n, 't' || n AS id, 't' || n AS thread FROM counted WHERE n < ${MAX_THREADS - 1}`);
  fill(session.session_id, `SELECT n, 'r' || n AS id, 't0' AS thread FROM counted WHERE n < ${MAX_REPLIES}`);
  expect(await begin("last", "x")).toMatchObject({ status: 201 });
  expect(await begin("more", "x")).toMatchObject({ status: 409 });
  expect(await reply("t0", "newest", "x")).toMatchObject({ status: 201 });
  expect(await reply("t0", "more", "x")).toMatchObject({ status: 409 });
  const moved = { ...anchor, from: 100, to: 107 };
  const anchors = [
    { id: "t0", anchor: moved },
    { id: "gone", anchor: moved },
  ];
  expect((await ask("PUT", "/comment-anchors", { anchors })).status).toBe(204);
  expect((await list()).items).toHaveLength(50);
  const page = async (cursor: string) =>
    (await ask<CommentPage>("GET", `/comments?${cursor && `cursor=${cursor}`}`)).body;
  const threads = new Map((await allPages(page)).map((thread) => [thread.id, thread]));
  expect(threads.size).toBe(MAX_THREADS);
  expect(threads.get("t0")).toMatchObject({ anchor, placed: moved });
});

it("lets an author shorten a comment when the article's quota is full", async () => {
  const { session, begin, change } = await article("full");
  const text = "\u{1F4F0}".repeat(1_000);
  await begin("c", text);
  // One comment below the quota of two megabytes.
  fill(session.session_id, "SELECT n, 'r' || n AS id, 'c' AS thread FROM counted WHERE n < 523", text);
  expect(await begin("last", text)).toMatchObject({ status: 201 });
  expect(await begin("more", text)).toMatchObject({ status: 409, body: { code: "articles.comments_too_long" } });
  expect(await change("c", { text: text.slice(0, 1_900) })).toMatchObject({ status: 200 });
});

it("never sends comments to the site", async () => {
  const { session, save, begin } = await article("apart");
  await begin("t", "For the newsroom only");
  await save("The old harbour is empty.");
  const { text } = await site.received(1);
  const texts = [...(await room.archiveOf("apart")).values(), text].join("\n");
  expect(texts).toContain("The old harbour is empty.");
  expect(texts).not.toContain("For the newsroom");
  const { session: again } = await article("apart");
  expect(JSON.stringify(again)).not.toContain("For the newsroom");
  expect(again.session_id).toBe(session.session_id);
});
