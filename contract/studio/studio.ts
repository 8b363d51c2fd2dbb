import { z } from 'zod';
import { messageKey } from '../messages/message.ts';

/** Identical on every station; composed (NFC). */
export const shareNameSchema = z
  .string()
  .max(200)
  .trim()
  .normalize('NFC')
  .regex(/^[\p{L}\p{M}\p{Nd} _-]{1,40}$/u, messageKey('contract.share.name'));

/** A folder of all stations, with its path here. The user confirms it, as for `certificates`. */
export const shareSchema = z.strictObject({
  name: shareNameSchema,
  /** Absolute. */
  folder: z
    .string()
    .max(4096)
    .regex(/^(\/|[a-z]:[\\/]|\\\\[^\\]+\\[^\\]+)[^\0]*$/i, messageKey('contract.share.folder')),
});
export type Share = Readonly<z.infer<typeof shareSchema>>;

export const sharesSchema = z
  .array(shareSchema)
  .max(100)
  .refine((shares) => new Set(shares.map(({ name }) => name.toLowerCase())).size === shares.length, {
    error: messageKey('contract.share.twice'),
  });

/** `works`: processes jobs; `desk`: people review and decide. */
export const stationRoles = ['both', 'works', 'desk'] as const;
export type StationRole = (typeof stationRoles)[number];

/** Holds no password. */
export const studioMembershipSchema = z.strictObject({
  /** From `burnish studio join`, without password. */
  address: z.string().max(2000),
  /** PEM file with authorities of the database; empty: the default ones. */
  certificates: z.string().max(4096).default(''),
  /** File with the password; empty: from elsewhere. */
  passwordFile: z.string().max(4096).default(''),
  name: z.string().trim().min(1).max(60),
  /** Shown to other stations. */
  person: z.string().trim().max(60).default(''),
  role: z.enum(stationRoles).default('both'),
  shares: sharesSchema.default([]),
});
export type StudioMembership = Readonly<z.infer<typeof studioMembershipSchema>>;
