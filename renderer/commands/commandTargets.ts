/** Actions of mounted components, for commands. */
import { useLayoutEffect } from 'react';
import type { VersionView } from '../../contract/review/list-queries.ts';

interface CommandTargets {
  /** Focuses the search field. */
  search(): void;
  /** Focuses the list or the grid. */
  list(): void;
  readonly stage: { toggleZoom(): void; step(direction: 1 | -1): void };
  readonly loupe: {
    /** Null for the original. */
    readonly version: VersionView | null;
    turnVersion(delta: 1 | -1): void;
    slide(delta: 1 | -1): void;
    goToFace(delta: 1 | -1): void;
    togglePeaking(): void;
    /** Null if the result cannot be touched up. */
    readonly touch: (() => void) | null;
  };
  survey(key: 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown' | 'Home' | 'End' | 'PageDown' | 'PageUp'): void;
}

export const commandTargets: { -readonly [Name in keyof CommandTargets]?: CommandTargets[Name] } = {};

/** Registers a target while mounted. */
export function useCommandTarget<Name extends keyof CommandTargets>(
  name: Name,
  target: CommandTargets[Name] | null,
): void {
  useLayoutEffect(() => {
    if (target === null) return;
    commandTargets[name] = target;
    return () => {
      if (commandTargets[name] === target) delete commandTargets[name];
    };
  });
}
