/** Sentences about an outcome: its significance, and facts beyond the table. */
import type { TFunction } from 'i18next';
import {
  type Outcome,
  type ServiceOutcome,
  significanceLevel,
  signTest,
} from '../../../contract/services/service-comparison.ts';
import { formatDecimal } from '../../locales/format.ts';

export function outcomeSentences({ services, both, neither, leftOut }: Outcome, t: TFunction): string[] {
  const [first, second] = services;
  return [
    chanceWords(first.won, second.won, t),
    ...(both + neither > 0
      ? [t('comparisons.outcome.both', { count: both }), t('comparisons.outcome.neither', { count: neither })]
      : []),
    ...(leftOut > 0 ? [t('comparisons.outcome.leftOut', { count: leftOut })] : []),
  ];
}

/** The average cost of an acceptable photograph, and the lines under it. Without all prices, there is no average. */
export function costWords(
  { credits, unknown }: Pick<ServiceOutcome, 'credits' | 'unknown'>,
  accepted: number,
  t: TFunction,
): { readonly average: string; readonly details: readonly string[] } {
  const all = t('comparisons.outcome.sum', { count: credits, n: formatDecimal(credits) });
  if (unknown > 0) {
    const details = [...(credits > 0 ? [all] : []), t('comparisons.outcome.unknown', { count: unknown })];
    return { average: t('costs.form.unknownPrice'), details };
  }
  if (accepted === 0) return { average: t('comparisons.outcome.none'), details: [all] };
  const each = credits / accepted;
  return { average: t('comparisons.outcome.credits', { count: each, n: formatDecimal(each) }), details: [all] };
}

/** Sentence about the significance of the verdicts. */
function chanceWords(a: number, b: number, t: TFunction): string {
  const [max, min] = [Math.max(a, b), Math.min(a, b)];
  if (max === 0) return t('comparisons.outcome.nothing');
  if (max === min) return t('comparisons.outcome.even', { most: max, least: min });
  const chance = signTest(a, b);
  const percent = Math.round(chance * 100);
  if (percent === 100) return t('comparisons.outcome.mayWellBe', { most: max, least: min });
  const n = percent < 1 ? t('comparisons.outcome.under1') : percent;
  return chance > significanceLevel
    ? t('comparisons.outcome.chance', { most: max, least: min, n })
    : t('comparisons.outcome.hardlyChance', { most: max, least: min, n });
}
