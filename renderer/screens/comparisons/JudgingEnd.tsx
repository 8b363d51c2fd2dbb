/** The view after the last pair. */
import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../components/Screen.tsx';
import { goToPair, useComparing } from './comparisons.ts';
import { FinishButton } from './FinishButton.tsx';

export function JudgingEnd() {
  const { t } = useTranslation();
  const count = useComparing((state) => state.judging?.pairs.length ?? 0);
  const open = useComparing((state) => state.heads.find(({ id }) => id === state.judging?.id)?.open ?? 0);
  return (
    <EmptyState
      title={count === 0 ? t('comparisons.judging.endNone') : t('comparisons.judging.endTitle', { count })}
      text={open > 0 ? t('comparisons.judging.endOpen', { count: open }) : t('comparisons.judging.endText')}
      testId="judging-end"
    >
      {count > 0 && (
        <Group gap="xs">
          <Button size="compact-sm" variant="default" onClick={() => goToPair(-1)} data-testid="judging-previous">
            {t('comparisons.judging.back')}
          </Button>
          <FinishButton />
        </Group>
      )}
    </EmptyState>
  );
}
