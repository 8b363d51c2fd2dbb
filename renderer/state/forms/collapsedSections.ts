/** Open sections of forms, by form and section. */
import { create } from 'zustand';

export const useOpenSections = create<{ readonly open: ReadonlySet<string> }>(() => ({ open: new Set() }));

export function setSectionOpen(key: string, isOpen: boolean): void {
  const open = new Set(useOpenSections.getState().open);
  if (isOpen) open.add(key);
  else open.delete(key);
  useOpenSections.setState({ open });
}
