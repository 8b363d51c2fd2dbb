/** The shape a photograph has in a survey: that of the result that stands for it, or its own. Pure. */
import type { PhotographView } from '../../../../contract/review/list-queries.ts';
import type { Size } from '../../../state/stage/stageGeometry.ts';

type Shaped = Pick<PhotographView, 'width' | 'height' | 'shown'>;

/** 0 by 0 while nothing is known of it. */
export function surveyShape(photograph: Shaped | undefined): Size {
  if (!photograph) return { width: 0, height: 0 };
  const { shown, width, height } = photograph;
  return shown?.kind === 'image' ? { width: shown.width ?? width, height: shown.height ?? height } : { width, height };
}
