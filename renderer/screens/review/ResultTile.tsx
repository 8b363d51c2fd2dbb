/** One result on the light table. */
import { useTranslation } from 'react-i18next';
import { imageUrl } from '../../../preload/contract/images.ts';
import type { ResultView } from '../../../preload/contract/result.ts';
import { contained, type Size } from '../../components/stage/geometry.ts';
import { Picture } from '../../components/Thumbnail.tsx';
import { sideFor } from '../../components/thumbnailSide.ts';
import { openResult } from '../../state/reviewUi.ts';
import { useData } from '../../state/store.ts';
import classes from './Review.module.css';
import { resultName } from './resultName.ts';

export const tileId = (id: number) => `result-${id}`;

/** The small picture of a result for a place of `length` CSS px. An analysis has no picture of its own: its photograph stands for it. */
export function resultPicture(result: ResultView, length: number): string {
  const side = sideFor(length);
  return result.kind === 'analysis'
    ? imageUrl.jobThumbnail(result.jobId, side)
    : imageUrl.resultThumbnail(result.id, side);
}

/** Width and height of what is shown: the result's own, or its photograph's; unknown ones fill the tile. */
function useShape(result: ResultView): Size {
  const job = useData((data) => data.jobs.get(result.jobId));
  const { width, height } = result.kind === 'image' ? result : (job ?? { width: 0, height: 0 });
  return { width: width ?? 0, height: height ?? 0 };
}

interface ResultTileProps {
  readonly result: ResultView;
  /** Side of the picture, px. */
  readonly side: number;
  readonly x: number;
  readonly y: number;
  readonly lead: boolean;
}

export function ResultTile({ result, side, x, y, lead }: ResultTileProps) {
  const { t } = useTranslation();
  const name = useData((data) => resultName(result, data.jobs.get(result.jobId)));
  const shape = useShape(result);
  const gone = result.kind === 'image' && !result.present;
  const tag = gone
    ? t('review.gone')
    : result.kind === 'analysis'
      ? t(result.present ? 'review.findings' : 'privacy.forget.mark')
      : result.element && t('review.part', { name: result.element });
  return (
    <button
      id={tileId(result.id)}
      type="button"
      role="option"
      aria-selected={lead}
      tabIndex={-1}
      className={classes.tile}
      style={{ width: side, transform: `translate(${x}px, ${y}px)` }}
      data-lead={lead || undefined}
      onClick={() => openResult(result.id)}
      data-testid={`review-item-${result.id}`}
    >
      <span className={classes.frame} style={{ height: side }}>
        <span className={result.kind === 'image' ? classes.clear : undefined} style={contained(shape, side)}>
          <Picture src={resultPicture(result, side)} alt="" />
        </span>
        {tag && <span className={classes.tag}>{tag}</span>}
      </span>
      <span className={`${classes.caption} ellipsis`} title={name}>
        {name}
      </span>
    </button>
  );
}
