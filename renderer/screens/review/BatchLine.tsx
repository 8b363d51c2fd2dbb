/** One line over a batch that waits for picks: what is waiting, the next action, and a menu with the rest. */
import { Button } from '@mantine/core';
import { IconBolt } from '@tabler/icons-react';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { Batch } from '../../../contract/jobs/job.ts';
import { requestQuietly } from '../../bridge.ts';
import { formatCount as number } from '../../locales/format.ts';
import { pickRuleText, setPickRule } from '../../state/batches/pickRule.ts';
import { useData } from '../../state/data/store.ts';
import { useReread } from '../../state/data/useReread.ts';
import { pickedProofs } from '../../state/processing/proofs.ts';
import { processPicked } from '../../state/processing/reprocess.ts';
import { useReviewUi } from '../../state/review/reviewUi.ts';
import { BatchMenu } from './BatchMenu.tsx';
import classes from './Review.module.css';

export function BatchLine() {
  const batchId = useReviewUi((ui) => ui.query.batchId);
  const batch = useData(({ batches }) => batches.find(({ id }) => id === batchId));
  if (!batch || !(batch.proofs || batch.pickRule)) return null;
  return <Line batch={batch} />;
}

function Line({ batch }: { readonly batch: Batch }) {
  const { t } = useTranslation();
  const recipes = useData((data) => data.recipes);
  const waiting = useWaitingCount(batch);
  const { pickRule: rule = null } = batch;
  const text =
    rule !== null
      ? pickRuleText(rule, recipes, t)
      : waiting > 0
        ? t('review.proofs.waiting', { count: waiting, number: number(waiting) })
        : t('review.proofs.hint');
  return (
    <div className={classes.proofs} data-testid="batch-line">
      {rule && <IconBolt size={16} aria-hidden />}
      <span className="ellipsis" title={text}>
        {text}
      </span>
      <div className={classes.grow} />
      {waiting > 0 ? (
        <Button size="compact-sm" flex="none" onClick={() => void processPicked()} data-testid="batch-line-process">
          {t('review.proofs.process', { count: waiting, number: number(waiting) })}
        </Button>
      ) : (
        rule && (
          <Button
            size="compact-sm"
            variant="default"
            flex="none"
            onClick={() => void setPickRule(batch.id, null)}
            data-testid="batch-line-stop"
          >
            {t('picks.stop')}
          </Button>
        )
      )}
      <BatchMenu batch={batch} testId="batch-line-menu" />
    </div>
  );
}

/** Returns how many picked photographs wait for the user; those that the rule processes do not. */
function useWaitingCount({ id, proofs, pickRule }: Batch): number {
  const version = useData((data) => data.photographsVersion);
  const ask = useCallback(() => requestQuietly('photographs.count', pickedProofs(id)), [id]);
  const picked = useReread(ask, version) ?? 0;
  return proofs && pickRule?.mark !== 'picked' ? picked : 0;
}
