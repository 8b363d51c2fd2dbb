/** A studio, as both sides of the bridge know it: the folders that all its stations share. */
import { z } from 'zod';
import { keyed } from './sentence.ts';

/** What a share is called on every station; composed (NFC). */
export const shareNameSchema = z
  .string()
  .trim()
  .normalize('NFC')
  .regex(/^[\p{L}\p{M}\p{Nd} _-]{1,40}$/u, keyed('contract.share.name'));

/** A folder that all stations reach, and where it is on this one. What keeps it asks the user first, as for `certificates`. */
export const shareSchema = z.strictObject({
  name: shareNameSchema,
  /** Absolute. */
  folder: z
    .string()
    .max(4096)
    .regex(/^(\/|[a-z]:[\\/]|\\\\[^\\]+\\[^\\]+)[^\0]*$/i, keyed('contract.share.folder')),
});
export type Share = Readonly<z.infer<typeof shareSchema>>;

/** All shares of a station: a name is there once. */
export const sharesSchema = z
  .array(shareSchema)
  .max(100)
  .refine((shares) => new Set(shares.map(({ name }) => name.toLowerCase())).size === shares.length, {
    error: keyed('contract.share.twice'),
  });
