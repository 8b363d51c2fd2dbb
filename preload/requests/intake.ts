/** Requests that add photographs: files, watch folders, cards, product lists. */
import { z } from 'zod';
import type { AddReport, ProofReport } from '../../contract/app/action-reports.ts';
import { type CopyOutcome, type CopyPlan, copyOptionsSchema } from '../../contract/intake/cards.ts';
import type { ProductStatus, ProductsPlan } from '../../contract/intake/product-list.ts';
import { type FolderProgress, watchFolderSchema } from '../../contract/intake/watch-folder.ts';
import { grantIdSchema } from '../../contract/validation/path-grant.ts';

const id = z.string().min(1).max(64);
const listId = z.uuid().max(36);
const batchId = z.int().positive();

export const intakeRequests = {
  'intake.add': z.strictObject({ grant: grantIdSchema, recipeId: id }),
  'intake.lookFirst': z.strictObject({ grant: grantIdSchema, recipeId: id }),
  'intake.samples': z.undefined(),
  'folders.save': watchFolderSchema,
  'folders.setPaused': z.strictObject({ id, paused: z.boolean() }),
  'folders.remove': z.strictObject({ id }),
  'folders.reveal': z.strictObject({ id, which: z.enum(['watched', 'output']) }),
  'folders.progress': z.strictObject({ id }),
  /** A newer request cancels it. */
  'cards.plan': copyOptionsSchema,
  /** Responds at the end; the event `bulk` reports progress, `lists.stop` cancels. */
  'cards.copy': z.strictObject({ options: copyOptionsSchema, recipeId: id }),
  'cards.reveal': z.undefined(),
  'products.recent': z.undefined(),
  'products.forget': z.strictObject({ id: listId }),
  /** `recent` null: a dialog. */
  'products.choose': z.strictObject({ recent: listId.nullable() }),
  /** `id`: the last chosen list. */
  'products.match': z.strictObject({ id: listId, folder: grantIdSchema, recipeId: id }),
  /** Works once per match. */
  'products.add': z.strictObject({ id: listId }),
  'products.ofBatch': z.strictObject({ batchId }),
  'products.save': z.strictObject({ batchId, folder: grantIdSchema }),
  'products.reveal': z.undefined(),
} as const;

export interface IntakeResponses {
  'intake.add': AddReport;
  'intake.lookFirst': ProofReport;
  'intake.samples': AddReport;
  'folders.save': undefined;
  'folders.setPaused': undefined;
  'folders.remove': undefined;
  'folders.reveal': undefined;
  'folders.progress': FolderProgress;
  'cards.plan': CopyPlan | null;
  'cards.copy': CopyOutcome;
  'cards.reveal': undefined;
  'products.recent': readonly { readonly id: string; readonly name: string }[];
  'products.forget': undefined;
  'products.choose': { readonly id: string; readonly name: string } | null;
  'products.match': ProductsPlan;
  'products.add': AddReport & { readonly listIn: number | null };
  /** Null without a product list. */
  'products.ofBatch': readonly ProductStatus[] | null;
  'products.save': string;
  'products.reveal': undefined;
}
