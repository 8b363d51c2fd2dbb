/** A hostile station, whose rows have paths outside the share. Nothing outside may be read for others, exported or moved. */
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { starterRecipes } from '../../../contract/recipes/recipe.ts';
import { createSharedPreviews } from '../../../main/review/preview-cache/shared-previews.ts';
import { createViewableFileFinder } from '../../../main/review/preview-cache/viewable-file.ts';
import { openStore } from '../../../main/store/index.ts';
import { createMirror } from '../../../main/studio/mirror/mirror.ts';
import { createPreviewExchange } from '../../../main/studio/previews/preview-exchange.ts';
import { openShares } from '../../../main/studio/shares/share-paths.ts';
import { waitUntil } from '../../helpers/run/wait-until.ts';
import { fileHash } from '../../helpers/store/mirrored-rows.ts';
import { openWorkStage, type WorkStage } from '../../helpers/studio/studio-work.ts';
import { marked } from '../runner/mark.ts';
import type { StudioRound } from './studio.ts';

const rowCount = 24;
/** Paths of photographs or results; `{n}` is the number of the row. */
const hostilePaths = [
  ...['link/{n}.png', 'deep/link/{n}.png', 'leaf-{n}.png', '../private/{n}.png', 'in/../../private/{n}.png'],
  ...['/private/{n}.png', 'C:/private/{n}.png', 'in\\..\\..\\private\\{n}.png', 'link/../link/{n}.png'],
];

interface Places {
  readonly share: string;
  readonly secret: string;
  readonly data: string;
}

export async function runWithHostileRows({ scene, chance, run, count, violate }: StudioRound): Promise<void> {
  const root = join(scene.root, 'hostile');
  const places = { share: join(root, 'share'), secret: join(root, 'private'), data: join(root, 'data') };
  const stage = await openWorkStage(scene.postgres);
  try {
    await makePlaces(places);
    const { photographs, results } = await offerRows(stage, places, chance.derive('hostile rows'));
    const before = await contents(places.secret);
    await mirrorAndDraw(stage, places);
    const drawn = await stage.rows<{ path: string; output: number }>(
      'SELECT j.path, p.output FROM burnish.previews p JOIN burnish.jobs j ON j.id = p.job ORDER BY 2, 1',
    );
    for (const { path, output } of drawn)
      if (!(output < 0 ? photographs : results).includes(path))
        violate('told a secret', `a preview of ${path} (${output}) was made`);
    if (drawn.length !== photographs.length + results.length)
      violate('lost', `previews were made of ${JSON.stringify(drawn)} only`);
    const secrets = new Set(before.values());
    for (const words of [[], ['--move']]) {
      const to = join(root, `handed ${words.join()}`);
      await mkdir(to);
      await run(['export', '--data', places.data, '--to', to, ...words]);
      const files = await contents(to);
      for (const [name, hash] of files) if (secrets.has(hash)) violate('told a secret', `${name} was exported`);
      if (files.size !== results.length) violate('lost', `${[...files.keys()].join()} were exported`);
    }
    const after = await contents(places.secret);
    for (const [name, hash] of before)
      if (after.get(name) !== hash)
        violate('file changed', `${name}, which is outside of the share, is changed or gone`);
    if (after.size > before.size) violate('file changed', 'a file was written outside of the share');
    count('hostile rows', rowCount);
  } finally {
    await stage.close();
  }
}

async function makePlaces({ share, secret }: Places): Promise<void> {
  for (const folder of [join(share, 'in'), join(share, 'out'), join(share, 'deep'), secret])
    await mkdir(folder, { recursive: true });
  await symlink(secret, join(share, 'link'), 'junction');
  await symlink(secret, join(share, 'deep', 'link'), 'junction');
  for (let number = 0; number < rowCount; number += 1) {
    await write(join(secret, `${number}.png`), number);
    await symlink(join(secret, `${number}.png`), join(share, `leaf-${number}.png`));
  }
}

async function write(path: string, photograph: number): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, await marked({ photograph, operation: 0, element: 0, serial: 0 }).png().toBuffer());
}

interface InsidePaths {
  readonly photographs: readonly string[];
  /** Photographs whose result is also in the share. */
  readonly results: readonly string[];
}

/** Offers hostile rows, and two honest ones. */
async function offerRows(
  stage: WorkStage,
  { share, secret }: Places,
  chance: StudioRound['chance'],
): Promise<InsidePaths> {
  const station = await stage.station('hostile');
  const recipe = starterRecipes.find(({ steps }) => steps.length === 1);
  const [photographs, honest]: [string[], string[]] = [[], []];
  for (let number = 0; number < rowCount; number += 1) {
    const isHonest = number % (rowCount / 2) === 0;
    const bad = () => chance.pick(hostilePaths).replace('{n}', String(number));
    const [source, result] = [`in/${number}.png`, `out/${number}.png`];
    const isInside = chance.chance(0.5) || isHonest;
    const path = isInside ? source : bad();
    await write(join(share, source), 1000 + number);
    await write(join(share, result), 2000 + number);
    const content = isInside ? join(share, source) : join(secret, `${number}.png`);
    const more = { path, recipe, contentHash: fileHash(content), recipeHash: String(number) };
    await station.work.offer([stage.item(String(number), more as Parameters<WorkStage['item']>[1])]);
    const [taken] = await station.work.claim(new Map([[stage.service.id, 1]]));
    if (taken === undefined) throw new Error(`row ${number} was not to be taken`);
    const file = { element: '', output: 0, share: 'photos', path: isHonest ? result : bad(), bytes: 30 };
    const hash = fileHash(join(isHonest ? share : secret, isHonest ? result : `${number}.png`));
    const results = [{ ...file, width: 240, height: 216, hash }];
    await station.work.settle(taken, { state: 'done', error: null, results });
    if (isInside) photographs.push(path);
    if (isHonest) honest.push(path);
  }
  // The station that did the work has no previews, so others get the requests.
  await stage.rows(
    `INSERT INTO burnish.preview_wishes (job, element, output, passed)
       SELECT id, '', output, ARRAY[done_by] FROM burnish.jobs, (VALUES (0), (-1)) AS o (output)`,
  );
  return { photographs, results: honest };
}

/** Mirrors the rows at another station, and waits for the requested previews. */
async function mirrorAndDraw(stage: WorkStage, { share, data }: Places): Promise<void> {
  const { id, database } = await stage.station('victim');
  const store = openStore({ folder: data });
  const shares = openShares([{ name: 'photos', folder: share }]);
  const nothing = () => undefined;
  const mirror = createMirror({
    ...{ store, database, shares, station: id, profileOf: () => null },
    ...{ onOverruled: nothing, onChange: nothing, onError: nothing },
  });
  const atHand = createViewableFileFinder(store, store.availability, nothing);
  const pictures = createSharedPreviews({ store, viewableFiles: atHand, now: Date.now });
  const exchange = createPreviewExchange({ store, database, shares, station: id, pictures, onError: nothing });
  try {
    await mirror.refresh();
    exchange.start();
    const isAnswered = async () =>
      (await stage.rows('SELECT FROM burnish.preview_wishes WHERE NOT $1::uuid = ANY (passed)', [id])).length === 0;
    await waitUntil(isAnswered, 'Previews are not answered.');
  } finally {
    exchange.stop();
    mirror.stop();
    store.close();
  }
}

/** Returns the SHA-256 of each file, by name. */
async function contents(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(files.map((path) => [path.slice(folder.length + 1), fileHash(path)]));
}
