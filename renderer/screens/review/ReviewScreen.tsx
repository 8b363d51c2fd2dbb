/** The light table: where to look at the left, photographs as a grid, and the loupe over it. */
import { Button } from '@mantine/core';
import { IconPhotoCheck } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState, Screen } from '../../components/Screen.tsx';
import { useOnChange } from '../../components/useOnChange.ts';
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
import { exitFullScreen, useFullScreen } from './fullScreen.ts';
import { GalleryReport } from './gallery/GalleryReport.tsx';
import { GallerySheet } from './gallery/GallerySheet.tsx';
import { InfoSheet } from './info/InfoSheet.tsx';
import { Loupe } from './Loupe.tsx';
import { PhotographGrid } from './PhotographGrid.tsx';
import classes from './Review.module.css';
import { ReviewSidebar } from './Sidebar.tsx';
import { withStacks } from './stacks.ts';
import { Survey } from './survey/Survey.tsx';
import { usePlaces } from './usePlaces.ts';

export function ReviewScreen() {
  const { t } = useTranslation();
  const query = useReviewUi((ui) => ui.query);
  const isLoupe = useReviewUi((ui) => ui.isLoupe);
  const panes = usePanes(({ kind, isCovered }) => (isCovered ? null : kind));
  const isUnder = isLoupe || panes !== null;
  useFollowFiles(useReviewUi((ui) => ui.selection.lead?.id ?? null));
  const places = usePlaces();
  const stacks = useReviewUi((ui) => ui.stacks);
  const first = useRef(stacks);
  useEffect(() => void checkForNew(), []);
  useOnChange(() => {
    useNewCount.setState({ count: 0 });
    void photographList.open(withStacks(query, stacks));
  }, query);
  useOnChange(() => {
    if (stacks !== first.current) void photographList.change(withStacks(query, stacks)).then(keepLead);
  }, stacks);
  useEffect(() => {
    if (isUnder) return;
    exitFullScreen();
    // Stacks found in the meantime are folded.
    followChanges();
  }, [isUnder]);
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
      <Wanted />
      {/* Under what one looks at closely the grid stays as it is: its place, and what has the focus there. */}
      <div className={classes.under} inert={isUnder} data-under={isUnder || undefined}>
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

/** Opens the loupe on the photograph that another screen asked for, once the list knows where it is; shows nothing itself. */
function Wanted(): null {
  const wanted = useReviewUi((ui) => ui.wanted);
  const isCounted = photographList.use((list) => list.isCounted);
  const query = useReviewUi((ui) => ui.query);
  const listed = photographList.use((list) => list.query);
  useEffect(() => {
    if (wanted === null || !isCounted || listed.batchId !== query.batchId) return;
    void photographList.placeOf(wanted).then((place) => {
      const { versionId } = useReviewUi.getState();
      if (place !== null) openLoupe({ id: wanted, place });
      useReviewUi.setState({ wanted: null, versionId });
    });
  }, [wanted, isCounted, listed, query]);
  return null;
}
