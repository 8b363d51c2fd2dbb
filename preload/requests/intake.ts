import { z } from 'zod';
import type { AddReport, ProofReport } from '../../contract/app/action-reports.ts';
import type { ProductStatus, ProductsPlan } from '../../contract/intake/product-list.ts';
import { type FolderProgress, watchFolderSchema } from '../../contract/intake/watch-folder.ts';
import { grantIdSchema } from '../../contract/validation/path-grant.ts';
import { request } from '../request.ts';

const id = z.string().min(1).max(64);
const listId = z.uuid().max(36);
const batchId = z.int().positive();

interface ListName {
  readonly id: string;
  readonly name: string;
}

export const intakeRequests = {
  'intake.add': request({ grant: grantIdSchema, recipeId: id }).returns<AddReport>(),
  'intake.lookFirst': request({ grant: grantIdSchema, recipeId: id }).returns<ProofReport>(),
  'intake.samples': request().returns<AddReport>(),

  'folders.save': request(watchFolderSchema),
  'folders.setPaused': request({ id, paused: z.boolean() }),
  'folders.remove': request({ id }),
  'folders.reveal': request({ id, which: z.enum(['watched', 'output']) }),
  'folders.progress': request({ id }).returns<FolderProgress>(),

  'products.recent': request().returns<readonly ListName[]>(),
  'products.forget': request({ id: listId }),
  /** `recent` null: a dialog. */
  'products.choose': request({ recent: listId.nullable() }).returns<ListName | null>(),
  /** `id`: the last chosen list. */
  'products.match': request({ id: listId, folder: grantIdSchema, recipeId: id }).returns<ProductsPlan>(),
  /** Works once per match. */
  'products.add': request({ id: listId }).returns<AddReport & { readonly listIn: number | null }>(),
  'products.ofBatch': request({ batchId }).returns<readonly ProductStatus[] | null>(),
  'products.save': request({ batchId, folder: grantIdSchema }).returns<string>(),
  'products.reveal': request(),
};
