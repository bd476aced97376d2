/** Bodies that create or change a project, for the console and `galley add-project`, which loads no routes. */
import { z } from "zod";
import {
  EMBED_LOADING,
  MAX_EMBED_HOST_LENGTH,
  MAX_EMBED_HOSTS,
  parseEmbedHost,
} from "../../article/embeds/settings.ts";
import { ofLength } from "../../contracts/schema-parts.ts";
import { fault } from "../../contracts/sentences/index.ts";
import { parseAllowedHost } from "../../outbound/allowed-hosts.ts";
import { isCertificates } from "../../outbound/certificates.ts";

const projectName = ofLength(z.string().trim(), 1, 200);

const allowedHosts = z
  .array(
    z
      .string()
      .trim()
      .refine((entry) => parseAllowedHost(entry) !== null, fault("projects.allowed_host_form")),
  )
  .max(200, fault("requests.too_many_items", { max: 200 }));

export const ProjectBodySchema = z.strictObject({
  name: projectName,
  environment: z.enum(["dev", "prod"], fault("api.one_of", { values: "'dev' or 'prod'" })),
  allowed_hosts: allowedHosts.default([]),
});

export const ProjectPatchSchema = z.strictObject({
  name: projectName.optional(),
  allowed_hosts: allowedHosts.optional(),
  enabled: z.boolean().optional(),
  settings: z
    .strictObject({
      answer_timeout_s: z.int().min(1).max(600).optional(),
      resize_mode: z.string().max(100).nullable().optional(),
      style_sheet: z.enum(["html", "file"]).optional(),
      ca_certificate: ofLength(z.string().trim(), 0, 100_000)
        .refine(isCertificates, fault("projects.ca_form"))
        .nullable()
        .optional(),
      embed_loading: z.enum(EMBED_LOADING).optional(),
      embed_hosts: z
        .array(
          ofLength(z.string().trim(), 0, MAX_EMBED_HOST_LENGTH).refine(
            (entry) => parseEmbedHost(entry) !== null,
            fault("projects.embed_host_form"),
          ),
        )
        .max(MAX_EMBED_HOSTS, fault("requests.too_many_items", { max: MAX_EMBED_HOSTS }))
        .optional(),
    })
    .optional(),
});
