/** The rendered truth as a part of the quality page. */
import { isKept } from '../quality/measure.ts';
import { text } from '../quality/page.ts';
import type { Rendered } from './rendered.ts';
import { type Contender, type Row, ratioOf } from './report.ts';

const columns: readonly (readonly [Contender, string])[] = [
  ['universal', 'ours'],
  ['peer', 'peer'],
  ['u2net', 'U²-Net'],
  ['portrait', 'ours, portrait'],
  ['modnet', 'MODNet'],
];

/** @param pictures folder of the pictures, as the page sees it */
export function renderedSection({ seed, rows, measures, efforts, problems }: Rendered, pictures: string): string {
  const head = ['subject', ...columns.map(([, label]) => label), 'ours to peer', 'slopes: ours', 'peer'];
  const efforted = columns.flatMap(([who, label]) => (efforts[who] ? [`${label}: ${efforts[who].peakMb} MB`] : []));
  return `<h2 id="rendered">Rendered truth</h2>
<p>Drawn subjects whose alpha is known exactly, groups of people cut out by ourselves at twice the size, and people keyed from plain
walls. Seed ${text(seed)}. Mean absolute
error of the alpha in 1/1000; slopes: the error of the gradient along the edge. Peak memory: ${text(efforted.join(', '))}.</p>
${problems.map((problem) => `<pre>${text(problem)}</pre>`).join('')}
<table><tr><th>goal</th><th>on</th><th>value</th><th>bound</th><th></th></tr>${measures.map(goal).join('')}</table>
<table><tr>${head.map((each) => `<th>${each}</th>`).join('')}</tr>${rows.map(line).join('')}</table>
<p>Picture, truth, ours, peer; below them the place where ours is most wrong.</p>
${rows.map((row) => strip(row, pictures)).join('\n')}`;
}

function goal(measure: Rendered['measures'][number]): string {
  const { name, on, value, unit, atMost, atLeast } = measure;
  const kept = isKept(measure);
  const verdict = kept === undefined ? '' : `<span class="${kept ? 'kept">kept' : 'broken">missed'}</span>`;
  const bound = [...(atLeast === undefined ? [] : [`≥ ${atLeast}`]), ...(atMost === undefined ? [] : [`≤ ${atMost}`])];
  return `<tr><td>${text(name)}</td><td>${text(on)}</td><td class="number">${value} ${unit}</td><td>${bound.join(', ')}</td><td>${verdict}</td></tr>`;
}

function line({ id, name, errors }: Row): string {
  const { universal, peer } = errors;
  const ratio = universal && peer ? ratioOf(universal.all, peer.all).toFixed(1) : '';
  const cells = [
    ...columns.map(([who]) => errors[who]?.all ?? ''),
    ratio,
    universal?.gradient ?? '',
    peer?.gradient ?? '',
  ];
  return `<tr><td><a href="#truth-${id}">${text(name)}</a></td>${cells.map((cell) => `<td class="number">${cell}</td>`).join('')}</tr>`;
}

const strip = ({ id, name }: Row, pictures: string): string =>
  `<h3 id="truth-${id}">${text(name)}</h3><img loading="lazy" alt="${text(name)}: picture, truth, ours, peer" src="${pictures}/truth-${id}.webp">`;
