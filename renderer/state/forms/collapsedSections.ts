/** Which folds of forms are open, as long as the window is: known by the form they are in and their own names. */
import { create } from 'zustand';

export const useOpenSections = create<{ readonly open: ReadonlySet<string> }>(() => ({ open: new Set() }));

export function setSectionOpen(key: string, isOpen: boolean): void {
  const open = new Set(useOpenSections.getState().open);
  if (isOpen) open.add(key);
  else open.delete(key);
  useOpenSections.setState({ open });
}
