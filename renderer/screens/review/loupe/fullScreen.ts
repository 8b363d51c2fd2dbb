/**
 * Full screen of Review. The main process controls the window, because a page may not, so full screen persists between
 * loupe and comparison.
 */
import { create } from 'zustand';
import { requestQuietly } from '../../../bridge.ts';

export const useFullScreen = create<{ readonly isOn: boolean }>(() => ({ isOn: false }));

function set(isOn: boolean): void {
  useFullScreen.setState({ isOn });
  void requestQuietly('loupe.fullScreen', { on: isOn });
}

export const toggleFullScreen = (): void => set(!useFullScreen.getState().isOn);

/** Returns whether it was on. */
export function exitFullScreen(): boolean {
  const { isOn } = useFullScreen.getState();
  if (isOn) set(false);
  return isOn;
}

/** For Esc: exits full screen, or else does the action. */
export const exitFullScreenOr = (action: () => void) => () => {
  if (!exitFullScreen()) action();
};
