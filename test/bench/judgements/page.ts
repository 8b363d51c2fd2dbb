/** The judgements as a part of the quality page. */
import { isKept } from '../quality/measure.ts';
import { text } from '../quality/page.ts';
import type { Judgements } from './measured.ts';
import type { Cell } from './report.ts';

/** Judgements down, groups across: each cell with its interval of 95 % and how many cases it has. */
export function judgementsSection(found: Judgements | { notMeasured: string }): string {
  const head = '<h2 id="judgements">Calibration by age and tone</h2>';
  if ('notMeasured' in found) return `${head}<p>Not measured: ${text(found.notMeasured)}.</p>`;
  const { portraits, cells, reliability, measures, scores } = found;
  const columns = [...new Set(cells.map(({ group }) => group))];
  const rows = [...new Set(cells.map(({ of }) => of))];
  const at = (of: string, group: string) => cells.find((cell) => cell.of === of && cell.group === group);
  const line = (of: string) =>
    `<tr><td>${text(of)}</td>${columns.map((group) => `<td class="number">${cellOf(at(of, group))}</td>`).join('')}</tr>`;
  return `${head}
<p>${portraits} portraits, each judged by fits to all the others; made by an image model, few over 70. Ages are those that the model was
asked for. In brackets: the interval of 95 % and the number of cases. Tones are individual typology angles, as photographed.</p>
<table><tr><th>promise</th><th>on</th><th>value</th><th>bound</th><th></th></tr>${measures.map(promise).join('')}</table>
<table><tr><th></th>${columns.map((group) => `<th>${text(group)}</th>`).join('')}</tr>${rows.map(line).join('')}</table>
<table><tr><th>said with</th><th>mean confidence</th><th>right</th></tr>${reliability
    .map(({ sure, cell }) => `<tr><td>${cell.group}</td><td>${sure.toFixed(2)}</td><td>${cellOf(cell)}</td></tr>`)
    .join('')}</table>
<table><tr><th>score</th><th>10 %</th><th>half</th><th>90 %</th></tr>${Object.entries(scores)
    .map(([name, values]) => `<tr><td>${text(name)}</td>${values.map((value) => `<td>${value}</td>`).join('')}</tr>`)
    .join('')}</table>`;
}

/** A number with its interval and its cases, as short as it can be. */
export function cellOf(cell: Cell | undefined): string {
  if (!cell) return '';
  const { value, low, high } = cell.value;
  const short = (number: number) => (cell.unit === 'years' ? number.toFixed(1) : `${Math.round(number * 100)} %`);
  return `${short(value)} (${short(low)} to ${short(high)}; ${cell.cases})`;
}

function promise(measure: Judgements['measures'][number]): string {
  const { name, on, value, unit, atMost } = measure;
  const kept = isKept(measure);
  const verdict = kept === undefined ? '' : `<span class="${kept ? 'kept">kept' : 'broken">missed'}</span>`;
  return `<tr><td>${text(name)}</td><td>${text(on)}</td><td class="number">${value} ${unit}</td><td>${atMost === undefined ? '' : `≤ ${atMost}`}</td><td>${verdict}</td></tr>`;
}
