/**
 * Server-sent events: resumable (`Last-Event-ID`, or `after` on the first connection), with heartbeats. A slow reader
 * is disconnected, and receives the missed events when it reconnects.
 */
import type { Request, Response } from "express";
import { z } from "zod";
import type { Runtime } from "../core/runtime.ts";

/** A reader's position. An unknown position causes a `reset` event. */
export const EventIdSchema = z.string().max(100);

export type EventStream = ReturnType<typeof createEventStream>;

/** Reconnect delay plus a random spread, so that readers do not all reconnect at the same time after a restart. */
const RETRY_MS = 1_000;
const RETRY_SPREAD_MS = 3_000;
const HEARTBEAT_MS = 20_000;
const MAX_WAITING = 256 * 1024;
const KEPT_EVENTS = 500;
/** Events are batched for this time, so that hundreds of readers do not slow down a save. */
const GATHERING_MS = 10;
const RESET = "event: reset\ndata: {}\n\n";

/** Events have an id `<epoch>-<n>`. A reconnecting reader receives the missed events, or `reset` if it must reload. */
export function createEventStream({ clock, random }: Pick<Runtime, "clock" | "random">) {
  const epoch = random.token(6);
  const readers = new Map<string, Set<Response>>();
  const kept: { number: number; concerns: (topic: string) => boolean; frame: () => string }[] = [];
  let last = 0;
  let cancelHeartbeat = () => {};

  const waiting = new Map<string, string[]>();
  let flushIsDue = false;

  const write = (res: Response, frames: string | Buffer) => {
    // An ended stream stays among the readers until its connection closes, which a stalled client delays.
    if (res.writableEnded) return;
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
    for (const res of allReaders()) write(res, ": heartbeat\n\n");
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
      // More than the limit would disconnect the reader.
      if (length > MAX_WAITING) return RESET;
    }
    return frames.join("");
  };

  /** @param topics those that have readers */
  const publish = (topics: string[], concerns: (topic: string) => boolean, kind: string, view: () => unknown) => {
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
    if (topics.length > 0 && frame() === "") return;
    last = number;
    kept.push({ number, concerns, frame });
    if (kept.length > KEPT_EVENTS) kept.shift();
    for (const topic of topics) gather(topic, frame());
    if (topics.length > 0) flushSoon();
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
    /** Sends an event to the topic's readers, now or on reconnect. @param view creates the data when first needed; null: no event */
    send(topic: string, kind: string, view: () => unknown): void {
      publish(readers.has(topic) ? [topic] : [], (each) => each === topic, kind, view);
    },
    /** Sends an event to the topic's readers without keeping it. Reconnecting readers must fetch missed data. */
    pass(topic: string, kind: string, data: unknown): void {
      if (!readers.has(topic)) return;
      gather(topic, `event: ${kind}\ndata: ${JSON.stringify(data)}\n\n`);
      flushSoon();
    },
    end(concerns: (topic: string) => boolean): void {
      flush();
      for (const [topic, some] of readers) if (concerns(topic)) for (const res of some) res.end();
    },
    /** Sends one event to several topics. Its data is created once. */
    sendToMany(concerns: (topic: string) => boolean, kind: string, view: () => unknown): void {
      publish([...readers.keys()].filter(concerns), concerns, kind, view);
    },
    /** Makes readers of these topics reload. */
    reset(concerns: (topic: string) => boolean): void {
      flush();
      // Readers with an older id receive `reset`.
      last += 1;
      kept.length = 0;
      for (const [topic, some] of readers)
        if (concerns(topic)) for (const res of some) write(res, `id: ${epoch}-${last}\n${RESET}`);
    },
    /** Id of the newest event. Read it before the data of a view, as the view's position for `connect`. */
    position: (): string => `${epoch}-${last}`,
    /** Streams the events of a topic until either side ends it. @param after the position; `Last-Event-ID` overrides it */
    connect(topic: string, req: Request, res: Response, after?: string): void {
      res.writeHead(200, {
        "Content-Type": "text/event-stream",
        "Cache-Control": "no-store",
        "X-Accel-Buffering": "no",
        // The connection is not reused, so that closing does not wait for it.
        Connection: "close",
      });
      // A HEAD request would otherwise stay open forever.
      if (req.method === "HEAD") return void res.end();
      // Flush first: this reader receives these events as missed.
      flush();
      const lastEventId = req.get("Last-Event-ID") ?? after;
      // Missed events precede the current id, so that a disconnect in between does not skip them.
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
