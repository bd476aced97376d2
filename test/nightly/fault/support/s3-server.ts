/**
 * An S3 server by OpenStack Swift on loopback ports: Debian's swift-proxy, swift-account, swift-container and swift-object,
 * with one copy of each object. Needs root, because Swift reads its hash from /etc/swift.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { onTestFinished } from "vitest";
import { temporaryFolder } from "../../../support/appliance.ts";
import { eventually } from "../../../support/eventually.ts";
import { freePort } from "../../../support/listening.ts";

const KINDS = ["account", "container", "object"] as const;
const HASHES = "/etc/swift/swift.conf";
const HASH = "[swift-hash]\nswift_hash_path_suffix = galley\n[storage-policy:0]\nname = one\ndefault = yes\n";

const program = (name: string): string => `/usr/bin/${name}-server`;

/** Why S3 is not available, or null. */
export const whyNoS3: string | null = findReason();

function findReason(): string | null {
  const missing = [...KINDS, "proxy"].map((kind) => `swift-${kind}`).filter((name) => !fs.existsSync(program(name)));
  if (process.getuid?.() === 0 && missing.length === 0) return null;
  const reason = missing.length > 0 ? `${missing.join(", ")} not found` : "only root may set up Swift";
  process.stderr.write(`The tests over S3 are skipped: ${reason}.\n`);
  return reason;
}

/** Starts a server with one empty bucket; ends it after the test. */
export async function startS3Server() {
  const folder = temporaryFolder();
  fs.mkdirSync(path.join(folder, "node/disk"), { recursive: true });
  fs.writeFileSync(HASHES, HASH);
  const start = (name: string, port: number, config: string) => {
    const file = path.join(folder, `${name}.conf`);
    const common = `swift_dir = ${folder}\nbind_ip = 127.0.0.1\nbind_port = ${port}\nworkers = 1\nuser = root\n`;
    fs.writeFileSync(file, `[DEFAULT]\n${common}${config}`);
    const child = spawn(program(`swift-${name}`), [file], { stdio: "ignore", detached: true });
    onTestFinished(() => end(child));
  };
  for (const kind of KINDS) {
    const port = await freePort();
    makeRing(folder, kind, port);
    start(
      kind,
      port,
      `devices = ${folder}/node
mount_check = false
[pipeline:main]
pipeline = ${kind}-server
[app:${kind}-server]
use = egg:swift#${kind}
`,
    );
  }
  const port = await freePort();
  start("proxy", port, PROXY);
  const endpoint = `http://127.0.0.1:${port}`;
  // rclone fails if AWS_CA_BUNDLE is set.
  const env = { AWS_ACCESS_KEY_ID: "test:tester", AWS_SECRET_ACCESS_KEY: "testing", AWS_CA_BUNDLE: "" };
  const remote = `:s3,provider=Other,env_auth=true,endpoint="${endpoint}",region=us-east-1:bucket`;
  await eventually(() =>
    execFileSync("rclone", ["mkdir", remote, "--retries", "1", "--low-level-retries", "1"], {
      env: { ...process.env, ...env },
      stdio: "pipe",
    }),
  );
  return {
    env,
    /** @param prefix in the bucket */
    target: (prefix: string) => `s3://bucket/${prefix}?${new URLSearchParams({ endpoint, region: "us-east-1" })}`,
  };
}

function makeRing(folder: string, kind: string, port: number): void {
  const ring = (...args: string[]) => execFileSync("swift-ring-builder", [`${kind}.builder`, ...args], { cwd: folder });
  ring("create", "4", "1", "1");
  ring("add", `r1z1-127.0.0.1:${port}/disk`, "1");
  ring("rebalance");
}

const PROXY = `[pipeline:main]
pipeline = catch_errors cache s3api tempauth copy slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:9
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[filter:copy]
use = egg:swift#copy
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
`;

async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined) return;
  const ended = once(child, "exit");
  process.kill(-child.pid, "SIGKILL");
  await ended;
}
