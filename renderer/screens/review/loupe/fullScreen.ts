/**
 * Full screen for looking: the whole of Review over everything else of the window, and the window over the screen. Main does that, since
 * a page may not by itself; so it stays from the loupe to a comparison and back.
 */
import { create } from 'zustand';
import { requestQuietly } from '../../../bridge.ts';

export const useFullScreen = create<{ readonly isOn: boolean }>(() => ({ isOn: false }));

function set(isOn: boolean): void {
  useFullScreen.setState({ isOn });
  void requestQuietly('loupe.fullScreen', { on: isOn });
}

export const toggleFullScreen = (): void => set(!useFullScreen.getState().isOn);

/** @returns true where there was something to end */
export function exitFullScreen(): boolean {
  const { isOn } = useFullScreen.getState();
  if (isOn) set(false);
  return isOn;
}

/** Esc ends full screen first, then what fills it. */
export const exitFullScreenOr = (action: () => void) => () => {
  if (!exitFullScreen()) action();
};
