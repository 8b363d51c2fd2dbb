/** The report as a page: a table of all operations, then each with its numbers and its pictures. */
import type { OperationSpec } from '../../../contract/operations/operation-spec.ts';
import { perMegapixel } from './costs.ts';
import { type Cost, isKept, type Measure, type OperationReport, type Picture } from './measure.ts';

/** What was found out about one operation. */
export interface Entry {
  readonly spec: OperationSpec;
  readonly costs: readonly Cost[];
  readonly report: OperationReport;
  readonly seconds: number;
}

export interface PageFacts {
  readonly at: string;
  readonly machine: string;
  readonly quick: boolean;
  /** Folder of the pictures, as the page sees it. */
  readonly pictures: string;
}

const style = `
  :root { color-scheme: light dark; font: 15px/1.45 system-ui, sans-serif; }
  body { max-width: 1200px; margin: 2rem auto; padding: 0 1rem; }
  h2 { margin-top: 3rem; border-top: 1px solid #8886; padding-top: 1.5rem; }
  table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums; }
  th, td { text-align: left; padding: .2rem .8rem .2rem 0; border-bottom: 1px solid #8883; vertical-align: top; }
  td.number { text-align: right; }
  .kept { color: #2b8a3e; } .broken { color: #e03131; font-weight: 600; }
  .row { display: flex; flex-wrap: wrap; gap: .6rem; align-items: end; margin: .4rem 0 1.6rem; }
  figure { margin: 0; } figcaption { font-size: .8rem; opacity: .75; }
  img { display: block; max-width: 100%; background: repeating-conic-gradient(#bbb 0 25%, #eee 0 50%) 0 0 / 20px 20px; }
  pre { white-space: pre-wrap; color: #e03131; }`;

/** @param more a further part, as HTML */
export function pageOf(entries: readonly Entry[], facts: PageFacts, more = ''): string {
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Quality of the engine</title><style>${style}</style>
<h1>Quality of the engine</h1>
<p>${text(facts.at)}, ${text(facts.machine)}${facts.quick ? ', a quick run (a subset)' : ''}.
Numbers with a bound are promises: <span class="kept">kept</span> or <span class="broken">broken</span>; the others are for information.</p>
${summary(entries)}
${more}
${entries.map((entry) => section(entry, facts.pictures)).join('\n')}
</html>
`;
}

/** As text of an HTML page. */
export function text(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

function summary(entries: readonly Entry[]): string {
  const rows = entries.map((entry) => {
    const name = `<td><a href="#${entry.spec.id}">${text(entry.spec.title)}</a></td>`;
    const { costs, report, seconds } = entry;
    const verdicts = report.measures.map(isKept);
    const [kept, broken] = [true, false].map((wanted) => verdicts.filter((each) => each === wanted).length);
    const growth = perMegapixel(costs);
    const cells = [
      `<span class="kept">${kept}</span>`,
      broken ? `<span class="broken">${broken}</span>` : '0',
      costs[0] ? `${costs[0].nextMs ?? costs[0].firstMs}` : '',
      growth ? growth.ms.toFixed(0) : '',
      costs.length > 0 ? `${Math.max(...costs.map(({ peakMb }) => peakMb))}` : '',
      growth ? growth.mb.toFixed(1) : '',
      seconds.toFixed(0),
    ];
    return `<tr>${name}${cells.map((cell) => `<td class="number">${cell}</td>`).join('')}</tr>`;
  });
  const head = [
    'operation',
    'kept',
    'broken',
    'ms at 1 MP',
    'ms per MP more',
    'peak MB',
    'MB per MP more',
    's measured',
  ];
  return `<table><tr>${head.map((each) => `<th>${each}</th>`).join('')}</tr>${rows.join('')}</table>`;
}

function section(entry: Entry, pictures: string): string {
  const { spec } = entry;
  const title = `<h2 id="${spec.id}">${text(spec.title)} <small>${spec.id}</small></h2><p>${text(spec.summary)}</p>`;
  const { report, costs } = entry;
  return `${title}
${report.problems.map((problem) => `<pre>${text(problem)}</pre>`).join('')}
${costTable(costs)}
${measureTable(report.measures)}
${report.pictures.map((picture) => pictureRow(picture, pictures)).join('\n')}`;
}

function costTable(costs: readonly Cost[]): string {
  if (costs.length === 0) return '';
  const rows = costs.map(({ megapixels, firstMs, nextMs, stopMs, startMb, peakMb }) => {
    const cells = [megapixels.toFixed(1), firstMs, nextMs ?? '', stopMs ?? '', startMb, peakMb];
    return `<tr>${cells.map((cell) => `<td class="number">${cell}</td>`).join('')}</tr>`;
  });
  return `<table><tr><th>megapixels</th><th>first run, ms</th><th>next, ms</th><th>cancelled, ms</th><th>MB at start</th><th>peak MB</th></tr>${rows.join('')}</table>`;
}

function measureTable(measures: readonly Measure[]): string {
  const rows = measures.map((measure) => {
    const kept = isKept(measure);
    const verdict =
      kept === undefined ? '' : kept ? '<span class="kept">kept</span>' : '<span class="broken">broken</span>';
    const bounds = [
      ...(measure.atLeast === undefined ? [] : [`≥ ${measure.atLeast.toPrecision(3)}`]),
      ...(measure.atMost === undefined ? [] : [`≤ ${measure.atMost.toPrecision(3)}`]),
    ];
    return `<tr><td>${text(measure.name)}</td><td>${text(measure.on)}</td><td class="number">${measure.value}</td><td>${text(measure.unit)}</td><td>${bounds.join(', ')}</td><td>${verdict}</td></tr>`;
  });
  if (rows.length === 0) return '';
  return `<table><tr><th>measure</th><th>on</th><th>value</th><th>unit</th><th>bound</th><th></th></tr>${rows.join('')}</table>`;
}

function pictureRow({ photo, images, text: words }: Picture, folder: string): string {
  const figures = images.map(
    ({ label, file }) =>
      `<figure><img loading="lazy" alt="${text(`${photo}, ${label}`)}" src="${folder}/${encodeURIComponent(file)}"><figcaption>${text(label)}</figcaption></figure>`,
  );
  return `<h3>${text(photo)}</h3>${words ? `<p>${text(words)}</p>` : ''}<div class="row">${figures.join('')}</div>`;
}
