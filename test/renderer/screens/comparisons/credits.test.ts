import i18next from 'i18next';
import { afterEach, expect, it } from 'vitest';
import '../../../../renderer/locales/setup.ts';
import { english } from '../../../../contract/messages/language.ts';
import { setReading } from '../../../../contract/messages/translator.ts';

afterEach(() => setReading(english));

it('credits agree with their number, including fractions', async () => {
  const creditsText = (count: number) => i18next.t('comparisons.outcome.credits', { count, n: String(count) });
  expect([1, 1.5, 2].map(creditsText)).toEqual(['1 credit', '1.5 credits', '2 credits']);
  await setReading({ language: 'ru', locale: 'ru' });
  expect([1, 2, 5, 21].map(creditsText)).toEqual(['1 кредит', '2 кредита', '5 кредитов', '21 кредит']);
});
