/** Ends the judging, after a confirmation if pairs have no verdict. */
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../state/window/confirmDialog.ts';
import { finishComparison, useComparing } from './comparisons.ts';

export function FinishButton() {
  const { t } = useTranslation();
  const judging = useComparing((state) => state.judging);
  const head = useComparing((state) => state.heads.find(({ id }) => id === judging?.id));
  if (judging === null) return null;
  const { id } = judging;
  const judged = judging.pairs.filter(({ verdict }) => verdict !== null).length;
  const left = judging.pairs.length - judged + (head?.open ?? 0);
  const end = () =>
    left === 0
      ? void finishComparison(id)
      : confirm({
          title: t('comparisons.judging.finishTitle', { judged, pairs: head?.pairs ?? judging.pairs.length }),
          text: t('comparisons.judging.finishText'),
          yes: t('comparisons.finish'),
          no: t('actions.cancel'),
          isDestructive: false,
          onYes: () => void finishComparison(id),
        });
  return (
    <Button
      size="compact-sm"
      variant={left === 0 ? 'filled' : 'default'}
      disabled={judged === 0}
      onClick={end}
      data-testid="judging-finish"
    >
      {t('comparisons.finish')}
    </Button>
  );
}
