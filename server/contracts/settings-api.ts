/** Types of the console's API for settings, the network and restarts. */
import type { SentenceRef } from "./sentences/index.ts";

/** Response to `GET /settings`; `PATCH /settings` takes any part of `settings`. */
export interface SettingsView {
  settings: {
    /** Lifetime of an editor token in hours, 1 to 720. */
    token_hours: number;
    /** Maximum size of a `POST /integration/session/open` body, bytes. */
    open_limit_bytes: number;
    /** Maximum size of one upload, bytes. */
    media_limit_bytes: number;
    /** Whether the sample site runs; takes effect at the next start. */
    sandbox_enabled: boolean;
    /** Puts every delivery on hold until an admin turns it off. */
    deliveries_paused: boolean;
    /** Whether callbacks and file downloads use the proxies that the environment names. */
    proxy_from_environment: boolean;
    /** Whether the overview hides the first steps. */
    first_steps_dismissed: boolean;
    /** Retention of the log of attempts: days, 1 to 3650, and attempts, 1,000 to 10,000,000. */
    log_days: number;
    log_attempts: number;
    /** Days after the last access for which older versions are kept, 14 to 3650. */
    version_days: number;
    /** Days for which uploads are kept that no version or draft uses, 1 to 3650. */
    upload_days: number;
    /** Admins are notified after a site has failed for this many minutes, 1 to 1440. */
    notify_site_minutes: number;
    /** Admins are notified when the disk has less free space than this: bytes, 64 MB to 1 TB. */
    notify_disk_free_bytes: number;
    /** Additional host names of the console, with an optional port, such as that of a proxy in front of it. */
    console_hosts: string[];
  };
  /** Read-only. */
  appliance: {
    version: string;
    public_url: string;
    console_url: string;
    sandbox_url: string | null;
    /** The project of the sample site; null in a folder that never had one. */
    sandbox_project_id: string | null;
    /** The proxies that HTTP_PROXY and HTTPS_PROXY name, without credentials; null without any. */
    environment_proxies: { http: string | null; https: string | null };
    data_dir: string;
    disk_free_bytes: number;
    started_at: string;
  };
  restart: RestartView;
}

/** A network setting and its source. A flag overrides the environment, which overrides `config.json`. */
export interface NetworkValue<T> {
  /** The value in force. */
  value: T;
  /** Source of the value at the last start. `flag` and `environment` override the value in the file. */
  source: "flag" | "environment" | "file" | "default";
  /** The current value in `config.json`; null without one. */
  kept: T | null;
  /** The default. */
  standard: T;
}

export interface NetworkFields {
  host: string;
  /** 0: any free one. */
  port: number;
  console_host: string;
  console_port: number;
  sandbox_port: number;
  /** Null: the URL of the listener. */
  public_url: string | null;
  /** IP addresses, ranges such as 10.1.0.0/16, and `loopback`. */
  trusted_proxies: string[];
}

/** Response to `GET /network` and `PATCH /network`. */
export interface NetworkView {
  fields: { [Field in keyof NetworkFields]: NetworkValue<NetworkFields[Field]> };
  /** Path of `config.json`. */
  file: string;
  /** URLs of the listeners; `public` is the URL that sites use. */
  addresses: { public: string; listener: string; console: string; sandbox: string | null };
  restart: RestartView;
}

/** Body of `PATCH /network`: absent fields stay unchanged, null restores the default. */
export type NetworkPatch = { [Field in keyof NetworkFields]?: NetworkFields[Field] | null };

export interface RestartView {
  /** Settings that are saved and take effect at the next start. */
  waiting: ("network" | "sandbox")[];
  /** Whether `POST /restart` is available. */
  offered: boolean;
  /** Why the last restart returned to the previous settings, in a sentence; null when it did not. */
  fault: string | null;
}

/** Response to `POST /restart`, 202: Galley finishes its current work and restarts in place. */
export interface RestartingView {
  /** URL of the console after the restart; a new URL needs a new login. */
  console_url: string;
}

/** Response to `POST /network/check`: whether the public URL is reachable. */
export interface PublicUrlView {
  url: string;
  reachable: boolean;
  /** Why it is not, in a sentence; null when it is. */
  reason: string | null;
  reason_sentence?: SentenceRef | null;
  checked_at: string;
}
