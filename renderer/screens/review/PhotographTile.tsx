/** One photograph on the light table: the result that stands for it, its name, and what was decided. */
import { IconLayersSubtract } from '@tabler/icons-react';
import { type MouseEvent, memo } from 'react';
import { useTranslation } from 'react-i18next';
import { imageUrl } from '../../../contract/app/image-urls.ts';
import type { Settings } from '../../../contract/app/settings.ts';
import type { PhotographView, VersionView } from '../../../contract/review/list-queries.ts';
import { Picture } from '../../components/Thumbnail.tsx';
import { sideFor } from '../../components/thumbnailSide.ts';
import { missingShareOf } from '../../state/data/sharePaths.ts';
import { contained, type Size } from '../../state/stage/stageGeometry.ts';
import { DecisionBadges, FlagBadge, FlawBadges } from './Badges.tsx';
import { ClientCorner } from './ClientMarks.tsx';
import { dragOut } from './dragAndCopy.ts';
import { formatFindings } from './findingWords.ts';
import { ResultFlawMark } from './flaws/ResultFlaws.tsx';
import classes from './Review.module.css';

export const tileId = (id: number) => `photograph-${id}`;

/** The small picture of a result for a place of `length` CSS px. An analysis has no picture of its own: its photograph stands for it. */
export function versionPicture(version: VersionView, length: number): string {
  const side = sideFor(length);
  return version.kind === 'analysis'
    ? imageUrl.jobThumbnail(version.jobId, side)
    : imageUrl.resultThumbnail(version.id, side);
}

/** The same of what stands for a photograph: itself, where nothing was done with it yet. */
export const photographPicture = ({ id, shown }: PhotographView, length: number): string =>
  shown === null ? imageUrl.photographThumbnail(id, sideFor(length)) : versionPicture(shown, length);

/** Width and height of what is shown: the result's own, or its photograph's; unknown ones fill the tile. */
function shapeOf({ shown, width, height }: PhotographView): Size {
  return shown?.kind === 'image' ? { width: shown.width ?? 0, height: shown.height ?? 0 } : { width, height };
}

interface PhotographTileProps {
  readonly photograph: PhotographView;
  readonly place: number;
  /** Side of the picture, px. */
  readonly side: number;
  readonly x: number;
  readonly y: number;
  readonly captions: Settings['reviewCaption'];
  readonly lead: boolean;
  readonly selected: boolean;
  /** Of a stack that is open. */
  readonly unfolded: boolean;
  /** Shows the size of its stack: in a list of closed stacks, only the first photograph does. */
  readonly hasStackBadge: boolean;
  readonly onClick: (event: MouseEvent, id: number, place: number) => void;
  readonly onOpen: (id: number, place: number) => void;
}

export const PhotographTile = memo(function PhotographTile(props: PhotographTileProps) {
  const { photograph, place, side, x, y, captions, lead, selected, unfolded, hasStackBadge, onClick, onOpen } = props;
  const { t } = useTranslation();
  const { id, name, shown, versions, decision } = photograph;
  const isGone = shown?.kind === 'image' && !shown.present;
  const found = shown === null ? null : formatFindings(t, shown.findings);
  const hasLine = captions === 'recipe';
  const recipe = shown?.recipeName ?? t('review.proofs.unprocessed');
  const share = missingShareOf(shown?.path ?? '');
  const tag = isGone
    ? share === null
      ? t('review.gone')
      : t('studio.share.tile', { share })
    : shown?.kind === 'analysis'
      ? shown.present
        ? !(found && hasLine) && (found ?? t('review.findings'))
        : t('privacy.forget.mark')
      : shown?.element && versions === 1 && t('review.part', { name: shown.element });
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid has the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus
    <div
      id={tileId(id)}
      role="option"
      aria-selected={selected}
      className={classes.tile}
      style={{ width: side, transform: `translate(${x}px, ${y}px)` }}
      data-lead={lead || undefined}
      data-selected={selected || undefined}
      data-unfolded={unfolded || undefined}
      data-rejected={decision.flag === -1 || undefined}
      data-photograph={id}
      data-place={place}
      onClick={(event) => onClick(event, id, place)}
      onDoubleClick={() => onOpen(id, place)}
      draggable
      onDragStart={(event) => {
        // The system drags the files themselves.
        event.preventDefault();
        void dragOut(id);
      }}
      data-testid={`review-item-${id}`}
    >
      <span className={classes.frame} style={{ height: side }}>
        <span style={contained(shapeOf(photograph), side)}>
          <Picture
            src={photographPicture(photograph, side)}
            alt=""
            className={shown?.kind === 'image' && !isGone ? classes.clear : undefined}
          />
        </span>
        <FlagBadge flag={decision.flag} />
        <ClientCorner clients={photograph.clients} />
        {tag ? (
          <span className={classes.tag}>{tag}</span>
        ) : shown !== null && shown.flaws.length > 0 ? (
          <ResultFlawMark flaws={shown.flaws} />
        ) : (
          <FlawBadges quality={photograph.quality} />
        )}
        {photograph.stack && hasStackBadge && (
          <span
            className={classes.stack}
            data-best={photograph.stack.isBest || undefined}
            title={t('review.stack.of', { count: photograph.stack.size })}
            data-testid={`review-stack-${id}`}
          >
            <IconLayersSubtract size={12} aria-hidden />
            {photograph.stack.size}
            {photograph.stack.isBest && ` · ${t('review.stack.best')}`}
          </span>
        )}
        {versions > 1 && (
          <span className={classes.versions} title={t('review.versions', { count: versions })}>
            {versions}
          </span>
        )}
      </span>
      <span className={classes.caption}>
        <span className="ellipsis" title={photograph.sourcePath}>
          {name}
        </span>
        <DecisionBadges {...decision} foreignLabel={photograph.foreignLabel} />
      </span>
      {hasLine && (
        <span
          className={`${classes.recipe} ellipsis`}
          title={found ? `${found}\n${recipe}` : recipe}
          data-testid={`review-line-${id}`}
        >
          {found ?? recipe}
        </span>
      )}
    </div>
  );
});
