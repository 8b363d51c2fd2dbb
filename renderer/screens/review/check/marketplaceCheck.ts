/** State of the sheet that checks results against a marketplace's rules. */
import { create } from 'zustand';
import { type ExportScope, offersNow } from '../export/exportSheet.ts';
import { selectPhotographs } from '../selectPhotographs.ts';

/** Null while the sheet is closed. */
export const useChecking = create<{ readonly offers: readonly ExportScope[] | null }>(() => ({ offers: null }));

export async function openCheck(): Promise<void> {
  useChecking.setState({ offers: await offersNow() });
}
export const closeCheck = () => useChecking.setState({ offers: null });

/** Closes the sheet, selects the photographs in Review and scrolls to the first of them. */
export async function selectChecked(ids: readonly number[]): Promise<void> {
  closeCheck();
  await selectPhotographs(ids);
}
