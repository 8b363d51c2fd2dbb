/** The batches at the left of the light table, newest first. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { inWords } from '../../../preload/in-words.ts';
import { SideItem, SideList } from '../../components/SideList.tsx';
import { dayTime } from '../../locales/format.ts';
import { openBatch, useReviewUi } from '../../state/reviewUi.ts';
import { useData } from '../../state/store.ts';
import { BatchMenu } from './BatchMenu.tsx';

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
    <SideList title={t('review.title')} label={t('review.batches')}>
      <SideItem
        name={t('review.all')}
        note={t('review.count', { count: all })}
        isOpen={current === null}
        onOpen={() => openBatch(null)}
        testId="review-batch-all"
      />
      {newest.map((batch) => (
        <SideItem
          key={batch.id}
          name={inWords(batch.title)}
          note={`${dayTime(batch.createdAt)} · ${finished.get(batch.id) ?? 0}`}
          isOpen={current === batch.id}
          onOpen={() => openBatch(batch.id)}
          testId={`review-batch-${batch.id}`}
          menu={<BatchMenu batch={batch} />}
        />
      ))}
    </SideList>
  );
}
