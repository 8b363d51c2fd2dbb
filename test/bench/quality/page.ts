/** The page of the quality benchmark: a table of all operations, then measures and pictures of each. */
import type { OperationSpec } from '../../../contract/operations/operation-spec.ts';
import { figure, measureTable, page, problemList, table, text, verdict } from '../shared/html.ts';
import { isKept } from '../shared/measure.ts';
import { perMegapixel } from './costs.ts';
import type { Cost, OperationReport, Picture } from './report.ts';

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
  readonly pictures: string;
}

const style = `
  body { max-width: 1200px; margin: 2rem auto; padding: 0 1rem; }
  h2 { margin-top: 3rem; border-top: 1px solid #8886; padding-top: 1.5rem; }
  table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums; }
  th, td { text-align: left; padding: .2rem .8rem .2rem 0; border-bottom: 1px solid #8883; vertical-align: top; }
  td.number { text-align: right; }
  .kept { color: #2b8a3e; } .broken { color: #e03131; font-weight: 600; }
  img { max-width: 100%; background: repeating-conic-gradient(#bbb 0 25%, #eee 0 50%) 0 0 / 20px 20px; }`;

export function pageOf(entries: readonly Entry[], facts: PageFacts, more: string): string {
  const head = `<p>${text(facts.at)}, ${text(facts.machine)}${facts.quick ? ', a quick run (a subset)' : ''}.
Numbers with a bound are promises: ${verdict(true)} or ${verdict(false)}; the others are for information.</p>`;
  const sections = entries.map((entry) => section(entry, facts.pictures));
  return page('Quality of the engine', style, [head, summary(entries), more, ...sections].join('\n'));
}

function summary(entries: readonly Entry[]): string {
  const rows = entries.map(({ spec, costs, report, seconds }) => {
    const verdicts = report.measures.map(isKept);
    const [kept, broken] = [true, false].map((wanted) => verdicts.filter((each) => each === wanted).length);
    const growth = perMegapixel(costs);
    return [
      `<a href="#${spec.id}">${text(spec.title)}</a>`,
      verdict(true, kept),
      broken ? verdict(false, broken) : 0,
      costs[0] ? (costs[0].nextMs ?? costs[0].firstMs) : '',
      growth ? Math.round(growth.ms) : '',
      costs.length > 0 ? Math.max(...costs.map(({ peakMb }) => peakMb)) : '',
      growth ? Number(growth.mb.toFixed(1)) : '',
      Math.round(seconds),
    ];
  });
  const growth = ['ms at 1 MP', 'ms per MP more', 'peak MB', 'MB per MP more'];
  return table(['operation', 'kept', 'broken', ...growth, 's measured'], rows);
}

function section({ spec, report, costs }: Entry, pictures: string): string {
  return `<h2 id="${spec.id}">${text(spec.title)} <small>${spec.id}</small></h2><p>${text(spec.summary)}</p>
${problemList(report.problems)}
${costTable(costs)}
${measureTable(report.measures)}
${report.pictures.map((picture) => pictureRow(picture, pictures)).join('\n')}`;
}

function costTable(costs: readonly Cost[]): string {
  const head = ['megapixels', 'first run, ms', 'next, ms', 'cancelled, ms', 'MB at start', 'peak MB'];
  const rows = costs.map(({ megapixels, firstMs, nextMs, stopMs, startMb, peakMb }) => {
    return [Number(megapixels.toFixed(1)), firstMs, nextMs ?? '', stopMs ?? '', startMb, peakMb];
  });
  return table(head, rows);
}

function pictureRow({ photo, images, text: words }: Picture, folder: string): string {
  const figures = images.map(({ label, file }) => figure(folder, file, `${photo}, ${label}`, label));
  return `<h3>${text(photo)}</h3>${words ? `<p>${text(words)}</p>` : ''}<div class="row">${figures.join('')}</div>`;
}
