/** Batches of which a few photographs are done first: how far these are, and what becomes of the rest. */
import { Button } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Trial } from '../../../../contract/app/action-reports.ts';
import type { Batch } from '../../../../contract/jobs/job.ts';
import { formatMessage } from '../../../../contract/messages/format-message.ts';
import { request, requestQuietly } from '../../../bridge.ts';
import { openBatchInReview } from '../../../state/openBatch.ts';
import { openReprocess } from '../../../state/reprocess.ts';
import { useData } from '../../../state/store.ts';
import classes from './Panels.module.css';

export function TrialPanel() {
  const batches = useData((data) => data.batches);
  return batches
    .filter(({ trial = null, heldForCost = false }) => trial !== null && !heldForCost)
    .map((batch) => <TrialOfBatch key={batch.id} batch={batch} />);
}

function TrialOfBatch({ batch: { id, title } }: { readonly batch: Batch }) {
  const { t } = useTranslation();
  const tally = useData((data) => data.tally);
  const [trial, setTrial] = useState<Trial | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: how far it is changes with the jobs
  useEffect(() => {
    let isOver = false;
    void requestQuietly('trials.of', { id }).then((reply) => {
      if (reply.ok && !isOver) setTrial(reply.value);
    });
    return () => {
      isOver = true;
    };
  }, [id, tally]);
  if (trial === null || trial.left === 0) return null;
  const { done, open, left } = trial;
  const isReady = open === 0;
  return (
    <section className={classes.calls} aria-label={t('trial.panel')} data-testid={`trial-${id}`}>
      <div className={classes.call}>
        <IconEye size={18} aria-hidden />
        <div>
          <strong>
            {isReady
              ? t('trial.ready', { count: done, title: formatMessage(title) })
              : t('trial.running', { title: formatMessage(title) })}
          </strong>
          <p className="numbers">{t('trial.left', { count: left })}</p>
        </div>
        <div className={classes.callButtons}>
          <Button
            size="compact-sm"
            variant="default"
            disabled={done === 0}
            onClick={() => openBatchInReview(id)}
            data-testid={`trial-look-${id}`}
          >
            {t('trial.look')}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => openReprocess({ kind: 'trial', id, count: left })}
            data-testid={`trial-other-${id}`}
          >
            {t('trial.other')}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => void request('batches.cancel', { id })}
            data-testid={`trial-stop-${id}`}
          >
            {t('trial.stop')}
          </Button>
          <Button
            size="compact-sm"
            onClick={() => void request('trials.goOn', { id })}
            data-testid={`trial-go-on-${id}`}
          >
            {t('trial.goOn', { count: left })}
          </Button>
        </div>
      </div>
    </section>
  );
}
