/** Keys held while touching up: Space pans the picture, Alt switches between restore and erase. */
import { useEffect, useState } from 'react';
import { isDialogOpen, isTyping } from '../../../commands/keyEvents.ts';

export interface HeldKeys {
  readonly space: boolean;
  readonly alt: boolean;
}

export function useHeldKeys(): HeldKeys {
  const [held, setHeld] = useState<HeldKeys>({ space: false, alt: false });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const target = event.target as Element;
      if (isDialogOpen() || isTyping(target)) return;
      const control = target.closest('button, input, [role="slider"], label');
      if (event.key !== 'Alt' && (event.key !== ' ' || control?.matches(':focus-visible'))) return;
      event.preventDefault();
      event.stopPropagation();
      setHeld((now) => (event.key === 'Alt' ? { ...now, alt: true } : { ...now, space: true }));
    };
    const onKeyUp = (event: KeyboardEvent) => {
      if (event.key === 'Alt') setHeld((now) => ({ ...now, alt: false }));
      if (event.key === ' ') setHeld((now) => ({ ...now, space: false }));
    };
    const onBlur = () => setHeld({ space: false, alt: false });
    window.addEventListener('keydown', onKeyDown, true);
    window.addEventListener('keyup', onKeyUp, true);
    window.addEventListener('blur', onBlur);
    return () => {
      window.removeEventListener('keydown', onKeyDown, true);
      window.removeEventListener('keyup', onKeyUp, true);
      window.removeEventListener('blur', onBlur);
    };
  }, []);
  return held;
}
