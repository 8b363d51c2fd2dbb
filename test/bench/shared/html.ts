/** HTML of the quality pages: text, tables, and measures with their verdicts. */
import { isKept, type Measure } from './measure.ts';

export function text(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** A page in the colors of the system. @param body HTML */
export function page(title: string, style: string, body: string): string {
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>${title}</title><style>
  :root { color-scheme: light dark; font: 15px/1.45 system-ui, sans-serif; }
  figure { margin: 0; } figcaption { font-size: .8rem; opacity: .75; } img { display: block; }
  .row { display: flex; flex-wrap: wrap; gap: .6rem; align-items: end; margin: .4rem 0 1.6rem; }
  pre { white-space: pre-wrap; color: #e03131; }${style}
</style>
<h1>${title}</h1>
${body}
</html>
`;
}

/** A table of HTML cells; numbers are aligned to the right. Empty without rows. */
export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  if (rows.length === 0) return '';
  const cell = (value: string | number) =>
    typeof value === 'number' ? `<td class="number">${value}</td>` : `<td>${value}</td>`;
  const lines = rows.map((cells) => `<tr>${cells.map(cell).join('')}</tr>`);
  return `<table><tr>${head.map((each) => `<th>${each}</th>`).join('')}</tr>${lines.join('')}</table>`;
}

export function measureTable(measures: readonly Measure[]): string {
  const rows = measures.map((measure) => {
    const { name, on, value, unit, atLeast, atMost } = measure;
    const kept = isKept(measure);
    const bounds = [
      ...(atLeast === undefined ? [] : [`≥ ${atLeast.toPrecision(3)}`]),
      ...(atMost === undefined ? [] : [`≤ ${atMost.toPrecision(3)}`]),
    ];
    return [text(name), text(on), value, text(unit), bounds.join(', '), kept === undefined ? '' : verdict(kept)];
  });
  return table(['measure', 'on', 'value', 'unit', 'bound', ''], rows);
}

export const verdict = (kept: boolean, words: string | number = kept ? 'kept' : 'broken'): string =>
  `<span class="${kept ? 'kept' : 'broken'}">${words}</span>`;

export const problemList = (problems: readonly string[]): string =>
  problems.map((problem) => `<pre>${text(problem)}</pre>`).join('');

/** A picture with its label, in a folder as the page sees it. */
export function figure(folder: string, file: string, alt: string, label: string): string {
  const source = `${folder}/${encodeURIComponent(file)}`;
  return `<figure><img loading="lazy" alt="${text(alt)}" src="${source}"><figcaption>${text(label)}</figcaption></figure>`;
}
