import Gauge from "prom-client/lib/gauge.js";
import type Registry from "prom-client/lib/registry.js";

export type AddGauge = (name: string, help: string, read: () => number | null | Promise<number | null>) => void;

/** Gauges that are read when they are asked for. One that reads null has no sample. */
export function gaugesIn(registry: Registry): AddGauge {
  return (name, help, read) => {
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const value = await read();
        if (value === null) this.remove();
        else this.set(value);
      },
    });
  };
}
