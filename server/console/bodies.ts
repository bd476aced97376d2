/** What the console's API accepts in bodies and queries, with its limits. */
import { z } from "zod";
import { DELIVERY_STATES } from "../callbacks/codes.ts";
import { parseAllowedHost } from "../projects/allowed-hosts.ts";

const name = z
  .string()
  .trim()
  .min(1, "String should have at least 1 character")
  .max(200, "String should have at most 200 characters");

const allowedHosts = z
  .array(
    z
      .string()
      .trim()
      .refine(
        (entry) => parseAllowedHost(entry) !== null,
        "An allowed host is a name or *.name, perhaps with :port, such as cms.example.org or *.example.org:8443",
      ),
  )
  .max(200, "At most 200 hosts");

export const ProjectBodySchema = z.object({
  name,
  environment: z.enum(["dev", "prod"], "Input should be 'dev' or 'prod'"),
  allowed_hosts: allowedHosts.default([]),
});

export const ProjectPatchSchema = z.object({
  name: name.optional(),
  allowed_hosts: allowedHosts.optional(),
  enabled: z.boolean().optional(),
  settings: z
    .object({
      answer_timeout_s: z.int().min(1).max(600).optional(),
      resize_mode: z.string().max(100).nullable().optional(),
    })
    .optional(),
});

export const RotateSchema = z.object({
  /** How long the old secret goes on being accepted. */
  overlap_hours: z.number().min(0).max(720).default(24),
});

export const RetrySinceSchema = z.object({
  project: z.string(),
  since: z.iso.datetime({ offset: true, message: "Input should be a date and time with offset (ISO 8601)" }),
});

export const LoginSchema = z.object({ token: z.string().max(200) });

const word = z
  .string()
  .max(1_024)
  .transform((value) => (value.trim() === "" ? null : value.trim()))
  .nullable()
  .default(null);

export const SessionQuerySchema = z.object({ project: word, q: word, cursor: word });

export const DeliveryQuerySchema = z.object({
  project: word,
  session: word,
  state: z
    .enum(DELIVERY_STATES, `Input should be one of ${DELIVERY_STATES.join(", ")}`)
    .nullable()
    .default(null),
  q: word,
  cursor: word,
});
