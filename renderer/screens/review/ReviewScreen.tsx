/** The light table: batches, their results as a grid, and the loupe. */
import { Button } from '@mantine/core';
import { IconPhotoCheck } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Centre, Screen } from '../../components/Screen.tsx';
import { openResult, useReviewUi } from '../../state/reviewUi.ts';
import { useData } from '../../state/store.ts';
import { goTo } from '../../state/ui.ts';
import { useResults } from '../../state/useResults.ts';
import { BatchList } from './BatchList.tsx';
import { Loupe } from './Loupe.tsx';
import { ResultGrid } from './ResultGrid.tsx';
import classes from './Review.module.css';

export function ReviewScreen() {
  const { t } = useTranslation();
  const { batchId, resultId, jobWanted } = useReviewUi();
  const anything = useData((data) => data.batches.length > 0);
  const { phase, results, more } = useResults(batchId);
  const wanted = results.find((result) => result.jobId === jobWanted);

  useEffect(() => {
    if (wanted) openResult(wanted.id);
  }, [wanted]);

  if (!anything) {
    return (
      <Screen title={t('review.title')} testId="screen-review">
        <Centre
          icon={<IconPhotoCheck size={48} stroke={1.1} aria-hidden />}
          title={t('review.empty.title')}
          text={t('review.empty.text')}
          testId="review-empty"
        >
          <Button variant="default" onClick={() => goTo('queue')}>
            {t('review.empty.action')}
          </Button>
        </Centre>
      </Screen>
    );
  }
  const current = results.findIndex((result) => result.id === resultId);
  if (current >= 0) return <Loupe results={results} index={current} />;
  return (
    <section className={classes.screen} data-testid="screen-review">
      <BatchList />
      <ResultGrid phase={phase} results={results} more={more} />
    </section>
  );
}
