/** A studio, as both sides of the bridge know it: the folders that all its stations share. */
import { z } from 'zod';
import { messageKey } from '../messages/message.ts';

/** What a share is called on every station; composed (NFC). */
export const shareNameSchema = z
  .string()
  .max(200)
  .trim()
  .normalize('NFC')
  .regex(/^[\p{L}\p{M}\p{Nd} _-]{1,40}$/u, messageKey('contract.share.name'));

/** A folder that all stations reach, and where it is on this one. What keeps it asks the user first, as for `certificates`. */
export const shareSchema = z.strictObject({
  name: shareNameSchema,
  /** Absolute. */
  folder: z
    .string()
    .max(4096)
    .regex(/^(\/|[a-z]:[\\/]|\\\\[^\\]+\\[^\\]+)[^\0]*$/i, messageKey('contract.share.folder')),
});
export type Share = Readonly<z.infer<typeof shareSchema>>;

/** All shares of a station: a name is there once. */
export const sharesSchema = z
  .array(shareSchema)
  .max(100)
  .refine((shares) => new Set(shares.map(({ name }) => name.toLowerCase())).size === shares.length, {
    error: messageKey('contract.share.twice'),
  });

/** What a station is for: it takes work, it is where people look at the studio's work and decide, or both. */
export const stationRoles = ['both', 'works', 'desk'] as const;
export type StationRole = (typeof stationRoles)[number];

/** How this computer takes part in a studio. Its password is in none of this. */
export const studioMembershipSchema = z.strictObject({
  /** As `burnish studio join` was given it; without a password. */
  address: z.string().max(2000),
  /** Absolute path of a PEM file with the authorities that may vouch for the database; empty: those that are trusted otherwise. */
  certificates: z.string().max(4096).default(''),
  /** Absolute path of a file with the password; empty: it is asked for elsewhere. */
  passwordFile: z.string().max(4096).default(''),
  /** What people call this station. */
  name: z.string().trim().min(1).max(60),
  /** Who sits there, as the others are to read it; empty: nobody says. */
  person: z.string().trim().max(60).default(''),
  role: z.enum(stationRoles).default('both'),
  shares: sharesSchema.default([]),
});
export type StudioMembership = Readonly<z.infer<typeof studioMembershipSchema>>;
