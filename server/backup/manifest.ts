/**
 * What a backup says about itself: its first entry, `manifest.json`.
 *
 * Glossary. backup: one ZIP file with a copy of the database and the blobs that it names, see layout.ts. snapshot: the
 * copy of the database. fingerprint: names a master key without giving it away. staged: a restore that is complete and
 * checked beside the data, and not in its place yet.
 */
import { z } from "zod";
import { AppError } from "../core/errors.ts";
import { createSecretBox } from "../storage/secret-box.ts";

/** Of what layout.ts writes; another number for every change in it. */
export const FORMAT = "galley-backup/1";
/** Bytes; room for every file that may be missing. */
export const MAX_MANIFEST_BYTES = 1024 * 1024;
/** Files that a backup may go without; where more are gone, the folder of the files is. */
export const MAX_MISSING = 10_000;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const bytes = z.int().min(0);
const uint32 = z.int().min(0).max(0xffffffff);

export const ManifestSchema = z.object({
  format: z.literal(FORMAT),
  created_at: z.iso.datetime({ offset: true }),
  galley_version: z.string().max(100),
  /** Number of the database's schema. */
  schema: z.int().min(1),
  counts: z.object({ projects: bytes, sessions: bytes, versions: bytes, blobs: bytes }),
  database: z.object({ size: bytes, sha256, crc32: uint32 }),
  /** Blobs that the database names and that were missing or damaged on the disk when the backup was made; ascending. */
  missing: z.array(sha256).max(MAX_MISSING),
  key: z.object({
    /** Of the master key that the secrets in the database are sealed under. */
    fingerprint: z.string().max(100),
    /** That key under a passphrase, see passphrase.ts; null where the secrets stay behind. */
    wrapped: z.object({ salt: z.string().max(100), sealed: z.string().max(500) }).nullable(),
  }),
});

export type Manifest = z.output<typeof ManifestSchema>;

/** A backup that is not restored; the sentence is for the admin. */
export class BackupRefused extends AppError {
  constructor(sentence: string) {
    super("invalid", sentence);
    this.name = "BackupRefused";
  }
}

/** A name for a master key, from which nothing of the key can be told. */
export function keyFingerprint(masterKey: Buffer): string {
  return createSecretBox(masterKey).derive("key fingerprint").toString("hex").slice(0, 32);
}

/**
 * @throws BackupRefused for anything but a manifest that this Galley understands, and for one of a newer schema
 * @param newestSchema the newest that this Galley knows
 */
export function readManifest(text: string, newestSchema: number): Manifest {
  const value = parse(text);
  const { format, galley_version: version } = (value ?? {}) as { format?: unknown; galley_version?: unknown };
  const made = typeof version === "string" && version.length <= 100 ? `Galley ${version}` : "another Galley";
  if (format !== FORMAT)
    throw new BackupRefused(
      typeof format === "string" && /^galley-backup\/\d+$/.test(format)
        ? `This backup was made by ${made}, which writes backups in a way that this one cannot read. Restore it with that version.`
        : "This is not a backup of Galley.",
    );
  const parsed = ManifestSchema.safeParse(value);
  if (!parsed.success)
    throw new BackupRefused(
      `The backup is damaged: ${parsed.error.issues[0]?.path.join(".")} in its manifest cannot be read. Use another backup.`,
    );
  if (parsed.data.schema > newestSchema)
    throw new BackupRefused(
      `This backup was made by a newer Galley (${version}, schema ${parsed.data.schema}; this one knows ${newestSchema}). Update Galley, then restore it.`,
    );
  return parsed.data;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BackupRefused("The backup is damaged: its manifest is no JSON. Use another backup.");
  }
}
