/** Over photographs that are to be looked through: what is chosen by now, filters by what is wrong with them, and how it goes on. */
import { Button } from '@mantine/core';
import { IconBlur, IconEyeClosed } from '@tabler/icons-react';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { flaws } from '../../../contract/review/list-queries.ts';
import { requestQuietly } from '../../bridge.ts';
import { formatCount as number } from '../../locales/format.ts';
import { pickedProofs } from '../../state/proofs.ts';
import { processPicked } from '../../state/reprocess.ts';
import { toggleFlaw, toggleUnprocessed, useReviewUi } from '../../state/reviewUi.ts';
import { useData } from '../../state/store.ts';
import { useReread } from '../../state/useReread.ts';
import { ToggleButton } from './filters/Toggle.tsx';
import classes from './Review.module.css';

const flawIcons = { eyes: IconEyeClosed, focus: IconBlur } as const;

export function LookFirstBar() {
  const { t } = useTranslation();
  const batchId = useReviewUi((ui) => ui.query.batchId);
  const isProofs = useData(({ batches }) => batches.some(({ id, proofs }) => id === batchId && proofs));
  const unprocessed = useReviewUi((ui) => ui.query.unprocessed);
  const chosen = useReviewUi((ui) => ui.query.flaws);
  const version = useData((data) => data.photographsVersion);
  const ask = useCallback(() => requestQuietly('photographs.count', pickedProofs(batchId)), [batchId]);
  const picked = useReread(ask, version) ?? 0;
  if (!isProofs) return null;
  return (
    <div className={classes.proofs} data-testid="proofs-line">
      <span className={`${classes.dim} ellipsis`} title={t('review.proofs.hint')}>
        {t('review.proofs.hint')}
      </span>
      <div className={classes.grow} />
      <div className={classes.group}>
        <ToggleButton
          isOn={unprocessed}
          label={t('review.proofs.unprocessed')}
          onClick={toggleUnprocessed}
          testId="filter-unprocessed"
        >
          {t('review.proofs.unprocessed')}
        </ToggleButton>
        {flaws.map((flaw) => {
          const Icon = flawIcons[flaw];
          return (
            <ToggleButton
              key={flaw}
              isOn={chosen.includes(flaw)}
              label={t(`review.flaws.${flaw}`)}
              onClick={() => toggleFlaw(flaw)}
              testId={`filter-flaw-${flaw}`}
            >
              <Icon size={14} aria-hidden />
            </ToggleButton>
          );
        })}
      </div>
      <Button
        size="compact-sm"
        flex="none"
        disabled={picked === 0}
        onClick={() => void processPicked()}
        data-testid="proofs-process"
      >
        {t('review.proofs.process', { count: picked, number: number(picked) })}
      </Button>
    </div>
  );
}
