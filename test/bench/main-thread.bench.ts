/**
 * Blocks of the main thread by the largest allowed documents from outside. `heldMs` is the longest turn of the event loop,
 * `cpuMs` its processor time, `readMs` the time until the document is read. The goal is 50 ms.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { starterRecipes } from '../../contract/recipes/recipe.ts';
import { readPicks } from '../../main/delivery/picks/read-picks.ts';
import { readRecipe } from '../../main/delivery/recipe-file-io.ts';
import { sidecarPacketOnThread } from '../../main/imaging/metadata/metadata-thread.ts';
import { readSidecar, readSidecarBytes } from '../../main/imaging/xmp/sidecar.ts';
import type { FoundFile } from '../../main/intake/paths/found-file.ts';
import { routePhotographs } from '../../main/intake/products/add-products.ts';
import { readProductList } from '../../main/intake/products/read-list.ts';

const folder = await mkdtemp(join(tmpdir(), 'burnish-bench-main-thread-'));
const place = (name: string) => join(folder, name);

async function measure(work: () => Promise<unknown>) {
  let isDone = false;
  let [heldMs, cpuMs] = [0, 0];
  let [time, cpu] = [performance.now(), process.threadCpuUsage()];
  const turn = () => {
    const spent = process.threadCpuUsage(cpu);
    heldMs = Math.max(heldMs, performance.now() - time);
    cpuMs = Math.max(cpuMs, (spent.user + spent.system) / 1000);
    [time, cpu] = [performance.now(), process.threadCpuUsage()];
    if (!isDone) setImmediate(turn);
  };
  turn();
  const begun = performance.now();
  // A document may be rejected by its limits.
  const outcome = await work().then(
    () => 'read',
    () => 'refused',
  );
  const readMs = performance.now() - begun;
  await new Promise((resolve) => setTimeout(resolve, 5));
  isDone = true;
  return { heldMs: Math.round(heldMs), cpuMs: Math.round(cpuMs), readMs: Math.round(readMs), outcome };
}

const rows = (count: number, row: (index: number) => string) => Array.from({ length: count }, (_, at) => row(at));
const longName = 'a'.repeat(250);
async function* photographs(count: number): AsyncGenerator<FoundFile> {
  for (let index = 0; index < count; index += 1) yield { path: `/shoot/${longName}.jpg`, relativeFolder: '' };
}
const choices = rows(14_000, (index) => JSON.stringify({ id: `p${index}`, picked: true, comment: 'x'.repeat(1990) }));
const dabs = '<rdf:li>d 0.123456 0.654321</rdf:li>'.repeat(190_000);
const rdf = 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"';
const product = (index: number) => `S${index};${'x'.repeat(250)};${index}_${'y'.repeat(60)};tops/${index}`;

const documents: Readonly<Record<string, string>> = {
  'list.csv': `sku;name;file;folder\n${rows(20_000, product).join('\n')}`,
  'patterns.csv': `sku;file\n${rows(10_000, (index) => `S${index};*${'a'.repeat(90)}${index}`).join('\n')}`,
  'picks.json': `{"kind":"burnish-picks","version":1,"gallery":"${'0'.repeat(32)}","choices":[${choices.join()}]}`,
  'photograph.xmp': `<rdf:RDF ${rdf}><rdf:Description xmlns:c="c"><c:D><rdf:Seq>${dabs}</rdf:Seq></c:D></rdf:Description></rdf:RDF>`,
  'deep.json': `{"burnish":"recipe","version":1,"recipe":{"steps":${'['.repeat(490_000)}${']'.repeat(490_000)}}}`,
};

try {
  for (const [name, text] of Object.entries(documents)) await writeFile(place(name), text);
  const patterns = await readProductList(place('patterns.csv'), starterRecipes);
  const photograph = place('photograph.nef');
  const decided = { change: { rating: 3 }, hasOwnLabel: false, details: null };
  const works: Readonly<Record<string, () => Promise<unknown>>> = {
    'product list, 20,000 rows': () => readProductList(place('list.csv'), starterRecipes),
    '10,000 patterns, 10 long names': () => routePhotographs(patterns, photographs(10)),
    'choices of a client, 29 MB': () => readPicks(place('picks.json')),
    'XMP sidecar, 7 MB': () => readSidecar(photograph),
    'XMP sidecar, 7 MB, exported': async () =>
      sidecarPacketOnThread({ ...decided, packet: await readSidecarBytes(photograph) }, 'photograph.nef'),
    'recipe, deeply nested, 1 MB': async () => {
      if ((await readRecipe(place('deep.json'), 'new')) === null) throw new Error('refused');
    },
  };
  const results: Record<string, Awaited<ReturnType<typeof measure>>> = {};
  for (const [name, work] of Object.entries(works)) results[name] = await measure(work);
  console.log(JSON.stringify(results));
} finally {
  await rm(folder, { recursive: true, force: true });
}
