/** The toolbar of the loupe: back button, name and position of the photograph, tools, and a menu of less common ones. */
import { Box, Button, Flex, Text, Tooltip } from '@mantine/core';
import { useElementSize, useMergedRef } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight, IconColumns2 } from '@tabler/icons-react';
import { type RefObject, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { PhotographView, VersionView } from '../../../../contract/review/list-queries.ts';
import { BackButton } from '../../../components/actions/BackButton.tsx';
import { BackdropChoice } from '../../../components/picture/BackdropChoice.tsx';
import type { StageHandle } from '../../../components/stage/Stage.tsx';
import { percent } from '../../../locales/format.ts';
import { useData } from '../../../state/data/store.ts';
import { photographList } from '../../../state/review/photographList.ts';
import { closeLoupe, openPlace, useReviewUi } from '../../../state/review/reviewUi.ts';
import { useHint } from '../../../state/settings/keymap.ts';
import { moveLead } from '../decisions/photoDecisions.ts';
import type { Faces } from '../faces/useFaces.ts';
import { useFollow } from '../follow/followResults.ts';
import { openCompare } from '../panes/openPanes.ts';
import classes from '../Review.module.css';
import { TouchUpButton } from '../touchUp/TouchUpBar.tsx';
import type { TouchUpAvailability } from '../touchUp/touchUpAvailability.ts';
import { LoupeTools } from './LoupeTools.tsx';
import { LoupeViewMenu } from './LoupeViewMenu.tsx';
import { hasBefore, isTransparent } from './loupeComparison.ts';
import { useLoupeView } from './loupeView.ts';
import { ToolButton, ToolGroup } from './ToolButton.tsx';
import { useFitLevel } from './useFitLevel.ts';

interface LoupeBarProps {
  readonly photograph: PhotographView;
  /** Null shows the photograph. */
  readonly version: VersionView | null;
  readonly place: number;
  /** Scale relative to full size. */
  readonly zoom: number;
  readonly stage: RefObject<StageHandle | null>;
  readonly faces: Faces;
  readonly touchUp: TouchUpAvailability | null;
  readonly isTouched: boolean;
}

/** First the names of tools are omitted, then tools that are also in the menu. */
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
  const hasTransparency = version !== null && isTransparent(version);
  const content = [i18n.language, photograph.name, count, isCompared, hasTransparency, touchUp !== null, isTouched];
  const state = [mode === 'difference', isPeaking, followMode, photograph.quality?.faces === 0];
  const level = useFitLevel(element, bar.width, [...content, ...state].join(' '), levels.everyday);
  return (
    <Flex
      component="header"
      ref={ref}
      className={classes.bar}
      gap={level === levels.all ? 12 : 6}
      data-fit={level}
      data-testid="loupe-bar"
    >
      <BackButton label={t('review.loupe.back')} onClick={closeLoupe} testId="loupe-back" />
      <Box
        component="h1"
        className="ellipsis"
        flex={level === levels.everyday ? undefined : 'none'}
        title={photograph.name}
        data-testid="loupe-name"
      >
        {photograph.name}
      </Box>
      <Text span inherit c="dimmed" flex="none" className="numbers" data-testid="loupe-position">
        {t('review.loupe.position', { n: place + 1, total: count })}
      </Text>
      <Box flex={1} />
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
          {hasTransparency && level < levels.everyday && <BackdropChoice />}
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
            {touchUp && version && <TouchUpButton availability={touchUp} versionId={version.id} />}
          </ToolGroup>
        )}
        <PagingTools place={place} count={count} />
      </Tooltip.Group>
    </Flex>
  );
}

function PagingTools({ place, count }: { readonly place: number; readonly count: number }) {
  const { t } = useTranslation();
  const batchId = useReviewUi((ui) => ui.query.batchId);
  // Batches are listed from newest to oldest.
  const nextBatch = useData(({ batches }) => batches[batches.findIndex(({ id }) => id === batchId) + 1 || -1]);
  const isAtEnd = place === count - 1;
  const showPlace = (next: number) => {
    if (next >= 0 && next < count) void moveLead(next);
  };
  return (
    <ToolGroup label={t('review.loupe.groups.go')}>
      <ToolButton
        icon={IconChevronLeft}
        label={t('review.loupe.previous')}
        command="loupe.previous"
        isDisabled={place === 0}
        onClick={() => showPlace(place - 1)}
        testId="loupe-previous"
      />
      <ToolButton
        icon={IconChevronRight}
        label={t(isAtEnd && nextBatch ? 'review.loupe.nextBatch' : 'review.loupe.next')}
        command="loupe.next"
        isDisabled={isAtEnd && !nextBatch}
        onClick={() => (isAtEnd && nextBatch ? openPlace({ batchId: nextBatch.id }) : showPlace(place + 1))}
        testId="loupe-next"
      />
    </ToolGroup>
  );
}
