import { expect, it } from 'vitest';
import { msg } from '../../../contract/messages/message.ts';
import {
  countUncertain,
  passesAll,
  type RuleFinding,
  severityOf,
} from '../../../contract/recipes/marketplace-check.ts';

const unkept = (level: RuleFinding['level'], certain: boolean): RuleFinding => ({
  ...{ kind: 'opaque', passes: false, says: msg('imaging.check.transparent') },
  ...{ level, certain },
});

it.each([
  [[], true, 0],
  [[unkept('must', true)], false, 0],
  [[unkept('must', false)], true, 1],
  [[unkept('should', true), unkept('should', false)], true, 0],
  [[unkept('must', false), unkept('must', true)], false, 1],
])('%o: only a rule that is certain fails a file', (findings, passes, count) => {
  expect([passesAll(findings), countUncertain(findings)]).toEqual([passes, count]);
  const open = findings.map((finding) => ({ ...finding, passes: null }));
  expect([passesAll(open), countUncertain(open)]).toEqual([true, 0]);
});

it('grades a violated rule by its level and its certainty', () => {
  const weights = [unkept('must', true), unkept('must', false), unkept('should', true)].map(severityOf);
  expect(weights).toEqual(['fails', 'to look at', 'could be better']);
});
