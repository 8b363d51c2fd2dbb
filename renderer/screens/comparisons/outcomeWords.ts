/** What a comparison has found in sentences: whether the difference means anything, and what its table does not say. Pure. */
import type { TFunction } from 'i18next';
import { type Outcome, significanceLevel, signTest } from '../../../contract/service-comparison.ts';

export function outcomeSentences({ services, both, neither, leftOut }: Outcome, t: TFunction): string[] {
  const [one, other] = services;
  return [
    chanceWords(one.won, other.won, t),
    ...(both + neither > 0
      ? [t('comparisons.outcome.both', { count: both }), t('comparisons.outcome.neither', { count: neither })]
      : []),
    ...(leftOut > 0 ? [t('comparisons.outcome.leftOut', { count: leftOut })] : []),
  ];
}

/** Of how often each of two was better than the other. */
function chanceWords(one: number, other: number, t: TFunction): string {
  const [most, least] = [Math.max(one, other), Math.min(one, other)];
  if (most === 0) return t('comparisons.outcome.nothing');
  if (most === least) return t('comparisons.outcome.even', { most, least });
  const chance = signTest(one, other);
  const percent = Math.round(chance * 100);
  if (percent === 100) return t('comparisons.outcome.mayWellBe', { most, least });
  const n = percent < 1 ? t('comparisons.outcome.under1') : percent;
  return chance > significanceLevel
    ? t('comparisons.outcome.chance', { most, least, n })
    : t('comparisons.outcome.hardlyChance', { most, least, n });
}
