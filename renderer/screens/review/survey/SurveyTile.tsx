/** One photograph of a survey, with its name, badges, and a button that removes it. */
import { Center, Group } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { imageUrl } from '../../../../contract/app/image-urls.ts';
import { Picture } from '../../../components/picture/Thumbnail.tsx';
import type { PhotoPane } from '../../../state/review/panes.ts';
import { openFocused } from '../../../state/review/panesStore.ts';
import { DecisionBadges, FlagBadge, FlawBadges } from '../decisions/Badges.tsx';
import { ClientCorner } from '../decisions/ClientMarks.tsx';
import { photographPicture } from '../grid/PhotographTile.tsx';
import { removeFromSurvey } from '../panes/paneActions.ts';
import { usePaneFocus } from '../panes/usePaneFocus.ts';
import { type PanePhotograph, usePanePhotographs } from '../panes/usePanePhotographs.ts';
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

/** Up to this length in device pixels, a thumbnail is enlarged. Beyond, the picture itself is loaded. */
const maxThumbnailPx = 720;

function thumbnailFor({ photograph, version }: PanePhotograph, length: number): string {
  return photographPicture({ ...photograph, shown: version }, length);
}

function pictureFor(content: PanePhotograph, { width, height }: Cell): string {
  const length = Math.max(width, height);
  if (length * (window.devicePixelRatio || 1) <= maxThumbnailPx) return thumbnailFor(content, length);
  const { photograph, version } = content;
  if (version === null) return imageUrl.photograph(photograph.id);
  return version.kind === 'analysis' ? imageUrl.source(version.jobId) : imageUrl.result(version.id);
}

export function SurveyTile({ pane, cell, index, count, isFocused }: SurveyTileProps) {
  const { t } = useTranslation();
  const button = useRef<HTMLButtonElement>(null);
  const content = usePanePhotographs(pane);
  const onFocus = usePaneFocus(button, pane, isFocused);
  const name = content?.photograph.name ?? '';
  const { x, y, width, height } = cell;
  const clear = content?.version?.kind === 'image' ? reviewClasses.clear : '';
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
        // Keys open it at once, the mouse with a double click.
        onClick={(event) => event.detail === 0 && openFocused()}
        onDoubleClick={openFocused}
      >
        {content && (
          <>
            <Picture src={thumbnailFor(content, 160)} alt="" className={`${classes.image} ${clear}`} />
            <Picture src={pictureFor(content, cell)} alt="" className={`${classes.image} ${clear}`} />
          </>
        )}
        {content && <FlawBadges quality={content.photograph.quality} />}
        {content === null && (
          <Center component="span" h="100%" p={8}>
            {t('panes.gone')}
          </Center>
        )}
      </button>
      {content && <FlagBadge flag={content.photograph.decision.flag} />}
      {content && <ClientCorner clients={content.photograph.clients} />}
      {count > 1 && (
        <button
          type="button"
          className={classes.remove}
          tabIndex={isFocused ? 0 : -1}
          onClick={() => void serialize(() => removeFromSurvey(pane))}
          aria-label={t('panes.survey.takeOut', { name })}
          title={t('panes.survey.takeOut', { name })}
          data-testid={`survey-out-${pane.id}`}
        >
          <IconX size={14} aria-hidden />
        </button>
      )}
      <Group gap={6} wrap="nowrap" justify="space-between" h={26} p="6px 2px 0" fz={12} lh="16px">
        <span className="ellipsis" title={content?.photograph.sourcePath}>
          {name}
        </span>
        {content && <DecisionBadges {...content.photograph.decision} foreignLabel={content.photograph.foreignLabel} />}
      </Group>
    </div>
  );
}
