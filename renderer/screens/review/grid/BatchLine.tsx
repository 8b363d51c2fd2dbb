/** The line over a batch that waits for picks: its status, the next action, and a menu with other actions. */
import { Box, Button } from '@mantine/core';
import { IconBolt } from '@tabler/icons-react';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { Batch } from '../../../../contract/jobs/job.ts';
import { requestQuietly } from '../../../bridge.ts';
import { formatCount as number } from '../../../locales/format.ts';
import { pickRuleText, setPickRule } from '../../../state/batches/pickRule.ts';
import { useData } from '../../../state/data/store.ts';
import { useReread } from '../../../state/data/useReread.ts';
import { pickedProofs } from '../../../state/processing/proofs.ts';
import { processPicked } from '../../../state/processing/reprocess.ts';
import { useReviewUi } from '../../../state/review/reviewUi.ts';
import { BatchMenu } from '../sidebar/BatchMenu.tsx';
import { GridNotice } from './GridNotice.tsx';

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
  const rule = batch.pickRule ?? null;
  const text =
    rule !== null
      ? pickRuleText(rule, recipes, t)
      : waiting > 0
        ? t('review.proofs.waiting', { count: waiting, number: number(waiting) })
        : t('review.proofs.hint');
  return (
    <GridNotice testId="batch-line">
      {rule && <IconBolt size={16} aria-hidden />}
      <span className="ellipsis" title={text}>
        {text}
      </span>
      <Box flex={1} />
      {waiting > 0 ? (
        <Button size="compact-sm" onClick={() => void processPicked()} data-testid="batch-line-process">
          {t('review.proofs.process', { count: waiting, number: number(waiting) })}
        </Button>
      ) : (
        rule && (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => void setPickRule(batch.id, null)}
            data-testid="batch-line-stop"
          >
            {t('picks.stop')}
          </Button>
        )
      )}
      <BatchMenu batch={batch} testId="batch-line-menu" />
    </GridNotice>
  );
}

/** Returns the number of picked photographs that wait for the user: none if a rule processes them. */
function useWaitingCount({ id, proofs, pickRule }: Batch): number {
  const version = useData((data) => data.photographsVersion);
  const requestCount = useCallback(() => requestQuietly('photographs.count', pickedProofs(id)), [id]);
  const picked = useReread(requestCount, version) ?? 0;
  return proofs && pickRule?.mark !== 'picked' ? picked : 0;
}
