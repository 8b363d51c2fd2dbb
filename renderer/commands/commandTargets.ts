/** What the parts on the screen let commands do with them, while they are there. */
import { useLayoutEffect } from 'react';
import type { VersionView } from '../../contract/review/list-queries.ts';

interface Hands {
  /** Puts the focus into the search field. */
  search(): void;
  /** Puts the focus on the list or the grid. */
  list(): void;
  /** Of the loupe, or of a comparison. */
  readonly stage: { toggleZoom(): void; step(direction: 1 | -1): void };
  readonly loupe: {
    /** Null: the photograph itself. */
    readonly version: VersionView | null;
    turnVersion(delta: 1 | -1): void;
    slide(delta: 1 | -1): void;
    goToFace(delta: 1 | -1): void;
    togglePeaking(): void;
    /** Null where the result cannot be touched up. */
    readonly touch: (() => void) | null;
  };
  /** Moves the focus of the survey as this key of the keyboard says. */
  survey(key: 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown' | 'Home' | 'End' | 'PageDown' | 'PageUp'): void;
}

export const commandTargets: { -readonly [Name in keyof Hands]?: Hands[Name] } = {};

/** Lets commands use a part while it is on the screen; null: not now. */
export function useCommandTarget<Name extends keyof Hands>(name: Name, hand: Hands[Name] | null): void {
  useLayoutEffect(() => {
    if (hand === null) return;
    commandTargets[name] = hand;
    return () => {
      if (commandTargets[name] === hand) delete commandTargets[name];
    };
  });
}
