/** What the console's settings say to the appliance: the settings, the network, a restart. Types only. */
import type { SentenceRef } from "./sentences/index.ts";

/** Answer of `GET /settings`; `PATCH /settings` takes any part of `settings`. */
export interface SettingsView {
  settings: {
    /** Hours that an editor token lives, 1 to 720. */
    token_hours: number;
    /** Bytes of a `POST /integration/session/open` body. */
    open_limit_bytes: number;
    /** Bytes of one upload. */
    media_limit_bytes: number;
    /** The sample site; takes effect at the next start. */
    sandbox_enabled: boolean;
    /** Holds every delivery until it is turned off again. */
    deliveries_paused: boolean;
    /** Whether callbacks and the fetching of files go through the proxies that the environment names. */
    proxy_from_environment: boolean;
    /** The first steps on the overview are not shown any more. */
    first_steps_dismissed: boolean;
    /** How long the log of attempts is kept: days, 1 to 3650, and attempts, 1,000 to 10,000,000. */
    log_days: number;
    log_attempts: number;
    /** Days after the last access for which older versions are kept, 14 to 3650. */
    version_days: number;
    /** Days for which uploads are kept that no version or draft shows, 1 to 3650. */
    upload_days: number;
    /** An admin is told of a site that has failed for so long: minutes, 1 to 1440. */
    notify_site_minutes: number;
    /** And of a disk with less room than this: bytes, 64 MB to 1 TB. */
    notify_disk_free_bytes: number;
    /** Names, perhaps with a port, under which the console is asked for beside its own, such as that of a proxy before it. */
    console_hosts: string[];
  };
  /** For reading only. */
  appliance: {
    version: string;
    public_url: string;
    console_url: string;
    sandbox_url: string | null;
    /** The project of the sample site, null in a folder that never had one. */
    sandbox_project_id: string | null;
    /** The proxies that HTTP_PROXY and HTTPS_PROXY name, without credentials; null where there is none. */
    environment_proxies: { http: string | null; https: string | null };
    data_dir: string;
    disk_free_bytes: number;
    started_at: string;
  };
  restart: RestartView;
}

/** A value of the network, and who says it. A flag wins, then the environment, then `config.json`. */
export interface NetworkValue<T> {
  /** As Galley runs now. */
  value: T;
  /** Who said it at the last start. `flag` and `environment` hold it: what is kept in the file waits behind them. */
  source: "flag" | "environment" | "file" | "default";
  /** What stands in `config.json` now; null where nothing does. */
  kept: T | null;
  /** What Galley takes where nobody says anything. */
  standard: T;
}

export interface NetworkFields {
  host: string;
  /** 0: any free one. */
  port: number;
  console_host: string;
  console_port: number;
  sandbox_port: number;
  /** Null: the address of the listener. */
  public_url: string | null;
  /** Addresses, ranges such as 10.1.0.0/16, and `loopback`. */
  trusted_proxies: string[];
}

/** Answer of `GET /network` and `PATCH /network`. */
export interface NetworkView {
  fields: { [Field in keyof NetworkFields]: NetworkValue<NetworkFields[Field]> };
  /** Path of `config.json`. */
  file: string;
  /** Where the listeners are; `public` is the address that sites are given. */
  addresses: { public: string; listener: string; console: string; sandbox: string | null };
  restart: RestartView;
}

/** Body of `PATCH /network`: what is left out stays, null goes back to what Galley takes by itself. */
export type NetworkPatch = { [Field in keyof NetworkFields]?: NetworkFields[Field] | null };

export interface RestartView {
  /** What is kept and not in force yet. */
  waiting: ("network" | "sandbox")[];
  /** Whether `POST /restart` can be asked for. */
  offered: boolean;
  /** Why the last restart went back to what was in force before, in a sentence; null where it did not. */
  fault: string | null;
}

/** Answer 202 of `POST /restart`: Galley ends what is under way and comes up again in place. */
export interface RestartingView {
  /** Where the console is afterwards; a new address asks for a new login. */
  console_url: string;
}

/** Answer of `POST /network/check`: whether the public address leads here. */
export interface PublicUrlView {
  url: string;
  reachable: boolean;
  /** Why not, in a sentence; null where it is. */
  reason: string | null;
  reason_sentence?: SentenceRef | null;
  checked_at: string;
}
