/** Many readers of event streams, in a thread of their own, so that reading does not slow down whoever measures. */
import { once } from "node:events";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { readEvents, type WireEvent } from "./event-reader.ts";

export interface Stream {
  url: string;
  authorization: string;
}

export interface Readers {
  /** Resolves once every reader has lately had an event whose data, as JSON, has all these texts. */
  haveSeen(...texts: string[]): Promise<void>;
  /** Breaks their connections off. */
  close(): Promise<void>;
}

/** Events. */
const LATELY = 20;

/** Resolves once all are connected. */
export async function startReaders(streams: Stream[]): Promise<Readers> {
  const thread = new Worker(import.meta.filename, { workerData: streams, execArgv: [] });
  const said = async () => void (await once(thread, "message"));
  await said();
  return {
    async haveSeen(...texts) {
      thread.postMessage(texts);
      await said();
    },
    close: async () => void (await thread.terminate()),
  };
}

async function readAll(streams: Stream[]): Promise<void> {
  const readers = await Promise.all(streams.map(({ url, authorization }) => readEvents(url, { authorization })));
  parentPort?.on("message", async (texts: string[]) => {
    const fits = ({ data }: WireEvent) => texts.every((text) => JSON.stringify(data).includes(text));
    await Promise.all(readers.map((reader) => reader.until(({ events }) => events.slice(-LATELY).some(fits))));
    parentPort?.postMessage("seen");
  });
  parentPort?.postMessage("connected");
}

if (!isMainThread && Array.isArray(workerData)) await readAll(workerData as Stream[]);
