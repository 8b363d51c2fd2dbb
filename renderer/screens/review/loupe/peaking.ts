import type { StageHandle } from '../../../components/stage/Stage.tsx';
import type { Faces } from '../faces/useFaces.ts';
import { closestPoint, loupeView, useLoupeView } from './loupeView.ts';

/** Toggles focus peaking. It starts at full size: at the last zoomed location, the first face, or the middle. */
export function togglePeaking(stage: StageHandle | null, faces: Faces): void {
  const { isPeaking } = useLoupeView.getState();
  useLoupeView.setState({ isPeaking: !isPeaking });
  if (isPeaking || loupeView.current.zoom > 1.01) return;
  const { x, y } = closestPoint.current ?? faces.first() ?? { x: 0.5, y: 0.5 };
  stage?.showAt(x, y);
}
