/** Watch folders and the store: files become jobs, immediately or a little later. */
import { copyFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { watchFolderSchema } from '../../../../contract/intake/watch-folder.ts';
import { starterRecipes } from '../../../../contract/recipes/recipe.ts';
import { WatchFolders } from '../../../../main/intake/watch/watch-folders.ts';
import { openStore, type Store } from '../../../../main/store/index.ts';
import { sample, scratchFolder } from '../../../helpers/photograph/photographs.ts';
import { messageText } from '../../../helpers/run/message-matchers.ts';

const times = { settleMs: 200, maxStallMs: 60_000, checkMs: 60, firstRetryMs: 30, lastRetryMs: 120, pollMs: 60 };

let folder: string;
let store: Store;
let folders: WatchFolders | null = null;
beforeEach(() => {
  folder = scratchFolder();
  mkdirSync(join(folder, 'photos'));
  for (const name of ['coffee', 'astronaut'] as const)
    copyFileSync(sample(name), join(folder, 'photos', `${name}.png`));
  store = openStore({ folder: join(folder, 'data') });
  store.folders.save(
    watchFolderSchema.parse({ id: 'f', path: join(folder, 'photos'), recipeId: starterRecipes[0]!.id }),
  );
});
afterEach(async () => {
  await folders?.stop();
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

it('retries photographs that could not be added, and reports it in the meantime', async () => {
  const messages: (string | null | undefined)[] = [];
  let failures = 1;
  const add: Store['jobs']['add'] = (...args) => {
    if (failures-- > 0) throw new Error('database is locked');
    return store.jobs.add(...args);
  };
  folders = new WatchFolders({
    store: { ...store, jobs: { ...store.jobs, add } },
    onChange: () => messages.push(messageText(folders?.status()[0]?.message)),
    onNotice: () => undefined,
    times,
    retryAfterMs: 500,
  });
  folders.start();
  await expect
    .poll(() =>
      store.views
        .summaries()
        .map(({ name }) => name)
        .sort(),
    )
    .toEqual(['astronaut.png', 'coffee.png']);
  expect(messages).toContain(
    'The photographs found here could not be added yet (database is locked). Burnish will try again.',
  );
  await expect.poll(() => folders?.status()[0]?.message).toBe(null);
});

it('adds files that look complete, and soon reports damaged pictures', async () => {
  const jpeg = await sharp(sample('coffee')).jpeg().toBuffer();
  // Truncated but with an end marker, as recovery programs leave files.
  const half = Buffer.concat([jpeg.subarray(0, jpeg.length / 2), Buffer.from([0xff, 0xd9])]);
  folders = new WatchFolders({ store, onChange: () => undefined, onNotice: () => undefined, times });
  folders.start();
  await expect.poll(() => folders?.status()[0]?.condition).toBe('watching');
  writeFileSync(join(folder, 'photos', 'whole.jpg'), jpeg);
  writeFileSync(join(folder, 'photos', 'half.jpg'), half);
  const problems = () =>
    store.jobs
      .inState('queued')
      .flatMap(({ sourcePath, error }) =>
        error === null ? [] : `${basename(sourcePath)}: ${messageText(error.message)}`,
      );
  await expect.poll(() => store.jobs.inState('queued').length).toBe(4);
  await expect
    .poll(problems)
    .toEqual(['half.jpg: “half.jpg” is damaged or incomplete. Copy it again from the card or disk it came from.']);
});

it('watches a folder chosen under two names once, and the second when it leads elsewhere', async () => {
  const link = join(folder, 'link');
  symlinkSync('photos', link);
  store.folders.save(watchFolderSchema.parse({ id: 'g', path: link, recipeId: starterRecipes[0]!.id }));
  folders = new WatchFolders({ store, onChange: () => undefined, onNotice: () => undefined, times });
  folders.start();
  const names = () => store.views.summaries().map(({ name }) => name);
  await expect.poll(() => names().length).toBe(2);
  await expect.poll(() => messageText(folders?.status()[1]?.message)).toContain('already watched');
  expect(names().sort()).toEqual(['astronaut.png', 'coffee.png']);
  mkdirSync(join(folder, 'other'));
  copyFileSync(sample('chelsea'), join(folder, 'other', 'chelsea.png'));
  rmSync(link);
  symlinkSync('other', link);
  folders.resync();
  await expect.poll(() => names().sort()).toEqual(['astronaut.png', 'chelsea.png', 'coffee.png']);
  expect(folders.status()[1]?.message).toBe(null);
});
