/** A process that does nothing: what the machine itself does to an event loop. Started with loop-delay.mjs. */
setInterval(() => undefined, 60_000);
process.on("SIGTERM", () => process.exit());
process.stdout.write('{"event":"ready"}\n');
