import { z } from 'zod';
import type { Box } from '../jobs/result.ts';

/**
 * Cutouts: `whole` cut nothing away, `left` kept background, `halo` has the old background's color; `other`: a
 * different picture; `person`: another face.
 */
const resultFlawKinds = ['empty', 'whole', 'missing', 'left', 'halo', 'moved', 'other', 'face', 'person'] as const;
export type ResultFlawKind = (typeof resultFlawKinds)[number];

export interface ResultFlaw {
  readonly kind: ResultFlawKind;
  /** Fractions (0..1) of the upright photograph's sides; null = no location. */
  readonly box: Box | null;
  /** 0..1: share of subject, outline or longer side, or difference of faces. */
  readonly amount: number;
}

/** Results to inspect; `paid`: those of paid services. */
export const inspectionScopes = ['paid', 'all', 'none'] as const;
export const inspectionScopeSchema = z.enum(inspectionScopes);
