/** The keys that look closely at the photograph in the loupe: before and after in place, their difference, focus, and faces. */
import { useWindowEvent } from '@mantine/hooks';
import { type RefObject, useRef } from 'react';
import type { StageHandle, Way } from '../../components/stage/Stage.tsx';
import { isKeyTaken } from '../../components/typing.ts';
import {
  closestPoint,
  flicker,
  loupeView,
  setWay,
  toggleDifference,
  useLoupeLook,
} from '../../state/look/loupeLook.ts';
import type { Faces } from './faces/useFaces.ts';
import { useKeys } from './useKeys.ts';

/** A key that is held longer (ms) shows the other one only for so long. */
const heldFor = 350;

/** Focus peaking on or off; it begins at full size, where one looked closely last, at the first face, or in the middle. */
export function togglePeaking(stage: StageHandle | null, faces: Faces): void {
  const { isPeaking } = useLoupeLook.getState();
  useLoupeLook.setState({ isPeaking: !isPeaking });
  if (isPeaking || loupeView.current.zoom > 1.01) return;
  const { x, y } = closestPoint.current ?? faces.first() ?? { x: 0.5, y: 0.5 };
  stage?.showAt(x, y);
}

export function useLoupeLookKeys(stage: RefObject<StageHandle | null>, faces: Faces): void {
  useKeys([
    ['y', toggleDifference],
    ['m', () => togglePeaking(stage.current, faces)],
    ['d', () => void faces.go(1)],
    ['Shift+d', () => void faces.go(-1)],
  ]);
  useFlickerKey();
}

/** By the place of the key, since a backslash is not written by one key everywhere. */
function useFlickerKey(): void {
  const held = useRef<{ readonly since: number; readonly way: Way } | null>(null);
  useWindowEvent('keydown', (event) => {
    if (event.code !== 'Backslash' || event.ctrlKey || event.metaKey || isKeyTaken(event)) return;
    event.preventDefault();
    if (event.repeat) return;
    held.current = { since: event.timeStamp, way: useLoupeLook.getState().way };
    flicker();
  });
  useWindowEvent('keyup', (event) => {
    if (event.code !== 'Backslash' || held.current === null) return;
    if (event.timeStamp - held.current.since > heldFor) setWay(held.current.way);
    held.current = null;
  });
}
