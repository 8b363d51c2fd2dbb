/** Which folds of forms are open, as long as the window is: known by the form they are in and their own names. */
import { create } from 'zustand';

export const useFolds = create<{ readonly open: ReadonlySet<string> }>(() => ({ open: new Set() }));

export function setFold(key: string, isOpen: boolean): void {
  const open = new Set(useFolds.getState().open);
  if (isOpen) open.add(key);
  else open.delete(key);
  useFolds.setState({ open });
}
