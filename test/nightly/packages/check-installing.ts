/** Checks a deb on a machine: installation, service, upgrade, removal, purge. */
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import Sqlite from "better-sqlite3";
import { type Site, startSite } from "../../support/site.ts";
import { copyIn, inside, makeCleanRoot, noCleanRoot, PROJECT_INSIDE, runInside } from "./clean-root.ts";
import {
  ANY_PORTS,
  type Delivered,
  mustStillServe,
  putStandIn,
  type Running,
  saveAndDeliver,
  whileRunning,
} from "./running.ts";
import { must, skip, step, tool } from "./steps.ts";

export interface CheckedDeb {
  file: string;
  /** The same package with a higher version; undefined if there is none. */
  next: string | undefined;
  version: string;
  isPlaceholder: boolean;
}

/** Has AppArmor 4, like the Ubuntu versions that need the profile. */
const SUITE = "trixie";
const SETTINGS = "GALLEY_PUBLIC_URL=https://galley.example.org\n";
/** Data of a user of the desktop app on the same machine. */
const USER_DATA = "home/ann/.local/share/galley/galley.db";

/**
 * @param root a folder for a clean system
 * @param project this work tree
 */
export async function checkInstalling(deb: CheckedDeb, root: string, project: string): Promise<void> {
  const obstacle = await noCleanRoot();
  if (obstacle !== null) return skip("install, upgrade, remove and purge the deb", obstacle);
  const made = await step(`create a clean Debian ${SUITE}`, () => makeCleanRoot(root, SUITE));
  if (!made) return;
  const run = (...command: string[]) => runInside(root, project, command);
  const at = (file: string) => path.join(root, file);
  fs.mkdirSync(at(path.dirname(USER_DATA)), { recursive: true });
  fs.writeFileSync(at(USER_DATA), randomBytes(16));

  await step("apt finds all dependencies", async () => {
    const output = await run("apt-get", "install", "--simulate", "--no-install-recommends", copyIn(root, deb.file));
    return `${output.match(/^Inst /gm)?.length} packages`;
  });
  const how = deb.isPlaceholder ? "dpkg -i, without Electron's libraries" : "apt-get install";
  const installed = await step(`install (${how})`, async () => {
    const output = await install(deb, copyIn(root, deb.file), run);
    must(output.includes("systemctl enable --now galley"), "the output does not say how to start the service");
    must(
      (await run("dpkg", "--status", "galley")).includes("Status: install ok installed"),
      "dpkg reports another status",
    );
    must(fs.existsSync(at("etc/apparmor.d/galley")), "the AppArmor profile is not in /etc/apparmor.d");
    must(!fs.existsSync(at("etc/systemd/system/multi-user.target.wants/galley.service")), "the service is enabled");
    return (await run("getent", "passwd", "galley")).trim();
  });
  if (!installed) return;
  await step("install again over itself", () => install(deb, copyIn(root, deb.file), run));
  await step("systemd-analyze verify galley.service", async () => {
    must((await run("systemd-analyze", "verify", "galley.service")).trim() === "", "it printed warnings");
  });
  await step("AppArmor compiles the profile", async () => {
    await run("apparmor_parser", "--skip-kernel-load", "--skip-cache", "--debug", "/etc/apparmor.d/galley");
  });

  const site = await startSite();
  await checkService(deb, { root, project, run, at }, site).finally(site.close);
}

interface Place {
  root: string;
  project: string;
  run(...command: string[]): Promise<string>;
  at(file: string): string;
}

async function checkService(deb: CheckedDeb, place: Place, site: Site): Promise<void> {
  const { run, at } = place;
  const onStandIn = deb.isPlaceholder ? ", on the stand-in" : "";
  /** Starts it like the unit; systemd creates the folder before the first start. Stops it after `work`. */
  const serve = async (work: (galley: Running) => Promise<void>) => {
    if (deb.isPlaceholder) {
      const seen = { content: "/srv/content", project: PROJECT_INSIDE };
      putStandIn(at("usr/lib/galley"), at("srv/content"), seen);
    }
    await run("install", "-d", "-m", "700", "-o", "galley", "-g", "galley", "/var/lib/galley");
    const command = ["HOME=/var/lib/galley", "/usr/bin/galley", "serve", ...ANY_PORTS];
    const args = inside(place.root, place.project, "galley:galley", command);
    return whileRunning("unshare", args, process.env, async (galley) => {
      await work(galley);
      return galley.version;
    });
  };
  let delivered: Delivered | undefined;
  await step(`/usr/bin/galley serve as the user galley saves and delivers an article${onStandIn}`, async () => {
    const version = await serve(async (galley) => {
      delivered = await saveAndDeliver(galley, at("var/lib/galley"), site);
      must((fs.statSync(at("var/lib/galley")).mode & 0o777) === 0o700, "/var/lib/galley is open to others");
    });
    return `version ${version}`;
  });

  const { next } = deb;
  if (next === undefined) skip("upgrade", "only the named file is checked");
  else
    await step(`upgrade, keeping settings and articles${onStandIn}`, async () => {
      const before = delivered;
      must(before !== undefined, "no article was saved before");
      fs.writeFileSync(at("etc/default/galley"), SETTINGS);
      await install(deb, copyIn(place.root, next), run);
      must(fs.readFileSync(at("etc/default/galley"), "utf8") === SETTINGS, "the settings were overwritten");
      fs.writeFileSync(at("etc/default/galley"), "");
      const version = await serve((galley) => mustStillServe(galley, site, before));
      must(version !== deb.version, `it is still version ${version}`);
      return `${deb.version} to ${version}`;
    });

  await step("remove: the program is deleted, the articles stay", async () => {
    const output = await run("dpkg", "--remove", "galley");
    must(output.includes("/var/lib/galley"), "the output does not say where the articles are");
    for (const file of ["usr/bin/galley", "usr/lib/galley", "etc/apparmor.d/galley"])
      must(!fs.existsSync(at(file)), `${file} still exists`);
    must(fs.existsSync(at("var/lib/galley/galley.db")), "the articles were deleted");
    must(fs.existsSync(at("etc/default/galley")), "the settings were deleted");
  });
  const purge = () => run("dpkg", "--purge", "galley");
  const yes = "printf 'galley galley/delete-data boolean true\\n' | debconf-set-selections";
  const reinstall = async () => {
    await install(deb, copyIn(place.root, deb.file), run);
    await run("sh", "-c", yes);
    await run("dpkg", "--remove", "galley");
  };
  const mustStay = (output: string, reason: string) => {
    must(output.includes(reason), `the output does not give the reason: ${output}`);
    must(fs.existsSync(at("var/lib/galley/galley.db")), "the articles were deleted");
  };
  await step("purge without an answer: the articles stay", async () => {
    mustStay(await purge(), "stay in /var/lib/galley. To delete them permanently");
  });
  await step("purge with yes while the server package uses the folder: the articles stay", async () => {
    for (const [sign, make] of [
      ["/etc/systemd/system/galley.service", "touch /etc/systemd/system/galley.service"],
      ["/opt/galley", "mkdir -p /opt/galley/0.0.1 && ln -s 0.0.1 /opt/galley/current"],
    ] as const) {
      await reinstall();
      await run("sh", "-c", make);
      mustStay(await purge(), "another installation of Galley uses the folder");
      await run("rm", "-r", sign);
    }
  });
  await step("purge with yes while a process uses the folder: the articles stay", async () => {
    await reinstall();
    const lock = new Sqlite(at("var/lib/galley/galley.lock"));
    lock.exec("BEGIN EXCLUSIVE");
    try {
      mustStay(await purge(), "another installation of Galley uses the folder");
    } finally {
      lock.close();
    }
  });
  await step("purge with yes: deletes all of the service's files, and keeps users' articles", async () => {
    await reinstall();
    const output = await purge();
    must(output.includes("Deleting the service's articles"), `the output does not say so: ${output}`);
    must(fs.existsSync(at(USER_DATA)), "a user's articles were deleted");
    const find =
      "find / -xdev -name '*galley*' -not -path '/root/*' -not -path '/home/*' -not -path '/srv/*' -not -path '/mnt/*'";
    const left = await run("sh", "-c", find);
    must(left.trim() === "", `these files remain: ${left}`);
    must(!(await run("debconf-show", "galley")).includes("delete-data"), "debconf still has the question");
  });
}

function install(deb: CheckedDeb, file: string, run: Place["run"]): Promise<string> {
  return deb.isPlaceholder ? run("dpkg", "--force-depends", "-i", file) : run("apt-get", "install", "-y", file);
}

/** Installs the rpm with this machine's rpm. Its scripts run inside; dependencies are ignored, since Debian names them differently. */
export async function checkRpmInstalling(file: string, root: string, project: string): Promise<void> {
  const at = (name: string) => path.join(root, name);
  const rpm = (...args: string[]) => tool("rpm", ["--root", root, "--nodeps", ...args]);
  await tool("rpm", ["--root", root, "--initdb"]);
  const output = await rpm("-i", file);
  must(output.includes("systemctl enable --now galley"), `the output does not say how to start the service: ${output}`);
  must(fs.existsSync(at("etc/apparmor.d/galley")), "its script did not finish");
  await runInside(root, project, ["install", "-d", "-m", "700", "-o", "galley", "/var/lib/galley"]);
  await rpm("-U", "--force", file);
  must(fs.existsSync(at("usr/lib/galley/bin/galley")), "the upgrade deleted the program");
  const removal = await rpm("-e", "galley");
  must(removal.includes("/var/lib/galley"), `the output does not say where the articles are: ${removal}`);
  must(!fs.existsSync(at("usr/lib/galley")), "the program still exists");
  must(fs.existsSync(at("var/lib/galley")), "the articles were deleted");
}
