/** Buttons of the verdicts, with their keys. */
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { BlindPair, Verdict } from '../../../contract/services/service-comparison.ts';
import { useKeyOf } from '../../state/settings/keymap.ts';
import classes from './Comparisons.module.css';
import { recordVerdict } from './comparisons.ts';

/** In their order on the screen. */
const inOrder = ['left', 'both', 'neither', 'right'] as const satisfies readonly Verdict[];

export function Verdicts({ pair }: { readonly pair: BlindPair | null }) {
  const { t } = useTranslation();
  const keyOf = useKeyOf();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a row of buttons, not a fieldset
    <div className={classes.verdicts} role="group" aria-label={t('comparisons.judging.label')}>
      {inOrder.map((verdict) => (
        <Button
          key={verdict}
          variant={pair?.verdict === verdict ? 'filled' : 'default'}
          aria-pressed={pair?.verdict === verdict}
          disabled={pair === null}
          rightSection={<kbd className={classes.key}>{keyOf(`judging.${verdict}`)}</kbd>}
          onClick={() => void recordVerdict(verdict)}
          data-testid={`judging-say-${verdict}`}
        >
          {t(`comparisons.judging.better.${verdict}`)}
        </Button>
      ))}
    </div>
  );
}
