/** Photographs that their recipe was not for: how many, why, and what can be done with them all the same. */
import { Button } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExcludedPhotos } from '../../../../contract/app/action-reports.ts';
import type { Batch } from '../../../../contract/jobs/job.ts';
import { formatMessage, joinSentences } from '../../../../contract/messages/format-message.ts';
import { requestQuietly } from '../../../bridge.ts';
import classes from '../../../components/Panels.module.css';
import { formatCount as number } from '../../../locales/format.ts';
import { openBatchInReview } from '../../../state/batches/openBatch.ts';
import { useData } from '../../../state/data/store.ts';
import { openReprocess } from '../../../state/processing/reprocess.ts';
import { removeFromList } from '../jobCommands.ts';

export function ExcludedPanel() {
  const tally = useData((data) => data.tally);
  const batches = useData((data) => data.batches);
  const [left, setLeft] = useState<readonly ExcludedPhotos[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: they change with the jobs
  useEffect(() => {
    let isOver = false;
    void requestQuietly('jobs.notMeant').then((reply) => {
      if (reply.ok && !isOver) setLeft(reply.value);
    });
    return () => {
      isOver = true;
    };
  }, [tally]);
  return left.map((each) => {
    const batch = batches.find(({ id }) => id === each.batchId);
    return batch === undefined ? null : <OfBatch key={batch.id} batch={batch} left={each} />;
  });
}

function OfBatch({
  batch,
  left: { reasons, proofsBatchId },
}: {
  readonly batch: Batch;
  readonly left: ExcludedPhotos;
}) {
  const { t } = useTranslation();
  const { id, title } = batch;
  const count = reasons.reduce((sum, reason) => sum + reason.count, 0);
  const withThem = async (act: (on: { readonly ids: number[] }) => void) => {
    const reply = await requestQuietly('jobs.notMeantIn', { id });
    if (reply.ok && reply.value.length > 0) act({ ids: [...reply.value] });
  };
  return (
    <section
      className={classes.calls}
      aria-label={t('only.panel')}
      data-told={proofsBatchId === null || undefined}
      data-testid={`not-meant-${id}`}
    >
      <div className={classes.call}>
        <IconFilterOff size={18} aria-hidden />
        <div>
          <strong>{t('only.left', { count, number: number(count), title: formatMessage(title) })}</strong>
          <p className="numbers">
            {joinSentences(
              reasons.map(({ message, count: reasonCount }) =>
                reasons.length === 1
                  ? formatMessage(message)
                  : t('only.reason', { why: formatMessage(message), number: number(reasonCount) }),
              ),
            )}
          </p>
        </div>
        <div className={classes.callButtons}>
          {proofsBatchId !== null && (
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => openBatchInReview(proofsBatchId)}
              data-testid={`not-meant-show-${id}`}
            >
              {t('only.show')}
            </Button>
          )}
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => void withThem((on) => openReprocess({ kind: 'jobs', on, count: on.ids.length }))}
            data-testid={`not-meant-process-${id}`}
          >
            {t('only.process')}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => void withThem((on) => void removeFromList(on))}
            data-testid={`not-meant-clear-${id}`}
          >
            {t('only.clear')}
          </Button>
        </div>
      </div>
    </section>
  );
}
