/** Batches that wait because of their cost: the estimate, and buttons to approve or cancel. */
import { Button } from '@mantine/core';
import { IconCoins } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Batch } from '../../../../contract/jobs/job.ts';
import { formatMessage, joinSentences } from '../../../../contract/messages/format-message.ts';
import { type BatchCost, estimateMessage } from '../../../../contract/services/costs.ts';
import { request } from '../../../bridge.ts';
import { Banner, BannerList } from '../../../components/Banner.tsx';
import { CompactButton } from '../../../components/CompactButton.ts';
import { TrialPrice } from '../../../components/cost/TrialPrice.tsx';
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
    <BannerList label={t('costs.batch.panel')} testId="costly-batches">
      {waiting.map((batch) => (
        <CostlyBatch key={batch.id} batch={batch} />
      ))}
    </BannerList>
  );
}

function CostlyBatch({ batch }: { readonly batch: Batch }) {
  const { t } = useTranslation();
  const { id, maxCredits = null, trial = null } = batch;
  const isTrial = trial !== null && maxCredits === null;
  const profiles = useData((data) => data.profiles);
  const unfinished = useData((data) => data.throughput.total - data.throughput.finished);
  // The remaining cost changes as jobs finish.
  const cost = useBatchCost(id, `${maxCredits} ${unfinished}`);
  const title = formatMessage(batch.title);
  const nameOf = (profileId: string) => profiles.find((profile) => profile.id === profileId)?.name ?? profileId;
  const sentences = (cost?.left ?? []).map((each) => formatMessage(estimateMessage(each, nameOf(each.profileId))));
  const approve = (credits: number | null) => void request('costs.allow', { id, credits });
  return (
    <Banner
      icon={IconCoins}
      title={
        isTrial
          ? t('drafts.ask', { title, count: trial })
          : maxCredits === null
            ? t('costs.batch.ask', { title })
            : t('costs.batch.reached', { title, count: maxCredits, most: formatDecimal(maxCredits) })
      }
      buttons={
        <>
          <CompactButton onClick={() => void request('batches.cancel', { id })} data-testid={`costly-cancel-${id}`}>
            {isTrial ? t('trial.stop') : t('costs.batch.cancel')}
          </CompactButton>
          {maxCredits === null && (
            <CompactButton
              variant={isTrial ? 'filled' : 'default'}
              onClick={() => void openDrafts(id)}
              data-testid={`costly-draft-${id}`}
            >
              {t('drafts.make')}
            </CompactButton>
          )}
          {cost && isTrial ? (
            <CompactButton onClick={() => approve(null)} data-testid={`costly-go-on-${id}`}>
              <TrialPrice estimates={cost.trial ?? []} />
            </CompactButton>
          ) : (
            cost && <ApproveButton cost={cost} id={id} onApprove={approve} />
          )}
        </>
      }
      testId={`costly-batch-${id}`}
    >
      {cost && (
        <p className="numbers">
          {cost.spent > 0 && `${t('costs.batch.spent', { count: cost.spent, spent: formatDecimal(cost.spent) })} `}
          {joinSentences(sentences)}
        </p>
      )}
    </Banner>
  );
}

interface ApproveButtonProps {
  readonly id: number;
  readonly cost: BatchCost;
  readonly onApprove: (credits: number | null) => void;
}

/** Raises the limit to the cost of the rest, or removes it if that cost is unknown. */
function ApproveButton({ id, cost: { maxCredits, spent, left }, onApprove }: ApproveButtonProps) {
  const { t } = useTranslation();
  const rest = left.reduce((sum, { credits }) => sum + credits, 0);
  const isKnown = left.every(({ unknown }) => unknown.length === 0);
  const raised = maxCredits !== null && isKnown ? Math.ceil(spent + rest) : null;
  const label =
    maxCredits === null
      ? isKnown
        ? t('costs.batch.processFor', { count: rest, credits: formatDecimal(rest) })
        : t('costs.batch.process')
      : raised === null
        ? t('costs.batch.unlimited')
        : t('costs.batch.raise', { credits: formatDecimal(raised) });
  return (
    <Button size="compact-sm" onClick={() => onApprove(raised)} data-testid={`costly-go-on-${id}`}>
      {label}
    </Button>
  );
}
