/** Product lists: the sheet with a plan to confirm, and the table of a batch's products. */
import i18next from 'i18next';
import { create } from 'zustand';
import type { ProductsPlan } from '../../../contract/intake/product-list.ts';
import type { Batch } from '../../../contract/jobs/job.ts';
import { request } from '../../bridge.ts';
import { notify } from '../../notifications.tsx';
import { setBatch } from '../queue/queueUi.ts';
import { currentRecipe, report } from './intake.ts';

interface RecentList {
  readonly id: string;
  readonly name: string;
}

interface ProductsState {
  /** The plan that waits for confirmation. */
  readonly sheet: {
    readonly id: string;
    readonly plan: ProductsPlan;
    readonly folder: string;
    readonly recipe: string;
  } | null;
  /** Lists that were used before, while one is chosen. */
  readonly recent: readonly RecentList[] | null;
  readonly table: Pick<Batch, 'id' | 'title'> | null;
}

export const useProducts = create<ProductsState>(() => ({ sheet: null, recent: null, table: null }));

/** Offers recent lists, or opens the file dialog otherwise. */
export async function chooseProductList(): Promise<void> {
  const recent = await request('products.recent');
  if (recent.ok && recent.value.length > 0) useProducts.setState({ recent: recent.value });
  else await matchProductList(null);
}

export const closeRecentLists = () => useProducts.setState({ recent: null });

export async function forgetList(id: string): Promise<void> {
  const reply = await request('products.forget', { id });
  if (!reply.ok) return;
  const left = useProducts.getState().recent?.filter((each) => each.id !== id) ?? [];
  useProducts.setState({ recent: left.length === 0 ? null : left });
}

/**
 * Lets the user choose the folder with the photographs of a list, and shows the matches.
 * @param recent id of a recent list; null lets the user choose a file
 */
export async function matchProductList(recent: string | null): Promise<void> {
  closeRecentLists();
  const recipe = currentRecipe();
  if (!recipe) return notify({ tone: 'warning', text: () => i18next.t('notices.noRecipe') });
  const list = await request('products.choose', { recent });
  if (!list.ok || list.value === null) return;
  const folder = await request('app.chooseFolder', { title: i18next.t('products.chooseTitle'), start: null });
  if (!folder.ok || folder.value === null) return;
  const { id } = list.value;
  const plan = await request('products.match', { id, folder: folder.value.id, recipeId: recipe.id });
  if (!plan.ok) return;
  useProducts.setState({ sheet: { id, plan: plan.value, folder: folder.value.path, recipe: recipe.name } });
}

export const closeProductList = () => useProducts.setState({ sheet: null });

/** Adds the confirmed plan, and shows its batch in the queue. */
export async function addProducts(): Promise<void> {
  const { sheet } = useProducts.getState();
  closeProductList();
  if (sheet === null) return;
  const added = await request('products.add', { id: sheet.id });
  if (!added.ok) return;
  report(added.value);
  if (added.value.listIn !== null) setBatch(added.value.listIn);
}

export const showProducts = (batch: Pick<Batch, 'id' | 'title'>) => useProducts.setState({ table: batch });
export const closeProducts = () => useProducts.setState({ table: null });

export async function saveProducts(batchId: number): Promise<void> {
  const folder = await request('app.chooseFolder', { title: i18next.t('products.table.saveTitle'), start: null });
  if (!folder.ok || folder.value === null) return;
  const saved = await request('products.save', { batchId, folder: folder.value.id });
  if (!saved.ok) return;
  const reveal = { label: () => i18next.t('exporting.report.reveal'), go: () => void request('products.reveal') };
  notify({ tone: 'success', text: () => i18next.t('products.table.saved', { name: saved.value }) }, { action: reveal });
}
