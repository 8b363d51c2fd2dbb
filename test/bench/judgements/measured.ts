/** The part of the quality benchmark about judgements: portraits read, and the tables and promises made of them. */
import { answerOf } from '../quality/child.ts';
import { type Measure, rounded } from '../quality/measure.ts';
import { portraitsIn } from './portraits.ts';
import type { Reading } from './reading.ts';
import {
  ageCells,
  type Cell,
  type Judged,
  judgedOf,
  markVerdicts,
  reliabilityCells,
  verdictCells,
  verdictsOf,
} from './report.ts';

export interface Judgements {
  readonly portraits: number;
  readonly cells: readonly Cell[];
  readonly reliability: ReturnType<typeof reliabilityCells>;
  readonly measures: readonly Measure[];
  /** Scores of the card that 10, 50 and 90 % of the portraits do not pass. */
  readonly scores: Readonly<Record<string, readonly number[]>>;
  readonly problems: readonly string[];
}

const patienceMs = 40 * 60_000;

/** @param folder of the portraits, with its people.csv; nothing is measured without one */
export async function measureJudgements(folder: string | undefined): Promise<Judgements | { notMeasured: string }> {
  if (!folder) return { notMeasured: 'no folder of portraits was named (--people=FOLDER)' };
  const portraits = await portraitsIn(folder);
  console.error(`  reading ${portraits.length} portraits`);
  const readings = await answerOf<Reading[]>(new URL('./read.ts', import.meta.url), [folder], patienceMs);
  return judgementsOf(judgedOf(portraits, readings));
}

export function judgementsOf(judged: readonly Judged[]): Judgements {
  const verdicts = verdictsOf(judged);
  const marks = markVerdicts(judged);
  const reliability = reliabilityCells(Object.values(verdicts).flat());
  const cells = [
    ...ageCells(judged),
    ...Object.entries({ ...verdicts, ...marks }).flatMap(([name, each]) => verdictCells(name, each)),
  ];
  return {
    portraits: judged.length,
    cells,
    reliability,
    measures: promisesOf(judged, cells, reliability).map((each) => ({ ...each, value: rounded(each.value) })),
    scores: scoresOf(judged),
    problems: [],
  };
}

function promisesOf(
  judged: readonly Judged[],
  cells: readonly Cell[],
  reliability: Judgements['reliability'],
): Measure[] {
  const everybody = (of: string) => cells.find((cell) => cell.of === of && cell.group === 'everybody')!.value.value;
  const wide = judged.filter(({ portrait }) => portrait.seen.smile === 2);
  return [
    {
      name: 'age, mean error',
      on: 'everybody',
      value: Math.abs(everybody('age, mean error')),
      unit: 'years',
      atMost: 1,
    },
    { name: 'age, mean absolute error', on: 'everybody', value: everybody('age, mean absolute error'), unit: 'years' },
    {
      name: 'wide smiles called serious',
      on: 'the card',
      value: wide.filter(({ said }) => said.smileWords === 'modest').length,
      unit: `of ${wide.length}`,
      atMost: 0,
    },
    {
      name: 'confidence beyond how often it is right',
      on: 'every step of confidence',
      value: Math.max(...reliability.map(({ sure, cell }) => sure - cell.value.value)),
      unit: 'share',
      atMost: 0.1,
    },
  ];
}

function scoresOf(judged: readonly Judged[]): Judgements['scores'] {
  const names = Object.keys(judged[0]?.said.scores ?? {}) as (keyof Reading['said']['scores'])[];
  const at = (values: number[], share: number) =>
    values.toSorted((a, b) => a - b)[Math.round(share * (values.length - 1))]!;
  const spread = (values: number[]) => [0.1, 0.5, 0.9].map((share) => at(values, share));
  return {
    ...Object.fromEntries(names.map((name) => [name, spread(judged.map(({ said }) => said.scores[name]))])),
    overall: spread(judged.map(({ said }) => said.overall)),
    beauty_list: spread(judged.map(({ said }) => Math.round(said.beauty))),
  };
}
