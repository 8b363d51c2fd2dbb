/** Grants: permission to use files that the user chose or dropped, each for one request. */
import { z } from 'zod';

/** Limit of Windows. */
export const maxPathLength = 32_767;

const grantPurposes = ['photographs', 'folder', 'reference', 'preview', 'certificates'] as const;
export type GrantPurpose = (typeof grantPurposes)[number];

/** Roles of paths in documents, each with the purpose that a grant for it must have. */
export const pathRoles = {
  watched: 'folder',
  watchOutput: 'folder',
  recipeOutput: 'folder',
  settingsOutput: 'folder',
  export: 'folder',
  gallery: 'folder',
  reference: 'reference',
  background: 'reference',
  cardSource: 'folder',
  cardCopies: 'folder',
  share: 'folder',
  studioCertificates: 'certificates',
} as const satisfies Readonly<Record<string, GrantPurpose>>;
export type PathRole = keyof typeof pathRoles;

const roles = z.registry<{ readonly role: PathRole }>();

/** Absolute. In a request, main accepts only the stored path of that role, or a grant's id (`schema-paths.ts`). */
export function pathSchema(role: PathRole): z.ZodString {
  return z.string().max(maxPathLength).register(roles, { role });
}

/** Returns null for other schemas. */
export function roleOfPath(schema: z.core.$ZodType): PathRole | null {
  return roles.get(schema)?.role ?? null;
}

/** 122 random bits; replaces a path, and no path looks like it. */
export const grantIdSchema = z.string().regex(/^grant:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);

export interface Grant {
  readonly id: string;
  /** For display only; main does not accept it. */
  readonly path: string;
}
