/**
 * Server-sent events: typed, resumable (`Last-Event-ID`, or `after` for a first connection), with heartbeats. A reader
 * that does not read is dropped, and gets what it missed when it reconnects.
 */
import type { Request, Response } from "express";
import { z } from "zod";
import type { Runtime } from "../core/runtime.ts";

/** A reader's position; an unknown one is answered with `reset`. */
export const EventIdSchema = z.string().max(100);

export type EventStream = ReturnType<typeof createEventStream>;

/** Reconnect delay plus a random spread: after a restart, readers do not all reconnect at once. */
const RETRY_MS = 1_000;
const RETRY_SPREAD_MS = 3_000;
const HEARTBEAT_MS = 20_000;
const MAX_WAITING = 256 * 1024;
/** Events kept for reconnecting readers. */
const KEPT_EVENTS = 500;
/** Events are batched for this time: hundreds of readers then cost a save no time. */
const GATHERING_MS = 10;
const RESET = "event: reset\ndata: {}\n\n";

/** Events carry an id `<epoch>-<n>`. A reconnecting reader gets what it missed, or `reset`: it must load again. */
export function createEventStream({ clock, random }: Pick<Runtime, "clock" | "random">) {
  const epoch = random.token(6);
  const readers = new Map<string, Set<Response>>();
  const kept: { number: number; concerns: (topic: string) => boolean; frame: () => string }[] = [];
  let last = 0;
  let cancelHeartbeat = () => {};

  const waiting = new Map<string, string[]>();
  let flushIsDue = false;

  const write = (res: Response, frames: string | Buffer) => {
    if (res.writableLength > MAX_WAITING) return void res.destroy();
    res.write(frames);
  };
  const flush = () => {
    flushIsDue = false;
    const gathered = [...waiting];
    waiting.clear();
    for (const [topic, parts] of gathered) {
      const frames = Buffer.from(parts.join(""));
      for (const res of readers.get(topic) ?? []) write(res, frames);
    }
  };
  const allReaders = () => [...readers.values()].flatMap((some) => [...some]);
  const beat = () => {
    for (const res of allReaders()) write(res, ": still here\n\n");
    cancelHeartbeat = clock.after(HEARTBEAT_MS, beat);
  };
  const missed = (topic: string, lastEventId: string): string => {
    const [of, number] = lastEventId.split(/-(?=\d+$)/);
    const from = Number(number);
    const known =
      of === epoch && from <= last && (from === last || (kept[0]?.number ?? Number.POSITIVE_INFINITY) <= from + 1);
    if (!known) return RESET;
    const frames: string[] = [];
    let length = 0;
    for (const event of kept) {
      if (event.number <= from || !event.concerns(topic)) continue;
      try {
        frames.push(event.frame());
      } catch {
        return RESET;
      }
      length += frames.at(-1)?.length ?? 0;
      // A reader would be dropped for more than its limit.
      if (length > MAX_WAITING) return RESET;
    }
    return frames.join("");
  };

  /** @param read topics that have readers */
  const tell = (read: string[], concerns: (topic: string) => boolean, kind: string, view: () => unknown) => {
    const number = last + 1;
    let made: string | null = null;
    const makeFrame = () => {
      const data = view();
      return data === null ? "" : `id: ${epoch}-${number}\nevent: ${kind}\ndata: ${JSON.stringify(data)}\n\n`;
    };
    const frame = () => {
      made ??= makeFrame();
      return made;
    };
    if (read.length > 0 && frame() === "") return;
    last = number;
    kept.push({ number, concerns, frame });
    if (kept.length > KEPT_EVENTS) kept.shift();
    for (const topic of read) gather(topic, frame());
    if (read.length > 0) flushSoon();
  };
  const gather = (topic: string, frame: string) => {
    const frames = waiting.get(topic);
    if (frames === undefined) waiting.set(topic, [frame]);
    else frames.push(frame);
  };
  const flushSoon = () => {
    if (flushIsDue) return;
    flushIsDue = true;
    setTimeout(flush, GATHERING_MS).unref();
  };

  return {
    /**
     * Sends to the topic's readers, and keeps the event for those who reconnect.
     * @param view makes the data, null for nothing: now where the topic has readers, else when a reader reconnects who
     * missed it
     */
    send(topic: string, kind: string, view: () => unknown): void {
      tell(readers.has(topic) ? [topic] : [], (each) => each === topic, kind, view);
    },
    /** Sends to the topic's readers, and keeps nothing: who reconnects asks for what was missed. */
    pass(topic: string, kind: string, data: unknown): void {
      if (!readers.has(topic)) return;
      gather(topic, `event: ${kind}\ndata: ${JSON.stringify(data)}\n\n`);
      flushSoon();
    },
    /** Ends the streams of these topics. */
    end(concerns: (topic: string) => boolean): void {
      flush();
      for (const [topic, some] of readers) if (concerns(topic)) for (const res of some) res.end();
    },
    /** For several topics: made once and kept as one event. */
    sendToMany(concerns: (topic: string) => boolean, kind: string, view: () => unknown): void {
      tell([...readers.keys()].filter(concerns), concerns, kind, view);
    },
    /** Makes readers of these topics load again. */
    reset(concerns: (topic: string) => boolean): void {
      flush();
      // A reader with an older id gets `reset` for that.
      last += 1;
      kept.length = 0;
      for (const [topic, some] of readers)
        if (concerns(topic)) for (const res of some) write(res, `id: ${epoch}-${last}\n${RESET}`);
    },
    /** Id of the newest event. Read it before a view is made: it is the view's position for `connect`. */
    position: (): string => `${epoch}-${last}`,
    /**
     * Streams the events of one topic until either side ends it.
     * @param after the reader's position; the browser's `Last-Event-ID` is newer where there is one
     */
    connect(topic: string, req: Request, res: Response, after?: string): void {
      res.writeHead(200, {
        "Content-Type": "text/event-stream",
        "Cache-Control": "no-store",
        "X-Accel-Buffering": "no",
        // No request follows a stream on its connection, so closing need not wait.
        Connection: "close",
      });
      // A HEAD request would otherwise stay open forever.
      if (req.method === "HEAD") return void res.end();
      // Flush first: this reader gets it as missed.
      flush();
      const lastEventId = req.get("Last-Event-ID") ?? after;
      // Missed events precede the current id: a break in between must not skip them.
      const before = lastEventId === undefined ? "" : missed(topic, lastEventId);
      const retry = RETRY_MS + Math.floor(random.fraction() * RETRY_SPREAD_MS);
      res.write(`retry: ${retry}\n\n${before}id: ${epoch}-${last}\n\n`);
      if (readers.size === 0) cancelHeartbeat = clock.after(HEARTBEAT_MS, beat);
      const others = readers.get(topic) ?? new Set();
      readers.set(topic, others.add(res));
      res.on("close", () => {
        others.delete(res);
        if (others.size > 0 || readers.get(topic) !== others) return;
        readers.delete(topic);
        if (readers.size === 0) cancelHeartbeat();
      });
    },
    close(): void {
      flush();
      cancelHeartbeat();
      for (const res of allReaders()) res.end();
      // A save in progress must not write to an ended stream.
      readers.clear();
    },
  };
}
