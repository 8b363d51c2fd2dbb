/** What Burnish's own look at a result of a service finds wrong with it, before anybody has seen it. */
import { z } from 'zod';
import type { Box } from '../jobs/result.ts';

/**
 * A cutout with nothing in it, or with everything; a part of the subject that is missing, background that is left, the old
 * background's color along the edge; a picture that was moved, or is another one; a face that is gone, or
 * somebody else's.
 */
export const resultFlawKinds = [
  'empty',
  'whole',
  'missing',
  'left',
  'halo',
  'moved',
  'other',
  'face',
  'person',
] as const;
export type ResultFlawKind = (typeof resultFlawKinds)[number];

export interface ResultFlaw {
  readonly kind: ResultFlawKind;
  /** Where, in parts (0..1) of the upright photograph's sides; null = nowhere in particular. */
  readonly box: Box | null;
  /** How much: a share of the subject or its outline, of the longer side, or how unlike two faces are; all 0..1. */
  readonly amount: number;
}

/** Whose results are looked at: of services that charge, of all, of none. */
export const inspectionScopes = ['paid', 'all', 'none'] as const;
export const inspectionScopeSchema = z.enum(inspectionScopes);
