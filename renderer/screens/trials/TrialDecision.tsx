/** Progress of a batch's trial, the price of the other photographs, and the decision about them. */
import { Button } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Trial } from '../../../contract/app/action-reports.ts';
import type { Batch } from '../../../contract/jobs/job.ts';
import { formatMessage, joinSentences } from '../../../contract/messages/format-message.ts';
import { estimateMessage } from '../../../contract/services/costs.ts';
import { request, requestQuietly } from '../../bridge.ts';
import classes from '../../components/Banner.module.css';
import { useBatchCost } from '../../state/batches/batchCost.ts';
import { openTrial } from '../../state/batches/openBatch.ts';
import { useData } from '../../state/data/store.ts';
import { openReprocess } from '../../state/processing/reprocess.ts';

interface TrialDecisionProps {
  readonly batch: Pick<Batch, 'id' | 'title'>;
  /** Whether the results are in view. */
  readonly isShown?: boolean;
  readonly onContinue?: () => void;
}

export function TrialDecision({ batch: { id, title }, isShown = false, onContinue }: TrialDecisionProps) {
  const { t } = useTranslation();
  const trial = useTrial(id);
  const profiles = useData((data) => data.profiles);
  const nameOf = (profileId: string) => profiles.find((profile) => profile.id === profileId)?.name ?? profileId;
  // Requests of the trial itself are approved already.
  const cost = useBatchCost(id, `${trial?.open} ${trial?.left}`);
  if (trial === null || trial.left === 0) return null;
  const { done, open, left } = trial;
  const processOthers = async () => {
    const reply = await request('trials.goOn', { id });
    if (reply.ok) onContinue?.();
  };
  return (
    <section className={classes.list} aria-label={t('trial.panel')} data-testid={`trial-${id}`}>
      <div className={classes.banner}>
        <IconEye size={18} aria-hidden />
        <div>
          <strong>
            {open === 0
              ? t('trial.ready', { count: done, title: formatMessage(title) })
              : t('trial.running', { title: formatMessage(title) })}
          </strong>
          <p className="numbers">
            {joinSentences([
              t('trial.left', { count: left }),
              ...(cost?.left ?? []).map((each) =>
                formatMessage(estimateMessage({ ...each, paid: 0 }, nameOf(each.profileId))),
              ),
            ])}
          </p>
        </div>
        <div className={classes.buttons}>
          <Action onClick={() => openReprocess({ kind: 'trial', id, count: left })} testId={`trial-other-${id}`}>
            {t('trial.other')}
          </Action>
          <Action onClick={() => void request('batches.cancel', { id })} testId={`trial-stop-${id}`}>
            {t('trial.stop')}
          </Action>
          <Action isNext={isShown} onClick={() => void processOthers()} testId={`trial-go-on-${id}`}>
            {t('trial.goOn', { count: left })}
          </Action>
          {!isShown && (
            <Action isNext isDisabled={done === 0} onClick={() => void openTrial(id)} testId={`trial-look-${id}`}>
              {t('trial.look')}
            </Action>
          )}
        </div>
      </div>
    </section>
  );
}

function useTrial(batchId: number): Trial | null {
  const tally = useData((data) => data.tally);
  const [trial, setTrial] = useState<Trial | null>(null);
  const read = useEffectEvent((_changed: typeof tally, id: number) => {
    let isCurrent = true;
    void requestQuietly('trials.of', { id }).then((reply) => {
      if (reply.ok && isCurrent) setTrial(reply.value);
    });
    return () => {
      isCurrent = false;
    };
  });
  useEffect(() => read(tally, batchId), [batchId, tally]);
  return trial;
}

interface ActionProps {
  readonly isNext?: boolean;
  readonly isDisabled?: boolean;
  readonly onClick: () => void;
  readonly testId: string;
  readonly children: ReactNode;
}

const Action = ({ isNext = false, isDisabled = false, onClick, testId, children }: ActionProps) => (
  <Button
    size="compact-sm"
    variant={isNext ? 'filled' : 'default'}
    disabled={isDisabled}
    onClick={onClick}
    data-testid={testId}
  >
    {children}
  </Button>
);
