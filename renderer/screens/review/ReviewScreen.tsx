/** The light table: sidebar and grid, and over them loupe, comparison or survey. */
import { Button } from '@mantine/core';
import { IconPhotoCheck } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Places } from '../../../contract/review/list-queries.ts';
import { requestQuietly } from '../../bridge.ts';
import { EmptyState, Screen } from '../../components/Screen.tsx';
import { useOnChange } from '../../components/useOnChange.ts';
import { useData } from '../../state/data/store.ts';
import { useReread } from '../../state/data/useReread.ts';
import { useFollowFiles } from '../../state/review/fileAvailability.ts';
import { usePanes } from '../../state/review/panesStore.ts';
import {
  checkForNew,
  followChanges,
  keepLead,
  photographList,
  useNewCount,
} from '../../state/review/photographList.ts';
import { openLoupe, useReviewUi } from '../../state/review/reviewUi.ts';
import { goTo } from '../../state/window/navigation.ts';
import { CheckSheet } from './check/CheckDialog.tsx';
import { Compare } from './compare/Compare.tsx';
import { ExportReport } from './export/ExportReport.tsx';
import { ExportSheet } from './export/ExportSheet.tsx';
import { GalleryReport, GallerySheet } from './gallery/GallerySheet.tsx';
import { PhotographGrid } from './grid/PhotographGrid.tsx';
import { InfoSheet } from './info/InfoSheet.tsx';
import { exitFullScreen, useFullScreen } from './loupe/fullScreen.ts';
import { Loupe } from './loupe/Loupe.tsx';
import classes from './Review.module.css';
import { ReviewSidebar } from './sidebar/Sidebar.tsx';
import { withStacks } from './stacks.ts';
import { Survey } from './survey/Survey.tsx';

export function ReviewScreen() {
  const { t } = useTranslation();
  const query = useReviewUi((ui) => ui.query);
  const isLoupe = useReviewUi((ui) => ui.isLoupe);
  const panes = usePanes(({ kind, isCovered }) => (isCovered ? null : kind));
  const isCovered = isLoupe || panes !== null;
  useFollowFiles(useReviewUi((ui) => ui.selection.lead?.id ?? null));
  const places = usePlaces();
  const stacks = useReviewUi((ui) => ui.stacks);
  const initialStacks = useRef(stacks);
  useEffect(() => void checkForNew(), []);
  useOnChange(() => {
    useNewCount.setState({ count: 0 });
    void photographList.open(withStacks(query, stacks));
  }, query);
  useOnChange(() => {
    if (stacks !== initialStacks.current) void photographList.change(withStacks(query, stacks)).then(keepLead);
  }, stacks);
  useEffect(() => {
    if (isCovered) return;
    exitFullScreen();
    // Folds stacks found in the meantime.
    followChanges();
  }, [isCovered]);
  useEffect(() => () => void exitFullScreen(), []);
  const isFull = useFullScreen(({ isOn }) => isOn);

  if (places?.all === 0) {
    return (
      <Screen title={t('review.title')} testId="screen-review">
        <EmptyState
          icon={<IconPhotoCheck size={48} stroke={1.1} aria-hidden />}
          title={t('review.empty.title')}
          text={t('review.empty.text')}
          testId="review-empty"
        >
          <Button variant="default" onClick={() => goTo('queue')}>
            {t('review.empty.action')}
          </Button>
        </EmptyState>
        <CheckSheet />
      </Screen>
    );
  }
  return (
    <section className={classes.screen} data-full={isFull || undefined} data-testid="screen-review">
      <RequestedPhotograph />
      <div className={classes.grid} inert={isCovered}>
        <ReviewSidebar places={places} />
        <PhotographGrid />
      </div>
      {isLoupe && panes === null && <Loupe />}
      {panes === 'compare' && <Compare />}
      {panes === 'survey' && <Survey />}
      <ExportSheet />
      <ExportReport />
      <GallerySheet />
      <GalleryReport />
      <CheckSheet />
      <InfoSheet />
    </section>
  );
}

const requestPlaces = () => requestQuietly('photographs.places');

/** Returns the entries of the sidebar, or null until they are loaded. */
function usePlaces(): Places | null {
  const version = useData((data) => data.photographsVersion);
  const batches = useData((data) => data.batches);
  return useReread(requestPlaces, version, batches);
}

/** Opens the loupe on a photograph requested by another screen, once the list is loaded. */
function RequestedPhotograph(): null {
  const id = useReviewUi((ui) => ui.wanted);
  const isCounted = photographList.use((list) => list.isCounted);
  const query = useReviewUi((ui) => ui.query);
  const listed = photographList.use((list) => list.query);
  useEffect(() => {
    if (id === null || !isCounted || listed.batchId !== query.batchId) return;
    void photographList.placeOf(id).then((place) => {
      const { versionId } = useReviewUi.getState();
      if (place !== null) openLoupe({ id, place });
      useReviewUi.setState({ wanted: null, versionId });
    });
  }, [id, isCounted, listed, query]);
  return null;
}
