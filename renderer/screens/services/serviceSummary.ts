/** Summaries of the collapsed sections of a service's form. Pure. */
import type { TFunction } from 'i18next';
import type { Profile } from '../../../contract/services/profile.ts';
import { defaultTaskQuery } from '../../../contract/services/task-query-form.ts';
import { formatCount } from '../../locales/format.ts';

/** "3 credits a request · at most 120 a day". */
export function costSummary({ charges, costs }: Pick<Profile, 'charges' | 'costs'>, t: TFunction): string {
  if (!charges) return t('services.free');
  const limits = (['askAbove', 'perDay', 'perMonth', 'keepBalance'] as const).flatMap((limit) => {
    const credits = costs[limit];
    return credits === null ? [] : t(`costs.form.summary.${limit}`, { credits: formatCount(credits) });
  });
  return [pricesText(costs.prices, t), ...(limits.length > 0 ? limits : [t('costs.form.none')])].join(' · ');
}

/** Summarizes the custom prices. */
function pricesText(prices: Profile['costs']['prices'], t: TFunction): string {
  const credits = Object.values(prices);
  if (credits.length === 0) return t('costs.form.summary.charges');
  const [min, max] = [Math.min(...credits), Math.max(...credits)];
  const range = min === max ? formatCount(max) : `${formatCount(min)}–${formatCount(max)}`;
  return t('costs.form.summary.prices', { count: max, credits: range });
}

/** @param isPlainFile whether keys are kept in a plain file */
export function advancedSummary(profile: Profile, isPlainFile: boolean, t: TFunction): string {
  const { keyHeader, maxConcurrency, taskQueryMethod, taskQueryPath } = profile;
  const isDefaultQuery =
    taskQueryMethod === defaultTaskQuery.taskQueryMethod && taskQueryPath === defaultTaskQuery.taskQueryPath;
  return [
    keyHeader,
    t('services.form.atATime', { count: maxConcurrency }),
    ...(isDefaultQuery ? [] : [`${taskQueryMethod} ${taskQueryPath}`]),
    ...(isPlainFile ? [t('services.keyHeld.file')] : []),
  ].join(' · ');
}
