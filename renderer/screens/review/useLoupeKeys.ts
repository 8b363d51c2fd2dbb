/** The keys of the loupe. */
import { useHotkeys } from '@mantine/hooks';
import type { RefObject } from 'react';
import type { StageHandle } from '../../components/stage/Stage.tsx';
import { nextBackdrop } from '../../state/reviewUi.ts';
import { toggleMarks } from './analysis/marks.ts';
import { belongsElsewhere } from './useKeys.ts';

interface LoupeKeys {
  readonly go: (delta: number) => void;
  readonly turnVersion: (delta: number) => void;
  /** Moves the slider, or shows more or less of a difference. */
  readonly slide: (delta: 1 | -1) => void;
  readonly back: () => void;
  readonly toggleSides: () => void;
  readonly fullScreen: () => void;
  readonly touch: () => void;
  readonly stage: RefObject<StageHandle | null>;
}

export function useLoupeKeys({ go, turnVersion, slide, back, stage, toggleSides, fullScreen, touch }: LoupeKeys): void {
  const here = (action: () => void) => (event: KeyboardEvent) => {
    if (belongsElsewhere(event)) return;
    event.preventDefault();
    action();
  };
  const options = { preventDefault: false };
  useHotkeys(
    [
      ['ArrowRight', here(() => go(1)), options],
      ['ArrowLeft', here(() => go(-1)), options],
      ['ArrowDown', here(() => turnVersion(1)), options],
      ['ArrowUp', here(() => turnVersion(-1)), options],
      ['Space', here(() => stage.current?.toggleZoom()), options],
      ['Z', here(() => stage.current?.toggleZoom()), options],
      ['Tab', here(toggleSides), options],
      ['F', here(fullScreen), options],
      ['K', here(touch), options],
      ['=', here(() => stage.current?.step(1)), options],
      ['shift+plus', here(() => stage.current?.step(1)), options],
      ['-', here(() => stage.current?.step(-1)), options],
      ['[', here(() => slide(-1)), options],
      [']', here(() => slide(1)), options],
      ['B', here(nextBackdrop), options],
      ['O', here(toggleMarks), options],
      ['Escape', here(back), options],
    ],
    [],
  );
}
