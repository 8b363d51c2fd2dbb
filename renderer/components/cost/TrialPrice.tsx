/** The button text of a trial at a paid service. */
import { useTranslation } from 'react-i18next';
import type { Estimate } from '../../../contract/services/costs.ts';
import { formatDecimal } from '../../locales/format.ts';
import { creditsOf } from '../../state/batches/batchCost.ts';
import { useData } from '../../state/data/store.ts';

export function TrialPrice({ estimates }: { readonly estimates: readonly Estimate[] }) {
  const { t } = useTranslation();
  const [first] = estimates;
  const service = useData((data) => data.profiles.find(({ id }) => id === first?.profileId)?.name ?? '');
  const credits = creditsOf(estimates);
  return credits === null
    ? t('drafts.atUnknown', { service })
    : t('drafts.at', { service, count: credits, credits: formatDecimal(credits) });
}
