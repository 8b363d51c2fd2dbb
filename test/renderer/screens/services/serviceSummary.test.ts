import i18next from 'i18next';
import { expect, it } from 'vitest';
import '../../../../renderer/locales/setup.ts';
import { type Costs, noCosts } from '../../../../contract/services/costs.ts';
import type { Profile } from '../../../../contract/services/profile.ts';
import { newProfile } from '../../../../renderer/screens/services/profileDraft.ts';
import { advancedSummary, costSummary } from '../../../../renderer/screens/services/serviceSummary.ts';

it.each<[boolean, Partial<Costs>, string]>([
  [false, { perDay: 9 }, 'Free'],
  [true, {}, 'Paid service · No limits'],
  [true, { prices: { 'avatar-extraction': 1 } }, '1 credit per request · No limits'],
  [
    true,
    { prices: { 'avatar-extraction': 3, 'skin-analysis': 3 }, perDay: 120 },
    '3 credits per request · at most 120 a day',
  ],
  [
    true,
    { prices: { 'avatar-extraction': 2, 'skin-analysis': 1500 }, askAbove: 10, perMonth: 2000, keepBalance: 5 },
    '2–1,500 credits per request · asks above 10 · at most 2,000 a month · stops below 5',
  ],
])('charges %s, %j: %s', (charges, costs, words) =>
  expect(costSummary({ charges, costs: { ...noCosts, ...costs } }, i18next.t)).toBe(words),
);

it.each<[Partial<Profile>, boolean, string]>([
  [{}, false, 'service-api-key · 3 photographs at a time'],
  [{ maxConcurrency: 1 }, true, 'service-api-key · 1 photograph at a time · Kept in a plain file.'],
  [
    { taskQueryMethod: 'POST', taskQueryPath: '/tasks' },
    false,
    'service-api-key · 3 photographs at a time · POST /tasks',
  ],
])('%j, plain file %s: %s', (change, isPlainFile, words) =>
  expect(advancedSummary({ ...newProfile('s'), ...change }, isPlainFile, i18next.t)).toBe(words),
);
