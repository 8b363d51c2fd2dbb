/** The keys while something is touched up; all others of the loupe rest meanwhile. */
import { useEffect, useState } from 'react';
import { dialogOpen, isTyping } from '../../../components/typing.ts';
import {
  cancelTouch,
  finishStroke,
  redoStroke,
  saveTouch,
  setBrush,
  setWhole,
  stepRadius,
  stepSoftness,
  undoStroke,
  useTouch,
} from '../../../state/touch.ts';

type Key = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;
export type TouchKey =
  | { readonly does: 'cancel' | 'save' | 'undo' | 'redo' | 'swap' | 'edges' }
  | { readonly does: 'size' | 'softness' | 'strength'; readonly by: 1 | -1 }
  /** Left to the loupe: zoom, background, full screen. */
  | { readonly does: 'pass' }
  /** Nobody's: it would decide about the photograph, or turn to another one. */
  | { readonly does: 'nothing' };

/** What a key does. */
export function touchKey(event: Key, by: 'brush' | 'strength'): TouchKey {
  const { key, shiftKey } = event;
  const letter = key.toLowerCase();
  if (event.ctrlKey || event.metaKey) {
    if (letter === 'z') return { does: shiftKey ? 'redo' : 'undo' };
    return { does: letter === 'y' ? 'redo' : 'pass' };
  }
  if (key === 'Escape') return { does: 'cancel' };
  if (key === 'Enter') return { does: 'save' };
  if (['z', '=', '+', '-', 'b', 'f', '?'].includes(letter)) return { does: 'pass' };
  const direction = event.code === 'BracketRight' || key === ']' || key === '}' ? 1 : -1;
  const isBracket = ['[', ']', '{', '}'].includes(key) || event.code === 'BracketLeft' || event.code === 'BracketRight';
  if (by === 'strength') return isBracket ? { does: 'strength', by: direction } : { does: 'nothing' };
  if (key === 'Backspace') return { does: 'undo' };
  if (isBracket) return { does: shiftKey ? 'softness' : 'size', by: direction };
  if (letter === 'x') return { does: 'swap' };
  return { does: letter === 'a' ? 'edges' : 'nothing' };
}

function act(what: TouchKey): void {
  if (what.does === 'undo' || what.does === 'redo') finishStroke();
  const { brush, strength } = useTouch.getState();
  const acts: Readonly<Record<TouchKey['does'], (by: 1 | -1) => void>> = {
    cancel: cancelTouch,
    save: () => void saveTouch(),
    undo: undoStroke,
    redo: redoStroke,
    swap: () => setBrush({ mode: brush.mode === 'restore' ? 'erase' : 'restore' }),
    edges: () => setBrush({ edgeAware: !brush.edgeAware }),
    size: stepRadius,
    softness: stepSoftness,
    strength: (by) => setWhole(strength.whole + by * 0.05),
    pass: () => undefined,
    nothing: () => undefined,
  };
  acts[what.does]('by' in what ? what.by : 1);
}

/** Space and Alt while they are held. */
export interface Held {
  readonly space: boolean;
  readonly alt: boolean;
}

export function useTouchKeys(by: 'brush' | 'strength' | null): Held {
  const [held, setHeld] = useState<Held>({ space: false, alt: false });
  useEffect(() => {
    const own = new WeakSet<Event>();
    const onKeyDown = (event: KeyboardEvent) => {
      if (dialogOpen()) return;
      const target = event.target as Element;
      const focused = target.closest('button, input, [role="slider"], label');
      const isControl = focused?.matches(':focus-visible') ?? false;
      if (
        event.key === 'Tab' ||
        isTyping(target) ||
        (isControl && /^(Arrow|Enter$| $|Home$|End$|Page)/.test(event.key))
      ) {
        // The bar's own: focus moves, a control is used; and nobody beyond it hears of that.
        own.add(event);
        return;
      }
      if (event.key === 'Alt' || event.key === ' ') {
        event.preventDefault();
        event.stopPropagation();
        setHeld((now) => (event.key === 'Alt' ? { ...now, alt: true } : { ...now, space: true }));
        return;
      }
      const what = touchKey(event, by ?? 'strength');
      if (what.does === 'pass') return;
      event.stopPropagation();
      event.preventDefault();
      act(what);
    };
    const onKeyUp = (event: KeyboardEvent) => {
      if (event.key === 'Alt') setHeld((now) => ({ ...now, alt: false }));
      if (event.key === ' ') setHeld((now) => ({ ...now, space: false }));
    };
    const onBlur = () => setHeld({ space: false, alt: false });
    const onOwn = (event: Event) => {
      if (own.has(event)) event.stopPropagation();
    };
    // Before whoever else listens; the loupe and the window listen further out than the body.
    document.body.addEventListener('keydown', onOwn);
    window.addEventListener('keydown', onKeyDown, true);
    window.addEventListener('keyup', onKeyUp, true);
    window.addEventListener('blur', onBlur);
    return () => {
      document.body.removeEventListener('keydown', onOwn);
      window.removeEventListener('keydown', onKeyDown, true);
      window.removeEventListener('keyup', onKeyUp, true);
      window.removeEventListener('blur', onBlur);
    };
  }, [by]);
  return held;
}
