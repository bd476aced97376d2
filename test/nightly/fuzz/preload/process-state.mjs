/**
 * `node --import process-state.mjs …`: on SIGUSR2, writes memory use after garbage collection and changes of built-in
 * prototypes as JSON to the file PROCESS_STATE_FILE.
 */
import fs from "node:fs";
import v8 from "node:v8";
import vm from "node:vm";

v8.setFlagsFromString("--expose-gc");
const collect = vm.runInNewContext("gc");

const prototypes = { Object, Array, Function, String, Number, Boolean, Map, Set, Buffer, Promise, RegExp, Error };
const namesOf = () =>
  Object.entries(prototypes).flatMap(([name, { prototype }]) =>
    Reflect.ownKeys(prototype).map((key) => `${name}.${String(key)}`),
  );

let clean = new Set(namesOf());
// Changes made while the service's own modules load are not pollution.
setTimeout(() => (clean = new Set(namesOf())), 1_000).unref();

process.on("SIGUSR2", () => {
  collect();
  setImmediate(() => {
    collect();
    const polluted = namesOf().filter((name) => !clean.has(name));
    const report = { polluted, ...process.memoryUsage() };
    fs.writeFileSync(`${process.env.PROCESS_STATE_FILE}.tmp`, JSON.stringify(report));
    fs.renameSync(`${process.env.PROCESS_STATE_FILE}.tmp`, String(process.env.PROCESS_STATE_FILE));
  });
});
