/** The rendered truth as a part of the quality page. */
import { measureTable, problemList, table, text } from '../shared/html.ts';
import type { Rendered } from './rendered.ts';
import { type Contender, ratioOf } from './report.ts';

const columns: readonly (readonly [Contender, string])[] = [
  ['universal', 'ours'],
  ['peer', 'peer'],
  ['u2net', 'U²-Net'],
  ['portrait', 'ours, portrait'],
  ['modnet', 'MODNet'],
];

export function renderedSection({ seed, rows, measures, efforts, problems }: Rendered, pictures: string): string {
  const memory = columns.flatMap(([who, label]) => (efforts[who] ? [`${label}: ${efforts[who].peakMb} MB`] : []));
  const lines = rows.map(({ id, name, errors }) => {
    const { universal, peer } = errors;
    const ratio = universal && peer ? Number(ratioOf(universal.all, peer.all).toFixed(1)) : '';
    const cells = columns.map(([who]) => errors[who]?.all ?? '');
    const slopes = [universal?.gradient ?? '', peer?.gradient ?? ''];
    return [`<a href="#truth-${id}">${text(name)}</a>`, ...cells, ratio, ...slopes];
  });
  const strips = rows.map(({ id, name }) => {
    const image = `<img loading="lazy" alt="${text(name)}: picture, truth, ours, peer" src="${pictures}/truth-${id}.webp">`;
    return `<h3 id="truth-${id}">${text(name)}</h3>${image}`;
  });
  return `<h2 id="rendered">Rendered truth</h2>
<p>Drawn subjects whose alpha is known exactly, groups of people cut out by ourselves at twice the size, and people keyed from plain
walls. Seed ${text(seed)}. Mean absolute
error of the alpha in 1/1000; slopes: the error of the gradient along the edge. Peak memory: ${text(memory.join(', '))}.</p>
${problemList(problems)}
${measureTable(measures)}
${table(['subject', ...columns.map(([, label]) => label), 'ours to peer', 'slopes: ours', 'peer'], lines)}
<p>Picture, truth, ours, peer; below them the place where ours is most wrong.</p>
${strips.join('\n')}`;
}
