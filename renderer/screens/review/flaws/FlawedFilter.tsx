/** Filter for results that may have flaws; only shown if there are any. */
import { IconEyeExclamation } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatCount as number } from '../../../locales/format.ts';
import { toggleFlawed, useReviewUi } from '../../../state/review/reviewUi.ts';
import { ToggleButton } from '../filters/Toggle.tsx';
import { usePlaceCount } from '../filters/usePlaceCount.ts';

const flawedResults = { flawed: true };

export function FlawedFilter() {
  const { t } = useTranslation();
  const flawed = useReviewUi((ui) => ui.query.flawed);
  const count = usePlaceCount(flawedResults);
  if (count === 0 && !flawed) return null;
  return (
    <ToggleButton
      isOn={flawed}
      label={t('looks.filter', { number: number(count) })}
      onClick={toggleFlawed}
      testId="filter-flawed"
    >
      <IconEyeExclamation size={14} aria-hidden />
    </ToggleButton>
  );
}
