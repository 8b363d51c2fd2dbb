/** The judgments in the quality benchmark: tables and promises from readings of portraits. */
import { type Measure, measuresOn } from '../shared/measure.ts';
import { rounded } from '../shared/statistics.ts';
import { portraitsIn } from './portraits.ts';
import { type Reading, readApart } from './reading.ts';
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
  /** Percentiles 10, 50 and 90 of the scores. */
  readonly scores: Readonly<Record<string, readonly number[]>>;
}

export async function measureJudgements(folder: string | undefined): Promise<Judgements | { notMeasured: string }> {
  if (!folder) return { notMeasured: 'no folder of portraits was named (--people=FOLDER)' };
  const portraits = await portraitsIn(folder);
  console.error(`  reading ${portraits.length} portraits`);
  const readings = await readApart(folder);
  return judgementsOf(judgedOf(portraits, readings));
}

function judgementsOf(judged: readonly Judged[]): Judgements {
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
  };
}

function promisesOf(
  judged: readonly Judged[],
  cells: readonly Cell[],
  reliability: Judgements['reliability'],
): Measure[] {
  const everybodys = (of: string) => cells.find((cell) => cell.of === of && cell.group === 'everybody')!.value.value;
  const wide = judged.filter(({ portrait }) => portrait.seen.smile === 2);
  const missed = wide.filter(({ said }) => said.smileWords === 'modest').length;
  const excess = Math.max(...reliability.map(({ sure, cell }) => sure - cell.value.value));
  const measure = measuresOn('everybody');
  return [
    measure('age, mean error', Math.abs(everybodys('age, mean error')), 'years', { atMost: 1 }),
    measure('age, mean absolute error', everybodys('age, mean absolute error'), 'years'),
    measuresOn('the card')('wide smiles called serious', missed, `of ${wide.length}`, { atMost: 0 }),
    measuresOn('every step of confidence')('confidence beyond how often it is right', excess, 'share', { atMost: 0.1 }),
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
