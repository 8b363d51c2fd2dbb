/** Batches that wait on account of what they cost: how much that is, and buttons to agree to it or to leave it. */
import { Button } from '@mantine/core';
import { IconCoins } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Batch } from '../../../../contract/jobs/job.ts';
import { formatMessage, joinSentences } from '../../../../contract/messages/format-message.ts';
import { type BatchCost, estimateMessage } from '../../../../contract/services/costs.ts';
import { request } from '../../../bridge.ts';
import classes from '../../../components/Panels.module.css';
import { TrialPrice } from '../../../components/TrialPrice.tsx';
import { formatDecimal } from '../../../locales/format.ts';
import { useBatchCost } from '../../../state/batches/batchCost.ts';
import { openDrafts } from '../../../state/batches/drafts.ts';
import { useData } from '../../../state/data/store.ts';

export function CostPanel() {
  const { t } = useTranslation();
  const batches = useData((data) => data.batches);
  const waiting = batches.filter(({ heldForCost }) => heldForCost === true);
  if (waiting.length === 0) return null;
  return (
    <section className={classes.calls} aria-label={t('costs.batch.panel')} data-testid="costly-batches">
      {waiting.map((batch) => (
        <CostlyBatch key={batch.id} batch={batch} />
      ))}
    </section>
  );
}

function CostlyBatch({ batch }: { readonly batch: Batch }) {
  const { t } = useTranslation();
  const { id, maxCredits = null, trial = null } = batch;
  const isTrial = trial !== null && maxCredits === null;
  const profiles = useData((data) => data.profiles);
  const open = useData((data) => data.throughput.total - data.throughput.finished);
  // The remaining cost changes as jobs finish.
  const cost = useBatchCost(id, `${maxCredits} ${open}`);
  const title = formatMessage(batch.title);
  const nameOf = (profileId: string) => profiles.find((profile) => profile.id === profileId)?.name ?? profileId;
  const sentences = (cost?.left ?? []).map((each) => formatMessage(estimateMessage(each, nameOf(each.profileId))));
  const allow = (credits: number | null) => void request('costs.allow', { id, credits });
  return (
    <div className={classes.call} data-testid={`costly-batch-${id}`}>
      <IconCoins size={18} aria-hidden />
      <div>
        <strong>
          {isTrial
            ? t('drafts.ask', { title, count: trial })
            : maxCredits === null
              ? t('costs.batch.ask', { title })
              : t('costs.batch.reached', { title, count: maxCredits, most: formatDecimal(maxCredits) })}
        </strong>
        {cost && (
          <p className="numbers">
            {cost.spent > 0 && `${t('costs.batch.spent', { count: cost.spent, spent: formatDecimal(cost.spent) })} `}
            {joinSentences(sentences)}
          </p>
        )}
      </div>
      <div className={classes.callButtons}>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => void request('batches.cancel', { id })}
          data-testid={`costly-cancel-${id}`}
        >
          {isTrial ? t('trial.stop') : t('costs.batch.cancel')}
        </Button>
        {maxCredits === null && (
          <Button
            size="compact-sm"
            variant={isTrial ? 'filled' : 'default'}
            onClick={() => void openDrafts(id)}
            data-testid={`costly-draft-${id}`}
          >
            {t('drafts.make')}
          </Button>
        )}
        {cost && isTrial ? (
          <Button size="compact-sm" variant="default" onClick={() => allow(null)} data-testid={`costly-go-on-${id}`}>
            <TrialPrice estimates={cost.trial ?? []} />
          </Button>
        ) : (
          cost && <AgreeButton cost={cost} id={id} onAllow={allow} />
        )}
      </div>
    </div>
  );
}

interface AgreeButtonProps {
  readonly id: number;
  readonly cost: BatchCost;
  readonly onAllow: (credits: number | null) => void;
}

/** A limit is raised to what the rest needs; where nobody knows that, it goes. */
function AgreeButton({ id, cost: { maxCredits, spent, left }, onAllow }: AgreeButtonProps) {
  const { t } = useTranslation();
  const rest = left.reduce((sum, { credits }) => sum + credits, 0);
  const isKnown = left.every(({ unknown }) => unknown.length === 0);
  const raised = maxCredits !== null && isKnown ? Math.ceil(spent + rest) : null;
  const words =
    maxCredits === null
      ? isKnown
        ? t('costs.batch.processFor', { count: rest, credits: formatDecimal(rest) })
        : t('costs.batch.process')
      : raised === null
        ? t('costs.batch.unlimited')
        : t('costs.batch.raise', { credits: formatDecimal(raised) });
  return (
    <Button size="compact-sm" onClick={() => onAllow(raised)} data-testid={`costly-go-on-${id}`}>
      {words}
    </Button>
  );
}
