/** Leave to use a file or folder of the user's: given by main for what was chosen in its dialog or dropped, good for one request. */
import { z } from 'zod';

/** Characters of a path, at most: what Windows takes. */
export const maxPathLength = 32_767;

/** What a grant may be used for: a photograph chosen for a preview is not thereby taken in. */
export const grantPurposes = ['photographs', 'folder', 'reference', 'preview', 'certificates'] as const;
export type GrantPurpose = (typeof grantPurposes)[number];

/** Where a path may stand in a document, and what it must have been chosen for to stand there. */
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

const places = z.registry<{ readonly place: PathRole }>();

/**
 * An absolute path in a document. In a request, main takes only what it has stored in that place, or a grant's id in its
 * stead, wherever the schema stands (`schema-paths.ts`).
 */
export function pathSchema(place: PathRole): z.ZodString {
  return z.string().max(maxPathLength).register(places, { place });
}

/** Null for a schema that is no path's. */
export function roleOfPath(schema: z.core.$ZodType): PathRole | null {
  return places.get(schema)?.place ?? null;
}

/** 122 random bits; no path looks like it, so that it may stand where a path stands. */
export const grantIdSchema = z.string().regex(/^grant:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);

/** What the page knows of a grant. */
export interface Grant {
  readonly id: string;
  /** To be shown; sent back, it is worth nothing. */
  readonly path: string;
}
