import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { openStore } from '../../../../main/store/index.ts';
import { test as commandTest } from '../../../helpers/command/command-stage.ts';
import { portrait, sample } from '../../../helpers/photograph/photographs.ts';
import { noisePhoto } from '../../../helpers/queue/queue-stage.ts';

/** A card with two photographs and a film. */
const test = commandTest.extend<{ card: string }>({
  card: async ({ stage }, use) => {
    const card = join(stage.folder, 'EOS_DIGITAL');
    const photographs = join(card, 'DCIM/100CANON');
    mkdirSync(photographs, { recursive: true });
    copyFileSync(portrait, join(photographs, 'IMG_1.JPG'));
    copyFileSync(sample('coffee'), join(photographs, 'IMG_2.PNG'));
    writeFileSync(join(photographs, 'MVI_3.MP4'), 'a film');
    await use(card);
  },
});

test('copies a card to two destinations, reports the number of files, and copies nothing twice', async ({
  stage,
  card,
}) => {
  const [shoots, backup] = [join(stage.folder, 'shoots'), join(stage.folder, 'backup')];
  const copy = (...more: string[]) => stage.burnish('copy', card, '--to', shoots, '--and-to', backup, ...more);

  const first = await copy();

  expect(first).toMatchObject({ code: 0, err: '' });
  expect(first.out).toContain(`${shoots}: 2 of 2 files copied and verified, 0 already there.`);
  expect(first.out).toContain('One other file, such as a video, was skipped.');
  expect([readdirSync(shoots), readdirSync(backup)]).toEqual(Array(2).fill(['IMG_1.JPG', 'IMG_2.PNG']));
  rmSync(join(backup, 'IMG_1.JPG'));
  expect(JSON.parse((await copy('--json')).out)).toMatchObject({
    files: 2,
    verified: true,
    places: [
      { copied: 0, there: 2 },
      { copied: 1, there: 1 },
    ],
  });
});

test('shows the copies in Review, in folders by day', async ({ stage, card }) => {
  const shoots = join(stage.folder, 'shoots');
  const copy = () => stage.burnish('copy', card, '--to', shoots, '--by-day', '--look-first');

  const ended = await copy();

  expect(ended.out).toContain('2 photographs are ready to look through in Review.');
  expect(readdirSync(shoots)).toHaveLength(2);
  const store = openStore({ folder: stage.data });
  expect(store.batches.list()).toMatchObject([{ proofs: true }]);
  store.close();
  expect((await copy()).out).not.toContain('to look through');
});

test('processes the copies, and none of them twice', async ({ stage, card }) => {
  const write = async (name: string, size: number) =>
    writeFileSync(
      join(card, 'DCIM/100CANON', name),
      await noisePhoto(size, size, name.endsWith('.PNG') ? 'png' : 'jpeg'),
    );
  for (const name of ['IMG_1.JPG', 'IMG_2.PNG']) await write(name, 160);
  const copy = (...more: string[]) =>
    stage.burnish('copy', card, '--to', join(stage.folder, 'shoots'), ...stage.processing, ...more);

  expect(await copy()).toMatchObject({ code: 0 });
  expect([stage.uploads(), stage.results().length]).toEqual([2, 2]);
  expect(await copy()).toMatchObject({ code: 0 });
  expect(stage.uploads()).toBe(2);

  // A job that waits because of a limit resumes.
  await write('IMG_3.JPG', 320);
  expect(await copy('--max-credits', '0')).toMatchObject({ code: 1 });
  expect(stage.uploads()).toBe(2);
  expect(await copy('--max-credits', '50')).toMatchObject({ code: 0 });
  expect(stage.uploads()).toBe(3);
});

test('reports invalid arguments, and why it cannot start', async ({ stage, card }) => {
  const copy = (...more: string[]) => stage.burnish('copy', card, '--to', join(stage.folder, 'shoots'), ...more);

  const contradictory = await copy('--look-first', '--recipe', 'smart-face-slimming');
  const onCard = await copy('--and-to', join(card, 'DCIM'));
  const newOnCard = await copy('--and-to', join(card, 'new', 'one'));

  expect(contradictory).toMatchObject({ code: 2 });
  expect(onCard).toMatchObject({ code: 1, err: expect.stringContaining('is on the card itself') });
  expect([newOnCard.code, existsSync(join(card, 'new'))]).toEqual([1, false]);
});
