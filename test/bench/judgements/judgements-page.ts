/** The judgments as a part of the quality page. */
import { measureTable, table, text } from '../shared/html.ts';
import type { Judgements } from './measured.ts';
import type { Cell } from './report.ts';

export function judgementsSection(found: Judgements | { notMeasured: string }): string {
  const head = '<h2 id="judgements">Calibration by age and tone</h2>';
  if ('notMeasured' in found) return `${head}<p>Not measured: ${text(found.notMeasured)}.</p>`;
  const { portraits, cells, reliability, measures, scores } = found;
  const groups = [...new Set(cells.map(({ group }) => group))];
  const names = [...new Set(cells.map(({ of }) => of))];
  const cellsOf = (name: string) =>
    groups.map((group) => format(cells.find((cell) => cell.of === name && cell.group === group)));
  const rows = names.map((name) => [text(name), ...cellsOf(name)]);
  const steps = reliability.map(({ sure, cell }) => [cell.group, sure.toFixed(2), format(cell)]);
  const deciles = Object.entries(scores).map(([name, values]) => [text(name), ...values]);
  return `${head}
<p>${portraits} portraits, each judged by fits to all the others; made by an image model, few over 70. Ages are those that the model was
asked for. In brackets: the interval of 95 % and the number of cases. Tones are individual typology angles, as photographed.</p>
${measureTable(measures)}
${table(['', ...groups.map(text)], rows)}
${table(['said with', 'mean confidence', 'right'], steps)}
${table(['score', '10 %', 'half', '90 %'], deciles)}`;
}

function format(cell: Cell | undefined): string {
  if (!cell) return '';
  const { value, low, high } = cell.value;
  const short = (number: number) => (cell.unit === 'years' ? number.toFixed(1) : `${Math.round(number * 100)} %`);
  return `${short(value)} (${short(low)} to ${short(high)}; ${cell.cases})`;
}
