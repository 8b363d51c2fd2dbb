/** The batches at the left of the light table, newest first. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { dayTime } from '../../locales/format.ts';
import { openBatch, useReviewUi } from '../../state/reviewUi.ts';
import { useData } from '../../state/store.ts';
import classes from './Review.module.css';

export function BatchList() {
  const { t } = useTranslation();
  const current = useReviewUi((ui) => ui.batchId);
  const batches = useData((data) => data.batches);
  const jobs = useData((data) => data.jobs);
  const finished = useMemo(() => {
    const counts = new Map<number, number>();
    for (const job of jobs.values()) {
      if (job.resultCount > 0) counts.set(job.batchId, (counts.get(job.batchId) ?? 0) + 1);
    }
    return counts;
  }, [jobs]);
  const newest = useMemo(() => [...batches].sort((a, b) => b.createdAt - a.createdAt || b.id - a.id), [batches]);
  const all = [...finished.values()].reduce((sum, count) => sum + count, 0);
  return (
    <nav className={classes.batches} aria-label={t('review.batches')}>
      <h1>{t('review.title')}</h1>
      <div className={classes.batchScroll}>
        <button
          type="button"
          className={classes.batch}
          aria-current={current === null}
          onClick={() => openBatch(null)}
          data-testid="review-batch-all"
        >
          {t('review.all')}
          <small>{t('review.count', { count: all })}</small>
        </button>
        {newest.map((batch) => (
          <button
            key={batch.id}
            type="button"
            className={classes.batch}
            aria-current={current === batch.id}
            onClick={() => openBatch(batch.id)}
            data-testid={`review-batch-${batch.id}`}
          >
            <span className="ellipsis" style={{ display: 'block' }} title={batch.title}>
              {batch.title}
            </span>
            <small>
              {dayTime(batch.createdAt)} · {finished.get(batch.id) ?? 0}
            </small>
          </button>
        ))}
      </div>
    </nav>
  );
}
