/** A photograph in the grid: its primary result, name, and decision. */
import { IconLayersSubtract } from '@tabler/icons-react';
import { type MouseEvent, memo } from 'react';
import { useTranslation } from 'react-i18next';
import { imageUrl } from '../../../../contract/app/image-urls.ts';
import type { Settings } from '../../../../contract/app/settings.ts';
import type { PhotographView, VersionView } from '../../../../contract/review/list-queries.ts';
import { Picture } from '../../../components/picture/Thumbnail.tsx';
import { sideFor } from '../../../components/picture/thumbnailSide.ts';
import { missingShareOf } from '../../../state/data/sharePaths.ts';
import { contained, type Size } from '../../../state/stage/stageGeometry.ts';
import badges from '../decisions/Badges.module.css';
import { DecisionBadges, FlagBadge, FlawBadges } from '../decisions/Badges.tsx';
import { ClientCorner } from '../decisions/ClientMarks.tsx';
import { dragOut } from '../dragAndCopy.ts';
import { formatFindings } from '../filters/findingWords.ts';
import { ResultFlawMark } from '../flaws/ResultFlaws.tsx';
import reviewClasses from '../Review.module.css';
import classes from './Grid.module.css';

export const tileId = (id: number) => `photograph-${id}`;

/** Returns the URL of a result's thumbnail for `length` CSS px. For an analysis, it is that of the photograph. */
export function versionPicture(version: VersionView, length: number): string {
  const side = sideFor(length);
  return version.kind === 'analysis'
    ? imageUrl.jobThumbnail(version.jobId, side)
    : imageUrl.resultThumbnail(version.id, side);
}

/** Returns the URL of the thumbnail of the primary result, or of the photograph before it is processed. */
export const photographPicture = ({ id, shown }: PhotographView, length: number): string =>
  shown === null ? imageUrl.photographThumbnail(id, sideFor(length)) : versionPicture(shown, length);

/** Returns the size of the primary result, or of the photograph. An unknown size of 0 fills the tile. */
function sizeOf({ shown, width, height }: PhotographView): Size {
  return shown?.kind === 'image' ? { width: shown.width ?? 0, height: shown.height ?? 0 } : { width, height };
}

const bottomLeft = { bottom: 6, left: 6 };
const topRight = { top: 6, right: 6, justifyContent: 'center', minWidth: 18, padding: '1px 5px' };

interface PhotographTileProps {
  readonly photograph: PhotographView;
  readonly place: number;
  /** Side of the picture, px. */
  readonly side: number;
  readonly x: number;
  readonly y: number;
  readonly captions: Settings['reviewCaption'];
  readonly isLead: boolean;
  readonly isSelected: boolean;
  readonly isStackOpen: boolean;
  /** In a list of closed stacks, only the first photograph shows the size of its stack. */
  readonly hasStackBadge: boolean;
  readonly onClick: (event: MouseEvent, id: number, place: number) => void;
  readonly onOpen: (id: number, place: number) => void;
}

export const PhotographTile = memo(function PhotographTile(props: PhotographTileProps) {
  const { photograph, place, side, x, y, captions, isLead, isSelected, isStackOpen, hasStackBadge, onClick, onOpen } =
    props;
  const { t } = useTranslation();
  const { id, name, shown, versions, decision } = photograph;
  const isMissing = shown?.kind === 'image' && !shown.present;
  const findings = shown === null ? null : formatFindings(t, shown.findings);
  const hasRecipeLine = captions === 'recipe';
  const recipe = shown?.recipeName ?? t('review.proofs.unprocessed');
  const share = missingShareOf(shown?.path ?? '');
  const tag = isMissing
    ? share === null
      ? t('review.gone')
      : t('studio.share.tile', { share })
    : shown?.kind === 'analysis'
      ? shown.present
        ? !(findings && hasRecipeLine) && (findings ?? t('review.findings'))
        : t('privacy.forget.mark')
      : shown?.element && versions === 1 && t('review.part', { name: shown.element });
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid has the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus
    <div
      id={tileId(id)}
      role="option"
      aria-selected={isSelected}
      className={classes.tile}
      style={{ width: side, transform: `translate(${x}px, ${y}px)` }}
      data-lead={isLead || undefined}
      data-selected={isSelected || undefined}
      data-unfolded={isStackOpen || undefined}
      data-rejected={decision.flag === -1 || undefined}
      data-photograph={id}
      data-place={place}
      onClick={(event) => onClick(event, id, place)}
      onDoubleClick={() => onOpen(id, place)}
      draggable
      onDragStart={(event) => {
        // The system drags the files instead of the element.
        event.preventDefault();
        void dragOut(id);
      }}
      data-testid={`review-item-${id}`}
    >
      <span className={classes.frame} style={{ height: side }}>
        <span style={contained(sizeOf(photograph), side)}>
          <Picture
            src={photographPicture(photograph, side)}
            alt=""
            className={shown?.kind === 'image' && !isMissing ? reviewClasses.clear : undefined}
          />
        </span>
        <FlagBadge flag={decision.flag} />
        <ClientCorner clients={photograph.clients} />
        {tag ? (
          <span className={`${badges.badge} ${classes.tag}`}>{tag}</span>
        ) : shown !== null && shown.flaws.length > 0 ? (
          <ResultFlawMark flaws={shown.flaws} />
        ) : (
          <FlawBadges quality={photograph.quality} />
        )}
        {photograph.stack && hasStackBadge && (
          <span
            className={badges.badge}
            style={bottomLeft}
            title={t('review.stack.of', { count: photograph.stack.size })}
            data-testid={`review-stack-${id}`}
          >
            <IconLayersSubtract size={12} aria-hidden />
            {photograph.stack.size}
            {photograph.stack.isBest && ` · ${t('review.stack.best')}`}
          </span>
        )}
        {versions > 1 && (
          <span className={badges.badge} style={topRight} title={t('review.versions', { count: versions })}>
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
      {hasRecipeLine && (
        <span
          className={`${classes.recipe} ellipsis`}
          title={findings ? `${findings}\n${recipe}` : recipe}
          data-testid={`review-line-${id}`}
        >
          {findings ?? recipe}
        </span>
      )}
    </div>
  );
});
