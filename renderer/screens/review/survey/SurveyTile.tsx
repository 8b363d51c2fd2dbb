/** One photograph of a survey, with its name and marks, and a button that takes it out. */
import { IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { imageUrl } from '../../../../contract/app/image-urls.ts';
import { Picture } from '../../../components/Thumbnail.tsx';
import type { PhotoPane } from '../../../state/review/panes.ts';
import { openFocused } from '../../../state/review/panesStore.ts';
import { DecisionBadges, FlagBadge, FlawBadges } from '../Badges.tsx';
import { ClientCorner } from '../ClientMarks.tsx';
import { photographPicture } from '../PhotographTile.tsx';
import { removeFromSurvey } from '../panes/paneActions.ts';
import { usePaneFocus } from '../panes/usePaneFocus.ts';
import { type LookedAt, usePanePhotographs } from '../panes/usePanePhotographs.ts';
import reviewClasses from '../Review.module.css';
import { serialize } from '../serialize.ts';
import classes from './Survey.module.css';
import type { Cell } from './surveyLayout.ts';

interface SurveyTileProps {
  readonly pane: PhotoPane;
  readonly cell: Cell;
  readonly index: number;
  readonly count: number;
  readonly isFocused: boolean;
}

/** Small pictures are enlarged up to this length (px of the screen); a larger place gets the picture itself. */
const maxThumbnailPx = 720;

function smallPicture({ photograph, version }: LookedAt, length: number): string {
  return photographPicture({ ...photograph, shown: version }, length);
}

function pictureFor(seen: LookedAt, { width, height }: Cell): string {
  const length = Math.max(width, height);
  if (length * (window.devicePixelRatio || 1) <= maxThumbnailPx) return smallPicture(seen, length);
  const { photograph, version } = seen;
  if (version === null) return imageUrl.photograph(photograph.id);
  return version.kind === 'analysis' ? imageUrl.source(version.jobId) : imageUrl.result(version.id);
}

export function SurveyTile({ pane, cell, index, count, isFocused }: SurveyTileProps) {
  const { t } = useTranslation();
  const button = useRef<HTMLButtonElement>(null);
  const seen = usePanePhotographs(pane);
  const onFocus = usePaneFocus(button, pane, isFocused);
  const name = seen?.photograph.name ?? '';
  const { x, y, width, height } = cell;
  const clear = seen?.version?.kind === 'image' ? reviewClasses.clear : '';
  return (
    <div
      className={classes.tile}
      style={{ transform: `translate(${x}px, ${y}px)`, width }}
      data-focused={isFocused || undefined}
      data-photograph={pane.id}
      data-testid={`survey-tile-${pane.id}`}
    >
      <button
        ref={button}
        type="button"
        className={classes.picture}
        style={{ height }}
        tabIndex={isFocused ? 0 : -1}
        aria-current={isFocused}
        aria-label={t('panes.caption', { n: index + 1, total: count, name })}
        onFocus={onFocus}
        // By the keys it is opened, by the mouse with two clicks.
        onClick={(event) => event.detail === 0 && openFocused()}
        onDoubleClick={openFocused}
      >
        {seen && (
          <>
            <Picture src={smallPicture(seen, 160)} alt="" className={`${classes.image} ${clear}`} />
            <Picture src={pictureFor(seen, cell)} alt="" className={`${classes.image} ${clear}`} />
          </>
        )}
        {seen && <FlawBadges quality={seen.photograph.quality} />}
        {seen === null && <span className={classes.gone}>{t('panes.gone')}</span>}
      </button>
      {seen && <FlagBadge flag={seen.photograph.decision.flag} />}
      {seen && <ClientCorner clients={seen.photograph.clients} />}
      {count > 1 && (
        <button
          type="button"
          className={classes.out}
          tabIndex={isFocused ? 0 : -1}
          onClick={() => void serialize(() => removeFromSurvey(pane))}
          aria-label={t('panes.survey.takeOut', { name })}
          title={t('panes.survey.takeOut', { name })}
          data-testid={`survey-out-${pane.id}`}
        >
          <IconX size={14} aria-hidden />
        </button>
      )}
      <div className={classes.caption}>
        <span className="ellipsis" title={seen?.photograph.sourcePath}>
          {name}
        </span>
        {seen && <DecisionBadges {...seen.photograph.decision} foreignLabel={seen.photograph.foreignLabel} />}
      </div>
    </div>
  );
}
