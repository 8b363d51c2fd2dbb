/** Leave to use a file or folder of the user's: given by main for what was chosen in its dialog or dropped, good for one request. */
import { z } from 'zod';

/** Characters of a path, at most: what Windows takes. */
export const longestPath = 32_767;

/** What a grant may be used for: a photograph chosen for a preview is not thereby taken in. */
export const grantPurposes = ['photographs', 'folder', 'reference', 'preview'] as const;
export type GrantPurpose = (typeof grantPurposes)[number];

/** 122 random bits; no path looks like it, so that it may stand where a path stands. */
export const grantIdSchema = z.string().regex(/^grant:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);

/** What the page knows of a grant. */
export interface Grant {
  readonly id: string;
  /** To be shown; sent back, it is worth nothing. */
  readonly path: string;
}
