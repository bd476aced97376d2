/**
 * Server-sent events: typed, resumable for a while (Last-Event-ID), with heartbeats. A reader that does not read is
 * dropped rather than buffered without end; it comes back and is told what it missed.
 */
import type { Request, Response } from "express";
import type { Clock } from "../runtime.ts";

export interface EventStream {
  /** Sends to every reader of the topic, and keeps it for those who come back. */
  send(topic: string, kind: string, data: unknown): void;
  /** Answers a request with the events of one topic until either side ends it. */
  connect(topic: string, req: Request, res: Response): void;
  /** Ends every reader's stream. */
  close(): void;
}

const HEARTBEAT_MS = 20_000;
/** Bytes that may wait for one reader. */
const MAX_WAITING = 256 * 1024;
/** Events kept for readers who come back. */
const KEPT_EVENTS = 500;

/**
 * Events carry an id `<epoch>-<n>`; a reader who comes back with one gets what it missed, or `reset` where that is not
 * known any more and it must fetch again what it shows.
 * @param epoch tells the streams of different runs apart
 */
export function createEventStream(clock: Clock, epoch: string): EventStream {
  const readers = new Map<Response, string>();
  const kept: { number: number; topic: string; frame: string }[] = [];
  let last = 0;
  let cancelHeartbeat = () => {};

  const write = (res: Response, frame: string) => {
    if (res.writableLength > MAX_WAITING) return void res.destroy();
    res.write(frame);
  };
  const beat = () => {
    for (const res of readers.keys()) write(res, ": still here\n\n");
    cancelHeartbeat = clock.after(HEARTBEAT_MS, beat);
  };
  const missed = (topic: string, lastEventId: string): string => {
    const [of, number] = lastEventId.split(/-(?=\d+$)/);
    const from = Number(number);
    const known =
      of === epoch && from <= last && (from === last || (kept[0]?.number ?? Number.POSITIVE_INFINITY) <= from + 1);
    if (!known) return "event: reset\ndata: {}\n\n";
    return kept
      .filter((event) => event.number > from && event.topic === topic)
      .map((event) => event.frame)
      .join("");
  };

  return {
    send(topic, kind, data) {
      last += 1;
      const frame = `id: ${epoch}-${last}\nevent: ${kind}\ndata: ${JSON.stringify(data)}\n\n`;
      kept.push({ number: last, topic, frame });
      if (kept.length > KEPT_EVENTS) kept.shift();
      for (const [res, wanted] of readers) if (wanted === topic) write(res, frame);
    },
    connect(topic, req, res) {
      res.writeHead(200, {
        "Content-Type": "text/event-stream",
        "Cache-Control": "no-store",
        "X-Accel-Buffering": "no",
      });
      const lastEventId = req.get("Last-Event-ID");
      res.write(`id: ${epoch}-${last}\nretry: 2000\n\n`);
      if (lastEventId !== undefined) res.write(missed(topic, lastEventId));
      if (readers.size === 0) cancelHeartbeat = clock.after(HEARTBEAT_MS, beat);
      readers.set(res, topic);
      res.on("close", () => {
        readers.delete(res);
        if (readers.size === 0) cancelHeartbeat();
      });
    },
    close() {
      cancelHeartbeat();
      for (const res of readers.keys()) res.end();
    },
  };
}
