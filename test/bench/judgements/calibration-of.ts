/** Fits the engine's calibration to readings of portraits. */
import {
  type Calibration,
  calibratedFindings,
  type Deciles,
  spreadMeasures,
} from '../../../engine/vision/calibration/calibration.ts';
import { limitOf, straightLine } from './fit.ts';
import type { Portrait, SeenName } from './portraits.ts';
import type { Reading } from './reading.ts';

const source =
  'Portraits of faker-js/assets-person-portrait (CC0), 1024 px: made by an image model, not photographed. Ages are those that its prompts asked for; what is on each face was seen by one person. Few are over 70.';

type Read = Pick<Reading, 'name' | 'measured' | 'said'>;
type Pair = Read & { readonly portrait: Portrait };

/** @throws Error for a portrait without a reading, and for a finding on all or none */
export function calibrationOf(portraits: readonly Portrait[], readings: readonly Read[]): Calibration {
  const pairs = portraits.map((portrait): Pair => {
    const reading = readings.find(({ name }) => name === portrait.name);
    if (!reading) throw new Error(`${portrait.name} was not read`);
    return { portrait, ...reading };
  });
  const limits = calibratedFindings.map((name) => [
    name,
    limitFor(pairs, name, ({ findings }) => findings[name], 'equal'),
  ]);
  const deciles = spreadMeasures.map((name) => [
    name,
    decilesOf(pairs.flatMap(({ measured }) => measured.spread[name] ?? [])),
  ]);
  return {
    source,
    date: new Date().toISOString().slice(0, 10),
    portraits: pairs.length,
    age: rounded(straightLine(pairs.map(({ portrait, measured }) => [measured.age, portrait.age]))),
    smile: limitFor(pairs, 'smile', ({ spread }) => spread.smile, 'counted'),
    findings: Object.fromEntries(limits) as Calibration['findings'],
    right: { mole: precise(shareRight(pairs, 'mole')), skin_spot: precise(shareRight(pairs, 'skin_spot')) },
    spread: Object.fromEntries(deciles) as Calibration['spread'],
  };
}

export function moduleOf(calibration: Calibration): string {
  return `/** Numbers fitted to portraits. Written by \`node test/bench/judgements/calibrate.ts FOLDER\`, then \`npm run fix\`. */
import type { Calibration } from '../../../engine/vision/calibration/calibration.ts';

export const calibration: Calibration = ${JSON.stringify(calibration, undefined, 2)};
`;
}

function limitFor(
  pairs: readonly Pair[],
  name: SeenName,
  measure: (measured: Pair['measured']) => number | null,
  priors: 'equal' | 'counted',
) {
  const cases = pairs.flatMap(({ portrait, measured }): [number, boolean][] => {
    const [seen, value] = [portrait.seen[name], measure(measured)];
    return seen === undefined || value === null ? [] : [[value, seen > 0]];
  });
  return rounded(limitOf(cases, priors));
}

/** Laplace's rule of succession. */
function shareRight(pairs: readonly Pair[], mark: 'mole' | 'skin_spot'): number {
  const labeledPairs = pairs.filter(({ portrait }) => portrait.seen[mark] !== undefined);
  const right = labeledPairs.filter(({ portrait, said }) => said.findings[mark].value === portrait.seen[mark]);
  return (right.length + 1) / (labeledPairs.length + 2);
}

function decilesOf(values: number[]): Deciles {
  const sorted = values.toSorted((a, b) => a - b);
  return Array.from({ length: 11 }, (_, i) => {
    const at = (i / 10) * (sorted.length - 1);
    const low = sorted[Math.floor(at)]!;
    return precise(low + (at - Math.floor(at)) * (sorted[Math.ceil(at)]! - low));
  });
}

function rounded<T extends object>(numbers: T): T {
  return Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, precise(value)])) as T;
}

function precise(value: number): number {
  return Number(value.toPrecision(4));
}
