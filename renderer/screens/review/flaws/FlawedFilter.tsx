/** The filter for results that may need a look; there only where there are such, so that it says something. */
import { IconEyeExclamation } from '@tabler/icons-react';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { everyPhotograph } from '../../../../contract/review/list-queries.ts';
import { requestQuietly } from '../../../bridge.ts';
import { formatCount as number } from '../../../locales/format.ts';
import { toggleFlawed, useReviewUi } from '../../../state/reviewUi.ts';
import { useData } from '../../../state/store.ts';
import { useReread } from '../../../state/useReread.ts';
import { ToggleButton } from '../filters/Toggle.tsx';

export function FlawedFilter() {
  const { t } = useTranslation();
  const { flawed, batchId, folderId, recipe, from, to } = useReviewUi((ui) => ui.query);
  const version = useData((data) => data.photographsVersion);
  const ask = useCallback(
    () =>
      requestQuietly('photographs.count', { ...everyPhotograph, batchId, folderId, recipe, from, to, flawed: true }),
    [batchId, folderId, recipe, from, to],
  );
  const count = useReread(ask, version) ?? 0;
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
