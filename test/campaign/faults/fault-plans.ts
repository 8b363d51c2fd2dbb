/** What goes wrong in a round of the campaign of faults: one theme a round, so that each is met in its pure form. */
import type { SeededRandom } from '../../helpers/seeded-random.ts';
import type { FaultPlan, Theme } from './fault-theme.ts';
import * as content from './fault-themes-content.ts';
import * as exchange from './fault-themes-exchange.ts';

const themes: Readonly<Record<string, Theme>> = { ...exchange, ...content };
/** Sorted, so that a round is the same wherever it is played. */
export const themeNames = Object.keys(themes).sort();
/** Each theme once, and those again in which much goes wrong in little time. */
const turns = [...themeNames, 'addresses', 'breaks', 'busy', 'codes', 'files', 'mixed', 'pages'];

/** The plan of a round; `only` names a theme, or a part of its name. */
export function faultPlan(chance: SeededRandom, number: number, now: () => number, only = ''): FaultPlan {
  const names = turns.filter((name) => name.toLowerCase().includes(only.toLowerCase()));
  const theme = themes[names[number % names.length] ?? ''];
  if (theme === undefined) throw new Error(`There is no theme ${only}: ${themeNames.join(', ')}`);
  return theme(chance, Math.floor(number / names.length), now);
}
