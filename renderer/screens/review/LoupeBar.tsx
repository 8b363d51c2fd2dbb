/** The bar over the loupe: the way back, name and position of the photograph, everyday tools, and a menu of rare ones. */
import { Button, Tooltip } from '@mantine/core';
import { useElementSize, useMergedRef } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight, IconColumns2 } from '@tabler/icons-react';
import { type RefObject, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { PhotographView, VersionView } from '../../../contract/review/list-queries.ts';
import { BackButton } from '../../components/BackButton.tsx';
import { BackdropChoice } from '../../components/BackdropChoice.tsx';
import type { StageHandle } from '../../components/stage/Stage.tsx';
import { percent } from '../../locales/format.ts';
import { useData } from '../../state/data/store.ts';
import { photographList } from '../../state/review/photographList.ts';
import { closeLoupe, openPlace, useReviewUi } from '../../state/review/reviewUi.ts';
import { useHint } from '../../state/settings/keymap.ts';
import type { Faces } from './faces/useFaces.ts';
import { useFollow } from './followResults.ts';
import { LoupeTools } from './LoupeTools.tsx';
import { LoupeViewMenu } from './LoupeViewMenu.tsx';
import { hasBefore, isTransparent } from './loupeComparison.ts';
import { useLoupeView } from './panes/loupeView.ts';
import { openCompare } from './panes/openPanes.ts';
import { moveLead } from './photoDecisions.ts';
import classes from './Review.module.css';
import { ToolButton, ToolGroup } from './ToolButton.tsx';
import { TouchUpButton } from './touchUp/TouchUpButton.tsx';
import type { TouchUpAvailability } from './touchUp/touchUpAvailability.ts';
import { useFitLevel } from './useFitLevel.ts';

interface LoupeBarProps {
  readonly photograph: PhotographView;
  /** Null: the photograph itself. */
  readonly version: VersionView | null;
  readonly place: number;
  /** 1: full size. */
  readonly zoom: number;
  readonly stage: RefObject<StageHandle | null>;
  readonly faces: Faces;
  readonly touchUp: TouchUpAvailability | null;
  readonly isTouched: boolean;
}

/** First the names beside icons are left out, then tools that the menu has as well. */
const levels = { all: 0, icons: 1, everyday: 2 } as const;

export function LoupeBar(props: LoupeBarProps) {
  const { photograph, version, place, zoom, stage, faces, touchUp, isTouched } = props;
  const { t, i18n } = useTranslation();
  const hint = useHint();
  const bar = useElementSize();
  const element = useRef<HTMLElement>(null);
  const ref = useMergedRef(bar.ref, element);
  const count = photographList.use((list) => list.count);
  const { mode, isPeaking } = useLoupeView();
  const followMode = useFollow((follow) => follow.mode);
  const isCompared = hasBefore(version, photograph);
  const isClear = version !== null && isTransparent(version);
  const content = [i18n.language, photograph.name, count, isCompared, isClear, touchUp !== null, isTouched];
  const state = [mode === 'difference', isPeaking, followMode, photograph.quality?.faces === 0];
  const level = useFitLevel(element, bar.width, [...content, ...state].join(' '), levels.everyday);
  return (
    <header ref={ref} className={classes.bar} data-fit={level} data-testid="loupe-bar">
      <BackButton label={t('review.loupe.back')} onClick={closeLoupe} testId="loupe-back" />
      <h1 className="ellipsis" title={photograph.name} data-testid="loupe-name">
        {photograph.name}
      </h1>
      <span className={`${classes.dim} ${classes.position} numbers`} data-testid="loupe-position">
        {t('review.loupe.position', { n: place + 1, total: count })}
      </span>
      <div className={classes.grow} />
      <Tooltip.Group openDelay={400} closeDelay={200}>
        <ToolGroup label={t('review.loupe.groups.view')}>
          <Tooltip label={hint(t(zoom < 0.995 ? 'review.loupe.fullSize' : 'review.loupe.fit'), 'loupe.zoom')}>
            <Button
              variant="subtle"
              color="gray"
              size="compact-sm"
              className="numbers"
              onClick={() => stage.current?.toggleZoom()}
              data-testid="loupe-zoom"
            >
              {percent(zoom)}
            </Button>
          </Tooltip>
          {isClear && level < levels.everyday && <BackdropChoice />}
          {!isTouched && (
            <>
              <LoupeTools
                hasBefore={isCompared}
                hasFaces={photograph.quality?.faces !== 0 && level < levels.everyday}
                stage={stage}
                faces={faces}
              />
              <LoupeViewMenu hasBefore={isCompared} hasBackdrop={version?.kind === 'image'} />
            </>
          )}
        </ToolGroup>
        {!isTouched && (
          <ToolGroup label={t('review.loupe.groups.work')}>
            <ToolButton
              icon={IconColumns2}
              label={t('panes.compare.open')}
              name={t('panes.compare.open')}
              command="review.compare"
              onClick={() => void openCompare()}
              testId="loupe-compare"
            />
            {touchUp && version && <TouchUpButton offer={touchUp} versionId={version.id} />}
          </ToolGroup>
        )}
        <GoTools place={place} count={count} />
      </Tooltip.Group>
    </header>
  );
}

function GoTools({ place, count }: { readonly place: number; readonly count: number }) {
  const { t } = useTranslation();
  const batchId = useReviewUi((ui) => ui.query.batchId);
  // Batches are listed from the newest: the next is the one below.
  const nextBatch = useData(({ batches }) => batches[batches.findIndex(({ id }) => id === batchId) + 1 || -1]);
  const isAtEnd = place === count - 1;
  const go = (next: number) => {
    if (next >= 0 && next < count) void moveLead(next);
  };
  return (
    <ToolGroup label={t('review.loupe.groups.go')}>
      <ToolButton
        icon={IconChevronLeft}
        label={t('review.loupe.previous')}
        command="loupe.previous"
        isDisabled={place === 0}
        onClick={() => go(place - 1)}
        testId="loupe-previous"
      />
      <ToolButton
        icon={IconChevronRight}
        label={t(isAtEnd && nextBatch ? 'review.loupe.nextBatch' : 'review.loupe.next')}
        command="loupe.next"
        isDisabled={isAtEnd && !nextBatch}
        onClick={() => (isAtEnd && nextBatch ? openPlace({ batchId: nextBatch.id }) : go(place + 1))}
        testId="loupe-next"
      />
    </ToolGroup>
  );
}
