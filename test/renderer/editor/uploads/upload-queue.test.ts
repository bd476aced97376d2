import { beforeEach, expect, it } from "vitest";
import { Refused, type SendFileOptions, Unreachable } from "../../../../renderer/editor/client/api.ts";
import { type Connection, createConnection } from "../../../../renderer/editor/client/connection.ts";
import {
  createUploadQueue,
  NotReadable,
  type PreparedFile,
  type UploadQueue,
} from "../../../../renderer/editor/uploads/upload-queue.ts";
import type { UploadedMedia } from "../../../../server/contracts/media-api.ts";
import { manualSchedule, media, settled } from "../support.ts";

interface Sending extends SendFileOptions {
  name: string;
  finish(): Promise<void>;
  fail(error: Error): Promise<void>;
}

let connection: Connection;
let queue: UploadQueue;
let sending: Sending[];
let log: string[];

let prepared: (file: File) => PreparedFile | Promise<PreparedFile>;

function upload(file: File, options: SendFileOptions): Promise<UploadedMedia> {
  const { promise, resolve, reject } = Promise.withResolvers<UploadedMedia>();
  sending.push({
    ...options,
    name: file.name,
    finish() {
      resolve(media(file.name));
      return settled();
    },
    fail(error) {
      reject(error);
      return settled();
    },
  });
  options.signal.addEventListener("abort", () => reject(new DOMException("", "AbortError")));
  return promise;
}

const queueOf = (narrower: boolean) =>
  createUploadQueue(
    { connection, api: { upload }, prepare: async (file) => prepared(file), originals: false, narrower },
    {
      done: (upload, media) => log.push(`done ${upload.file.name} as ${media.file_name}`),
      cancelled: (upload) => log.push(`cancelled ${upload.file.name}`),
    },
  );

beforeEach(() => {
  connection = createConnection(manualSchedule().schedule, () => 0.5);
  [sending, log] = [[], []];
  prepared = (file) => ({ file, narrower: [], preview: null });
  queue = queueOf(true);
});

const add = (...names: string[]) => names.map((name) => queue.add(new File(["x"], name)));

async function started(...names: string[]) {
  const uploads = add(...names);
  await settled();
  return uploads;
}

it("uploads two files at a time, in order, and reports their progress", async () => {
  const [a, b, c] = await started("a.png", "b.png", "c.png");
  expect(sending.map((each) => each.name)).toEqual(["a.png", "b.png"]);
  expect(c?.state.get()).toEqual({ kind: "queued" });
  sending[1]?.onProgress(0.5);
  expect(b?.state.get()).toEqual({ kind: "sending", fraction: 0.5 });
  await sending[0]?.finish();
  expect(a?.state.get().kind).toBe("done");
  expect(sending.map((each) => each.name)).toEqual(["a.png", "b.png", "c.png"]);
});

it("is idle when all files are in the article, rejected or cancelled", async () => {
  expect(queue.idle()).toBeNull();
  const [, , c] = add("a.png", "b.exe", "c.png");
  let idle = false;
  void queue.idle()?.then(() => {
    idle = true;
    log.push("idle");
  });
  await settled();
  await sending.find(({ name }) => name === "b.exe")?.fail(new Refused(415, "Not a picture."));
  queue.cancel(c?.id ?? "");
  await settled();
  expect(idle).toBe(false);
  await sending.find(({ name }) => name === "a.png")?.finish();
  expect(log).toEqual(["cancelled c.png", "done a.png as a.png", "idle"]);
  expect(queue.idle()).toBeNull();
});

it.each([
  ["is not reachable", new Unreachable("offline")],
  ["is busy with other files of the article", new Refused(429, "Other files are still being checked.")],
])("retries automatically when Galley %s", async (_, failure) => {
  const [a] = await started("a.png");
  await sending[0]?.fail(failure);
  expect([a?.state.get().kind, queue.underWay.get()]).toEqual(["waiting_for_server", 1]);
  connection.up();
  await settled();
  await sending[1]?.finish();
  expect(log).toEqual(["done a.png as a.png"]);
});

it("shows why Galley rejected a file, retries on request, and aborts a cancelled upload", async () => {
  const [a] = await started("a.png");
  await sending[0]?.fail(new Refused(507, "The disk is full."));
  expect(a?.state.get()).toEqual({ kind: "refused", sentence: "The disk is full.", final: false });
  queue.retry(a?.id ?? "");
  await settled();
  expect(sending).toHaveLength(2);
  queue.cancel(a?.id ?? "");
  expect([sending[1]?.signal.aborted, log, queue.underWay.get()]).toEqual([true, ["cancelled a.png"], 0]);
});

it("uploads the resized picture, then its narrower files, and skips rejected ones", async () => {
  prepared = () => ({
    file: new File(["1234"], "fit.jpg"),
    narrower: [new File(["12"], "half.jpg"), new File(["1"], "odd.jpg")],
    preview: new Blob(["small"]),
  });
  const [a] = add("a.jpg");
  expect(a?.preview.get()).toBeNull();
  await settled();
  expect(a?.preview.get()?.size).toBe(5);
  sending[0]?.onProgress(1);
  expect(a?.state.get()).toEqual({ kind: "sending", fraction: 4 / 7 });
  await sending[0]?.finish();
  expect(sending[1]).toMatchObject({ name: "half.jpg", smallerOf: "fit.jpg" });
  await sending[1]?.fail(new Unreachable("offline"));
  connection.up();
  await settled();
  // The resized files are not prepared again.
  prepared = () => ({ file: new File(["x"], "again.jpg"), narrower: [], preview: null });
  for (const index of [2, 3]) await sending[index]?.finish();
  await sending[4]?.fail(new Refused(422, "Its proportions differ."));
  expect(sending.map(({ name }) => name)).toEqual(["fit.jpg", "half.jpg", "fit.jpg", "half.jpg", "odd.jpg"]);
  expect(a?.state.get()).toMatchObject({
    kind: "done",
    media: { file_name: "fit.jpg", widths: [{ file: "half.jpg", width: 1 }] },
  });
  expect(queue.originalOf("fit.jpg")?.name).toBe("a.jpg");
});

it("uploads only the picture if the project has no narrower files", async () => {
  prepared = () => ({ file: new File(["1"], "fit.jpg"), narrower: [new File(["1"], "half.jpg")], preview: null });
  queue = queueOf(false);
  await started("a.jpg");
  await sending[0]?.finish();
  expect([sending.map(({ name }) => name), log]).toEqual([["fit.jpg"], ["done a.jpg as fit.jpg"]]);
});

it("prepares at most two pictures at a time", async () => {
  const prepares: string[] = [];
  prepared = ({ name }) => {
    prepares.push(name);
    return new Promise(() => {});
  };
  const [a] = await started("a.jpg", "b.jpg", "c.jpg", "d.jpg");
  expect(prepares).toEqual(["a.jpg", "b.jpg"]);
  queue.cancel(a?.id ?? "");
  await settled();
  expect(prepares).toEqual(["a.jpg", "b.jpg", "c.jpg"]);
});

it("rejects an unreadable picture without a retry", async () => {
  prepared = () => {
    throw new NotReadable("This browser cannot open it.");
  };
  const [a] = await started("a.heic");
  expect(a?.state.get()).toEqual({ kind: "refused", sentence: "This browser cannot open it.", final: true });
});

it("waits for the resize code, and after a second failure uploads the original", async () => {
  prepared = () => {
    throw new TypeError("Failed to fetch");
  };
  const [a] = await started("a.jpg");
  expect(a?.state.get()).toEqual({ kind: "waiting_for_server" });
  expect(sending).toEqual([]);
  connection.up();
  await settled();
  await sending[0]?.fail(new Unreachable("offline"));
  prepared = () => ({ file: new File(["x"], "fit.jpg"), narrower: [], preview: null });
  connection.up();
  await settled();
  expect(sending.map(({ name }) => name)).toEqual(["a.jpg", "fit.jpg"]);
});
