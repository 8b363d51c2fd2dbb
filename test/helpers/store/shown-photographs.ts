/** Photographs as the light table shows them, and which of them a change reports. */
import type { Store } from '../../../main/store/index.ts';

/** All results of a photograph. */
export const everything = { batchId: null, recipe: null, operation: null };

/** The photograph's row on the light table. */
export async function viewOf(store: Store, photographId: number) {
  const [view] = await store.photographViews.byId([photographId], everything);
  if (!view) throw new Error(`there is no photograph ${photographId}`);
  return view;
}

/** Returns the ids of the photographs that listeners hear of, once for each report. */
export async function reportedPhotographs(store: Store, act: () => unknown): Promise<number[][]> {
  await Promise.resolve();
  const reports: number[][] = [];
  const end = store.changes.subscribe(({ photographs }) => void reports.push([...photographs]));
  act();
  await Promise.resolve();
  end();
  return reports;
}
