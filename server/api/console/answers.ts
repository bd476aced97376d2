/**
 * What the console's API answers, for its description (describe.ts). Answers may have more keys, and gain some. One that
 * `satisfies` a type of server/contracts has all of its keys; of settings and fonts they are in files beside this one.
 */

import { z } from "zod";
import { EMBED_LOADING } from "../../article/embeds/settings.ts";
import type { AccessView, ConsoleLinkView, LoginWays, PasswordView } from "../../contracts/access-api.ts";
import { ARCHIVE_WARNINGS, DELIVERY_STATES } from "../../contracts/delivery-states.ts";
import type { SavedVersion } from "../../contracts/editor-api.ts";
import type { AuditRow } from "../../contracts/logs-api.ts";
import type { AttentionCount, AttentionRow, Overview, SentAgain, SiteInTrouble } from "../../contracts/overview-api.ts";
import { STYLE_SHEET_PLACES } from "../../contracts/projects-api.ts";

/** A page of a list: `next_cursor` is passed back as `?cursor=`, null on the last one. */
export function pageOf(item: z.ZodType) {
  return z.looseObject({ items: z.array(item), next_cursor: z.string().nullable() });
}

export const id = z.string();
export const time = z.string().meta({ description: "ISO 8601 with offset." });

const deliveryState = z.enum(DELIVERY_STATES);

export const Project = z
  .looseObject({
    id,
    name: z.string(),
    environment: z.enum(["dev", "prod"]),
    api_key: z.string(),
    secret_hint: z.string(),
    allowed_hosts: z.array(z.string()),
    enabled: z.boolean(),
    settings: z.looseObject({
      answer_timeout_s: z.number(),
      resize_mode: z.string().nullable(),
      style_sheet: z.enum(STYLE_SHEET_PLACES),
      embed_loading: z.enum(EMBED_LOADING),
      embed_hosts: z.array(z.string()),
    }),
    created_at: time,
  })
  .meta({ id: "Project" });

export const ProjectWithSecret = z
  .looseObject({ ...Project.shape, api_secret: z.string() })
  .meta({ id: "ProjectWithSecret" });

export const Delivery = z
  .looseObject({
    id,
    state: deliveryState,
    code: z.string().nullable(),
    site_message: z.string().nullable(),
    warnings: z.array(z.string()),
    event: z.enum(["article_saved", "site_fonts_updated"]),
    project_id: id,
    session_id: id,
    material_id: z.string(),
    version_number: z.number().nullable(),
    created_at: time,
    next_attempt_at: time.nullable(),
  })
  .meta({ id: "Delivery" });

export const Session = z
  .looseObject({
    id,
    project_id: id,
    project_name: z.string(),
    material_id: z.string(),
    callback_host: z.string(),
    current_version: z.number().nullable(),
    open_comments: z.number(),
    last_access: time,
    created_at: time,
  })
  .meta({ id: "Session" });

export const Version = z
  .looseObject({ id, session_id: id, number: z.number(), html: z.string(), created_at: time })
  .meta({ id: "Version" });

export const RestoredVersion = z.looseObject({
  version_id: id,
  number: z.number(),
  delivery_id: id,
  created_at: time,
}) satisfies z.ZodType<SavedVersion>;

export const Login = z
  .looseObject({ id, kind: z.string(), current: z.boolean(), address: z.string(), last_used_at: time })
  .meta({ id: "Login" });

export const Deed = z
  .looseObject({
    id,
    at: time,
    action: z.string(),
    subject: z.string(),
    subject_name: z.string().nullable(),
    address: z.string().nullable(),
    detail: z.record(z.string(), z.unknown()),
  })
  .meta({ id: "Deed" }) satisfies z.ZodType<AuditRow>;

export const WaysIn = z.looseObject({ password: z.boolean(), local: z.boolean() }) satisfies z.ZodType<LoginWays>;

export const Password = z
  .looseObject({ set: z.boolean(), set_at: time.nullable() })
  .meta({ id: "Password" }) satisfies z.ZodType<PasswordView>;

export const ConsoleLink = z
  .looseObject({ link: z.string(), expires_at: time })
  .meta({ id: "ConsoleLink" }) satisfies z.ZodType<ConsoleLinkView>;

export const Access = z
  .looseObject({
    listens_on: z.string(),
    open: z.boolean(),
    addresses: z.array(z.string()),
    own_names: z.array(z.string()),
  })
  .meta({ id: "Access" }) satisfies z.ZodType<AccessView>;

const archiveWarning = z.enum(ARCHIVE_WARNINGS).nullable();
const environment = z.enum(["dev", "prod"]);
const event = z.enum(["article_saved", "site_fonts_updated"]);

export const AttentionCounted = z
  .looseObject({ articles: z.number(), fonts: z.number() })
  .meta({ id: "AttentionCount" }) satisfies z.ZodType<AttentionCount>;

export const Attention = z
  .looseObject({
    delivery_id: id,
    event,
    session_id: id,
    material_id: z.string(),
    title: z.string().nullable(),
    project_id: id,
    project: z.string(),
    version_number: z.number().nullable(),
    state: z.enum(["retrying", "sending", "held", "rejected", "failed", "exhausted", "delivered"]),
    warning: archiveWarning,
    code: z.string().nullable(),
    last_status: z.number().nullable(),
    site_message: z.string().nullable(),
    attempts: z.number(),
    next_attempt_at: time.nullable(),
    since: time,
    callback_host: z.string(),
  })
  .meta({ id: "Attention" }) satisfies z.ZodType<AttentionRow>;

export const Site = z
  .looseObject({
    project_id: id,
    project: z.string(),
    environment,
    origin: z.string(),
    host: z.string(),
    callback_url: z.string(),
    waiting: z.number(),
    resendable: z.number(),
    is_failing: z.boolean(),
    since: time,
    code: z.string().nullable(),
    warning: archiveWarning,
    last_status: z.number().nullable(),
    explanation: z.string(),
    last_taken_at: time.nullable(),
  })
  .meta({ id: "Site" }) satisfies z.ZodType<SiteInTrouble>;

export const OverviewAnswer = z
  .looseObject({
    version: z.string(),
    attention: z.array(Attention),
    attention_count: AttentionCounted,
    next_cursor: z.string().nullable(),
    sites: z.array(Site),
    site_count: z.number(),
    deliveries: z.looseObject({
      queued: z.number(),
      retrying: z.number(),
      sending: z.number(),
      held: z.number(),
      rejected: z.number(),
      failed: z.number(),
      exhausted: z.number(),
      resending: z.number(),
      not_downloaded: z.number(),
    }),
    hours: z.array(z.looseObject({ hour: time, delivered: z.number(), failed: z.number() })),
    storage: z.looseObject({
      database_bytes: z.number(),
      blob_bytes: z.number(),
      font_bytes: z.number(),
      free_bytes: z.number(),
    }),
    backup: z.looseObject({ last_at: time, file: z.string().nullable() }).nullable(),
    public_url: z.looseObject({
      url: z.string(),
      reachable: z.boolean().nullable(),
      reason: z.string().nullable(),
      checked_at: time.nullable(),
    }),
    first_steps: z.looseObject({
      dismissed: z.boolean(),
      sample_site: z.boolean().nullable(),
      own_project: z.boolean(),
      receiver: z.boolean(),
    }),
  })
  .meta({ id: "Overview" }) satisfies z.ZodType<Overview>;

export const SentAgainAnswer = z.looseObject({ sent: z.number(), more: z.boolean() }) satisfies z.ZodType<SentAgain>;
