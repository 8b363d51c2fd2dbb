/** Holds the loupe at the version that is touched up while its photograph is read again. */
import { useRef } from 'react';
import type { VersionView } from '../../../../contract/review/list-queries.ts';
import { useReviewUi } from '../../../state/review/reviewUi.ts';
import { useTouch } from './touchUp.ts';

/** @param found the version that the loupe would show */
export function useTouchedVersion(found: VersionView | null): VersionView | null {
  const touched = useTouch((touch) => touch.id);
  const wanted = useReviewUi((ui) => ui.versionId);
  const last = useRef(found);
  const held = last.current;
  const isHeld = touched !== null && wanted === touched && found?.id !== touched && held?.id === touched;
  if (!isHeld) last.current = found;
  return isHeld ? held : found;
}
