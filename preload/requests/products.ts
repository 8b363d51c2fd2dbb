/** Requests of the window about product lists: what a list comes to is looked at before anything is added. */
import { z } from 'zod';
import type { AddReport } from '../../contract/app/action-reports.ts';
import { grantIdSchema } from '../../contract/intake/path-grant.ts';
import type { ProductStatus, ProductsPlan } from '../../contract/intake/product-list.ts';

const id = z.uuid().max(36);
const batchId = z.int().positive();

export const productRequests = {
  'products.choose': z.undefined(),
  /** `id`: of the list that was chosen last. */
  'products.match': z.strictObject({ id, folder: grantIdSchema, recipeId: z.string().min(1).max(64) }),
  /** Adds what was looked at last, once. */
  'products.add': z.strictObject({ id }),
  'products.ofBatch': z.strictObject({ batchId }),
  'products.save': z.strictObject({ batchId, folder: grantIdSchema }),
  /** Shows the folder of the table that was saved last. */
  'products.reveal': z.undefined(),
} as const;

export interface ProductAnswers {
  /** Null when nothing was chosen. */
  'products.choose': { readonly id: string; readonly name: string } | null;
  'products.match': ProductsPlan;
  'products.add': AddReport & { readonly listIn: number | null };
  /** Null for a batch without a product list. */
  'products.ofBatch': readonly ProductStatus[] | null;
  /** Name of the file that was written. */
  'products.save': string;
  'products.reveal': undefined;
}
