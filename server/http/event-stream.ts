/**
 * Server-sent events: typed, resumable for a while (`Last-Event-ID`, or `after` for a first connection), with heartbeats. A
 * reader that does not read is dropped rather than buffered without end; it comes back and is told what it missed.
 */
import type { Request, Response } from "express";
import { z } from "zod";
import type { Runtime } from "../core/runtime.ts";

/** What a reader may say of where it stands; a position that is not known is answered with `reset`. */
export const EventIdSchema = z.string().max(100);

export type EventStream = ReturnType<typeof createEventStream>;

/** A reader whose connection is lost comes back after this and up to the spread later: after a restart, not all at once. */
const RETRY_MS = 1_000;
const RETRY_SPREAD_MS = 3_000;
const HEARTBEAT_MS = 20_000;
/** Bytes that may wait for one reader. */
const MAX_WAITING = 256 * 1024;
/** Events kept for readers who come back. */
const KEPT_EVENTS = 500;
/**
 * Events wait for each other this long, no longer than anybody notices: whoever caused them has had its answer by then,
 * so that hundreds of readers cost a save no time.
 */
const GATHERING_MS = 10;
const RESET = "event: reset\ndata: {}\n\n";

/**
 * Events carry an id `<epoch>-<n>`; a reader who comes back with one gets what it missed, or `reset` where that is not
 * known any more and it must fetch again what it shows.
 */
export function createEventStream({ clock, random }: Pick<Runtime, "clock" | "random">) {
  /** Tells the streams of different runs apart. */
  const epoch = random.token(6);
  /** topic → who reads it. */
  const readers = new Map<string, Set<Response>>();
  const kept: { number: number; concerns: (topic: string) => boolean; frame: () => string }[] = [];
  let last = 0;
  let cancelHeartbeat = () => {};

  /** Frames that are gathered, by topic. */
  const waiting = new Map<string, string[]>();
  let flushIsDue = false;

  const write = (res: Response, frames: string | Buffer) => {
    if (res.writableLength > MAX_WAITING) return void res.destroy();
    res.write(frames);
  };
  /** One write a reader for all that was gathered. */
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
        // What it told of is gone by now.
        return RESET;
      }
      length += frames.at(-1)?.length ?? 0;
      // More than may wait for a reader is not worth sending; it would be dropped for it.
      if (length > MAX_WAITING) return RESET;
    }
    return frames.join("");
  };

  /** @param read those of the topics concerned that somebody reads */
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
    for (const topic of read) {
      const frames = waiting.get(topic);
      if (frames === undefined) waiting.set(topic, [frame()]);
      else frames.push(frame());
    }
    if (read.length === 0 || flushIsDue) return;
    flushIsDue = true;
    setTimeout(flush, GATHERING_MS).unref();
  };

  return {
    /**
     * Sends to every reader of the topic, and keeps it for those who come back.
     * @param view makes what is sent, null for nothing: now where somebody reads the topic, otherwise when somebody comes
     *   back who missed it, and then as things stand by that time
     */
    send(topic: string, kind: string, view: () => unknown): void {
      tell(readers.has(topic) ? [topic] : [], (each) => each === topic, kind, view);
    },
    /** The same for all topics that it concerns: made once, and kept as one event however many read. */
    sendToMany(concerns: (topic: string) => boolean, kind: string, view: () => unknown): void {
      tell([...readers.keys()].filter(concerns), concerns, kind, view);
    },
    /** Says to the readers of these topics that they must fetch again what they show; so it is to all who come back. */
    reset(concerns: (topic: string) => boolean): void {
      flush();
      // Whoever comes back with an older id hears of it by that: it is not known any more.
      last += 1;
      kept.length = 0;
      for (const [topic, some] of readers)
        if (concerns(topic)) for (const res of some) write(res, `id: ${epoch}-${last}\n${RESET}`);
    },
    /** Id of the newest event. Read before a view is made and given with it, it says from where on to `connect`. */
    position: (): string => `${epoch}-${last}`,
    /**
     * Answers a request with the events of one topic until either side ends it.
     * @param after the position of what the reader knows; the browser's own `Last-Event-ID` is newer where there is one
     */
    connect(topic: string, req: Request, res: Response, after?: string): void {
      res.writeHead(200, {
        "Content-Type": "text/event-stream",
        "Cache-Control": "no-store",
        "X-Accel-Buffering": "no",
        // Nothing follows a stream on its connection: it goes with it, and closing waits for none.
        Connection: "close",
      });
      // Nothing but the head would ever reach such a reader, and it would be kept for ever.
      if (req.method === "HEAD") return void res.end();
      // What others have still to be sent, this one is sent as missed, or came before it.
      flush();
      const lastEventId = req.get("Last-Event-ID") ?? after;
      // What was missed comes before the id of now: a connection that breaks in between must not skip it.
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
    /** Ends every reader's stream. */
    close(): void {
      flush();
      cancelHeartbeat();
      for (const res of allReaders()) res.end();
      // A save that is still being answered must not write to a stream that has ended.
      readers.clear();
    },
  };
}
