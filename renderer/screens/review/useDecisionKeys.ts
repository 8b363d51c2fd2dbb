/** The keys that decide: P X U, 0 to 5 stars, 6 to 9 labels; by where digits are, so that they work on every keyboard. */
import { useWindowEvent } from '@mantine/hooks';
import type { DecisionChange } from '../../../preload/contract/desk/decision.ts';
import { digitOf, isKeyTaken } from '../../components/typing.ts';
import { decideAbout, toggleLabel } from '../../state/decide.ts';
import { currentData } from '../../state/store.ts';

const flagKeys: Readonly<Record<string, DecisionChange>> = { p: { flag: 1 }, x: { flag: -1 }, u: { flag: 0 } };

type Key = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** What a key decides; null for any other key. `label`: of the colours, by the same key on and off. */
export function decisionOf(event: Key): { change: DecisionChange } | { label: number } | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  const flag = flagKeys[event.key.toLowerCase()];
  if (flag) return { change: flag };
  const n = digitOf(event);
  if (n === null) return null;
  return n <= 5 ? { change: { stars: n } } : { label: n - 5 };
}

export function useDecisionKeys(): void {
  useWindowEvent('keydown', (event) => {
    if (event.repeat || isKeyTaken(event)) return;
    const decision = decisionOf(event);
    if (decision === null) return;
    event.preventDefault();
    const goesOn = event.getModifierState('CapsLock') || currentData().settings.autoAdvance;
    if ('label' in decision) toggleLabel(decision.label, goesOn);
    else void decideAbout(decision.change, goesOn);
  });
}
