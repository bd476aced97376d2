/** What the load process is asked over IPC, and what it answers. */
import type { Keys } from "../../support/site.ts";

/** first opens: each of a new material. as before: the same request again. */
export type Work = "first opens" | "opens that change" | "opens as before" | "drafts" | "saves";

/** One kind of request for some seconds, over keep-alive connections, each sent as soon as the last is answered. */
export interface Turn {
  kind: "turn";
  work: Work;
  /** Origin of the appliance, or of a floor that looks the same. */
  url: string;
  keys: Keys;
  callbackUrl: string;
  /** Of the materials, another one for each turn. */
  prefix: string;
  connections: number;
  seconds: number;
}

export interface TurnDone {
  count: number;
  perSecond: number;
  /** ms */
  p50: number;
  p99: number;
  /** Share of the time that the load process itself was busy: below 1 it was not what limited. */
  busy: number;
}

/** Gets one address and throws the bytes away. */
export interface Download {
  kind: "download";
  url: string;
  headers: Record<string, string>;
}

export interface Downloaded {
  ms: number;
  bytes: number;
}

/** A newsroom at work: opens, loads, drafts, saves, uploads, lists. */
export interface Mixed {
  kind: "mixed";
  url: string;
  consoleUrl: string;
  authorization: string;
  keys: Keys;
  callbackUrl: string;
  /** Each works on an article of its own. */
  workers: number;
  /** Requests per second of all together; null: each sends its next as soon as it has an answer. */
  perSecond: number | null;
  seconds: number;
}

export interface MixedDone {
  perSecond: number;
  requests: number;
}

/** Many editors at once, see newsroom.ts. */
export interface Newsroom {
  kind: "newsroom";
  url: string;
  keys: Keys;
  /** Editors are spread over them. */
  callbackUrls: string[];
  editors: number;
  /** Not measured. */
  warmUpSeconds: number;
  seconds: number;
  /** How long drafts go on after all streams were lost at one instant. */
  reconnectSeconds: number;
}

/** ms from the moment that each was due. */
export interface Spread {
  count: number;
  p50: number;
  p95: number;
  p99: number;
  /** Longer than 100 ms. */
  late: number;
  longest: number;
}

export interface NewsroomDone {
  drafts: Spread;
  saves: Spread;
  /** When all streams were lost at one instant. */
  reconnect: {
    drafts: Spread;
    /** ms until the last editor had its stream and its article again. */
    lastBack: number;
  };
  /** Answered in another way than wanted. */
  refused: number;
  firstRefusal: string;
  lostStreams: number;
  uploadedBytes: number;
  /** Share of the time that the load process itself was busy. */
  busy: number;
}

/** Two people in each article, see together.ts. */
export interface Together {
  kind: "together";
  /** Of the appliance, or of a relay. */
  url: string;
  /** Null for a relay. */
  keys: Keys | null;
  callbackUrl: string;
  /** Of the appliance, or of the relay. */
  pid: number;
  prefix: string;
  articles: number;
  /** Of each person. */
  lettersPerSecond: number;
  warmUpSeconds: number;
  seconds: number;
}

/** ms from a key to the other tab. */
export interface TogetherDone {
  letters: number;
  p50: number;
  p95: number;
  p99: number;
  refused: number;
  /** CPU of the measured process while the letters were typed, ms. */
  cpu: number;
  /** Share of the time that the load process itself was busy. */
  busy: number;
}

export type Command = Newsroom | Turn | Download | Mixed | Together;
