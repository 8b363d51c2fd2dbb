/** Single keys of a screen: by what they write, while no text is typed, no dialog is open, and nothing else on it needs them. */
import { useWindowEvent } from '@mantine/hooks';
import { isKeyTaken } from '../../components/typing.ts';

/** Space and Enter belong to a button that has the focus, and arrows to a slider or a menu. */
export function belongsElsewhere(event: KeyboardEvent): boolean {
  if (isKeyTaken(event)) return true;
  const { key, target } = event;
  if (!(target instanceof Element)) return false;
  if (key === ' ' || key === 'Enter') return target.closest('button, summary, a') !== null;
  return (
    key.startsWith('Arrow') && target.closest('[role="slider"], [role="radiogroup"], [role="menu"], input') !== null
  );
}

/** A key by what it writes, letters as small ones; with "Shift+" where Shift makes another key of it. */
type KeyAction = readonly [key: string, action: () => void];

export function useKeys(keys: readonly KeyAction[]): void {
  useWindowEvent('keydown', (event) => {
    // A key that closed one thing is not for what came from under it.
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const actionOf = (wanted: string) => keys.find(([key]) => key === wanted)?.[1];
    const action = (event.shiftKey ? actionOf(`Shift+${name}`) : undefined) ?? actionOf(name);
    if (action === undefined || belongsElsewhere(event)) return;
    event.preventDefault();
    action();
  });
}
