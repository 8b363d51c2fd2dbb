import { useCallback } from 'react';
import { keysOf, type ShortcutId } from '../../../contract/app/shortcuts.ts';
import { formatKey } from '../../commands/keys.ts';
import { currentData, useData } from '../data/store.ts';
import { changeSettings, currentSettings } from './settings.ts';

export const changedKeys = () => currentData().settings.shortcuts;

const firstKey = (id: ShortcutId, changed = changedKeys()): string => {
  const [key] = keysOf(id, changed);
  return key === undefined ? '' : formatKey(key);
};

/** Returns the first key of a command, or ''. */
export const currentKey = (id: ShortcutId): string => firstKey(id);

export function useKeyOf(): (id: ShortcutId) => string {
  const changed = useData((data) => data.settings.shortcuts);
  return useCallback((id) => firstKey(id, changed), [changed]);
}

/** Returns a function that formats a tooltip: "Pick (P)". */
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

/** Replaces all keys of a command; null restores its default ones. */
export function changeKey(id: ShortcutId, key: string | null): void {
  const { [id]: _, ...others } = currentSettings().shortcuts;
  void changeSettings({ shortcuts: key === null ? others : { ...others, [id]: [key] } });
}

export const resetKeys = (): void => void changeSettings({ shortcuts: {} });
