/** The keys of commands as they are now, for whatever names them: menus, tooltips, notices. */
import { useCallback } from 'react';
import { keysOf, type ShortcutId } from '../../../contract/app/shortcuts.ts';
import { formatKey } from '../../commands/keys.ts';
import { currentData, useData } from '../data/store.ts';
import { changeSettings, currentSettings } from './settings.ts';

export const changedKeys = () => currentData().settings.shortcuts;

const firstOf = (id: ShortcutId, changed = changedKeys()): string => {
  const [key] = keysOf(id, changed);
  return key === undefined ? '' : formatKey(key);
};

/** The first of its keys in words; '' where it has none. */
export const currentKey = (id: ShortcutId): string => firstOf(id);

/** The same, where it is shown. */
export function useKeyOf(): (id: ShortcutId) => string {
  const changed = useData((data) => data.settings.shortcuts);
  return useCallback((id) => firstOf(id, changed), [changed]);
}

/** Label and key as a tooltip names them: "Pick (P)". */
export function useHint(): (label: string, id: ShortcutId) => string {
  const keyOf = useKeyOf();
  return useCallback(
    (label, id) => {
      const key = keyOf(id);
      return key === '' ? label : `${label} (${key})`;
    },
    [keyOf],
  );
}

/** Gives a command a key in place of all that it has; null gives it its own again. */
export function changeKey(id: ShortcutId, key: string | null): void {
  // Over what was changed last, which main may not have told of yet.
  const { [id]: _, ...others } = currentSettings().shortcuts;
  void changeSettings({ shortcuts: key === null ? others : { ...others, [id]: [key] } });
}

export const resetKeys = (): void => void changeSettings({ shortcuts: {} });
