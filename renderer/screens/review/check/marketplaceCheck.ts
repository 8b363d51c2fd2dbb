/** The sheet that checks results against a marketplace's rules: what it may be done with, while it is open, and from there to what did not pass. */
import { create } from 'zustand';
import { type ExportScope, offersNow } from '../export/exportSheet.ts';
import { selectPhotographs } from '../selectPhotographs.ts';

export const useChecking = create<{ readonly offers: readonly ExportScope[] | null }>(() => ({ offers: null }));

export async function openCheck(): Promise<void> {
  useChecking.setState({ offers: await offersNow() });
}
export const closeCheck = () => useChecking.setState({ offers: null });

/** Closes the sheet, and selects these on the light table, at the first of them. */
export async function selectChecked(ids: readonly number[]): Promise<void> {
  closeCheck();
  await selectPhotographs(ids);
}
