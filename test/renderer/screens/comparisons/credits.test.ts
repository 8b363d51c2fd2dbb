import i18next from 'i18next';
import { afterEach, expect, it } from 'vitest';
import '../../../../renderer/locales/setup.ts';
import { loadTranslation } from '../../../../renderer/locales/loadTranslation.ts';

afterEach(() => i18next.changeLanguage('en'));

it('credits agree with their number, whole or not', async () => {
  const creditsText = (count: number) => i18next.t('comparisons.outcome.credits', { count, n: String(count) });
  expect([1, 1.5, 2].map(creditsText)).toEqual(['1 credit', '1.5 credits', '2 credits']);
  i18next.addResourceBundle('ru', 'translation', await loadTranslation('ru'));
  await i18next.changeLanguage('ru');
  expect([1, 2, 5, 21].map(creditsText)).toEqual(['1 кредит', '2 кредита', '5 кредитов', '21 кредит']);
});
