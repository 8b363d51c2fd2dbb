/** Accuracy of judgments on portraits that they were not fitted to: by age, skin tone and confidence. */
import { calibratedFindings } from '../../../engine/vision/calibration/calibration.ts';
import { type Finding, type Limit, likelihood, toFinding } from '../../../engine/vision/calibration/finding.ts';
import { mean } from '../shared/statistics.ts';
import { bootstrap, type Interval, leaveOneOut, limitOf, shareOf, straightLine } from './fit.ts';
import type { Portrait, SeenName } from './portraits.ts';
import type { Reading } from './reading.ts';
import { toneGroupOf, toneGroups } from './skin-tone.ts';

/** A portrait with its reading, and its age by a line fitted to all others. */
export interface Judged extends Reading {
  readonly portrait: Portrait;
  readonly crossAge: number;
}

export interface Cell {
  readonly of: string;
  readonly group: string;
  readonly cases: number;
  readonly value: Interval;
  readonly unit: 'years' | 'share';
}

interface Group {
  readonly name: string;
  readonly holds: (person: Judged) => boolean;
}

const everybody: Group = { name: 'everybody', holds: () => true };
const aged = (name: string, from: number, below: number): Group => ({
  name,
  holds: ({ portrait }) => portrait.age >= from && portrait.age < below,
});
const groups: readonly Group[] = [
  everybody,
  aged('under 30', 0, 30),
  aged('30 to 44', 30, 45),
  aged('45 to 59', 45, 60),
  aged('60 and over', 60, 200),
  aged('over 70', 71, 200),
  ...toneGroups.map(
    ({ name }): Group => ({
      name: `${name} skin`,
      holds: ({ measured }) => measured.tone !== null && toneGroupOf(measured.tone) === name,
    }),
  ),
];

export function judgedOf(portraits: readonly Portrait[], readings: readonly Reading[]): Judged[] {
  const pairs = portraits.flatMap((portrait) => {
    const reading = readings.find(({ name }) => name === portrait.name);
    return reading ? [{ portrait, ...reading }] : [];
  });
  const line = (trainingPairs: typeof pairs) =>
    straightLine(trainingPairs.map((each) => [each.measured.age, each.portrait.age]));
  const ages = leaveOneOut(pairs, line, ({ offset, slope }, { measured }) => offset + slope * measured.age);
  return pairs.map((pair, i) => ({ ...pair, crossAge: ages[i]! }));
}

export function ageCells(judged: readonly Judged[]): Cell[] {
  const errors = ({ portrait, crossAge }: Judged) => crossAge - portrait.age;
  return groups.flatMap(({ name: group, holds }): Cell[] => {
    const those = judged.filter(holds);
    if (those.length === 0) return [];
    const cell = (of: string, error: (person: Judged) => number): Cell => ({
      of,
      group,
      cases: those.length,
      value: bootstrap(those.map(error), mean),
      unit: 'years',
    });
    return [cell('age, mean error', errors), cell('age, mean absolute error', (person) => Math.abs(errors(person)))];
  });
}

interface Verdict {
  readonly person: Judged;
  readonly isSo: boolean;
  readonly said: Finding;
}

/** Judges the smile and each calibrated finding by fits to all other portraits. */
export function verdictsOf(judged: readonly Judged[]): Record<string, Verdict[]> {
  const findings = calibratedFindings.map((name) => {
    const measure = ({ measured }: Judged) => measured.findings[name];
    const judge = (value: number, limit: Limit, { measured }: Judged) => toFinding(value, limit, measured.trust);
    return [name, crossJudged(judged, name, measure, 'equal', judge)];
  });
  const smileOf = ({ measured }: Judged) => measured.spread.smile;
  const smile = crossJudged(judged, 'smile', smileOf, 'counted', (value, limit) => {
    const chance = likelihood(value, limit);
    return { value: chance > 0.5 ? 1 : 0, confidence: Math.max(chance, 1 - chance) };
  });
  return { smile, ...Object.fromEntries(findings) };
}

function crossJudged(
  judged: readonly Judged[],
  name: SeenName,
  measure: (person: Judged) => number | null,
  priors: 'equal' | 'counted',
  judge: (value: number, limit: Limit, person: Judged) => Finding,
): Verdict[] {
  const samples = judged.flatMap((person) => {
    const [seen, value] = [person.portrait.seen[name], measure(person)];
    return seen === undefined || value === null ? [] : [{ person, isSo: seen > 0, value }];
  });
  const fit = (training: typeof samples) => {
    const cases = training.map(({ value, isSo }) => [value, isSo] as const);
    return limitOf(cases, priors);
  };
  return leaveOneOut(samples, fit, (limit, { person, isSo, value }) => {
    return { person, isSo, said: judge(value, limit, person) };
  });
}

export function markVerdicts(judged: readonly Judged[]): Record<string, Verdict[]> {
  const verdicts = (name: 'acne' | 'mole' | 'skin_spot') =>
    judged.flatMap((person): Verdict[] => {
      const seen = person.portrait.seen[name];
      return seen === undefined ? [] : [{ person, isSo: seen > 0, said: person.said.findings[name] }];
    });
  return { acne: verdicts('acne'), mole: verdicts('mole'), skin_spot: verdicts('skin_spot') };
}

/** Shares of right findings, misses and false alarms. */
export function verdictCells(name: string, verdicts: readonly Verdict[]): Cell[] {
  return groups.flatMap(({ name: group, holds }): Cell[] => {
    const those = verdicts.filter(({ person }) => holds(person));
    const there = those.filter(({ isSo }) => isSo);
    const absent = those.filter(({ isSo }) => !isSo);
    const cell = (rateName: string, yes: number, all: number): Cell[] =>
      all === 0 ? [] : [{ of: `${name}, ${rateName}`, group, cases: all, value: shareOf(yes, all), unit: 'share' }];
    return [
      ...cell('right', those.filter(isRight).length, those.length),
      ...cell('missed', there.filter(({ said }) => said.value === 0).length, there.length),
      ...cell('false alarms', absent.filter(({ said }) => said.value > 0).length, absent.length),
    ];
  });
}

const steps = [0.5, 0.65, 0.8, 1.01];

/** Compares accuracy with confidence. */
export function reliabilityCells(verdicts: readonly Verdict[]): { sure: number; cell: Cell }[] {
  return steps.slice(1).flatMap((below, i) => {
    const from = steps[i]!;
    const those = verdicts.filter(({ said }) => said.confidence >= from && said.confidence < below);
    if (those.length === 0) return [];
    const group = `confidence ${from} to ${Math.min(1, below)}`;
    const value = shareOf(those.filter(isRight).length, those.length);
    const cell: Cell = { of: 'right', group, cases: those.length, value, unit: 'share' };
    return [{ sure: mean(those.map(({ said }) => said.confidence)), cell }];
  });
}

function isRight({ isSo, said }: Verdict): boolean {
  return said.value > 0 === isSo;
}
