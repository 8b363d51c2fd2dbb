import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { runInProcess } from '../../../helpers/command/in-process-cli.ts';
import { test } from '../../../helpers/store/review-stage.ts';
import { pageData } from '../../../helpers/window/gallery-tools.ts';

test('a gallery is created; its feedback is stored next to decisions, and applied on request', async ({ review }) => {
  const first = await review.finished('one', { size: 500 });
  const second = await review.finished('two');
  review.store.photographs.decide([first.photographId], { flag: -1 });
  review.store.photographs.decide([second.photographId], { flag: 1 });
  const to = join(review.folder, 'for the client');
  const words = ['gallery', '--data', review.folder, '--to', to, '--title', 'Anna', '--side', '400', '--before'];
  const ended = await runInProcess(words).ended;
  expect(ended).toMatchObject({ code: 0, err: '' });
  expect(ended.out).toBe(`A gallery with 2 pictures was created.\n${join(to, 'Anna')}\n`);
  expect(readdirSync(join(to, 'Anna')).sort()).toEqual(['before', 'index.html', 'photographs', 'small']);
  const { id, pictures } = pageData(readFileSync(join(to, 'Anna', 'index.html'), 'utf8'));
  const token = pictures.find(({ caption }) => caption === 'one')!.id;
  const file = join(review.folder, 'Choices.json');
  const choices = [
    { id: token, picked: true, comment: 'Lovely' },
    { id: 'c'.repeat(32), picked: true },
  ];
  writeFileSync(file, JSON.stringify({ kind: 'burnish-picks', version: 1, gallery: id, client: 'Tom', choices }));
  const back = ['picks', '--data', review.folder, file];
  const tried = await runInProcess([...back, '--dry-run']).ended;
  expect(tried.code).toBe(1);
  expect(tried.out).toMatch(/^Choices by Tom from the gallery “Anna” \(.*\):\nOne photograph is picked\.\n/);
  expect(tried.out).toContain(`One choice refers to a picture that is not in the gallery:\n  ${'c'.repeat(32)}\n`);
  expect(tried.out).toContain('They would be stored alongside your own picks, stars and notes.\n');
  const flags = () =>
    review.store.photographs.listedDecisions([first.photographId, second.photographId]).map(({ flag }) => flag);
  const marks = () => review.store.clientPicks.marks([first.photographId]).get(first.photographId);
  expect(marks()).toBe(undefined);
  expect((await runInProcess(back).ended).out).toContain('They are stored alongside your own picks, stars and notes');
  expect(flags()).toEqual([-1, 1]);
  expect(marks()).toMatchObject([{ name: 'Tom', picked: true, comment: 'Lovely' }]);
  const again = await runInProcess([...back, '--json']).ended;
  expect(JSON.parse(again.out)).toMatchObject({ picked: 1, standing: 'same', takeOver: 0, unpickRest: 0 });
  const followed = await runInProcess([...back, '--take-over', '--unpick-rest']).ended;
  expect(followed.out).toContain(
    'They have already been imported.\nOne photograph is now your pick as well.\nOne photograph that the client did not pick is no longer picked.\n',
  );
  expect(flags()).toEqual([1, 0]);
  expect((await runInProcess(['picks', '--data', review.folder, first.result]).ended).err).toContain(
    'is not a file of a client’s choices',
  );
});

test.for([
  ['--side', 'large'],
  ['--side', '100'],
  ['--title', 'x'.repeat(201)],
])('%s %s is rejected before anything is done', async (wrong, { review }) => {
  const to = join(review.folder, 'nowhere');

  const { code, err } = await runInProcess(['gallery', '--data', review.folder, '--to', to, ...wrong]).ended;

  expect(code).toBe(2);
  expect(err).toContain('These gallery options cannot be used.');
  expect(readdirSync(review.folder)).not.toContain('nowhere');
});

test.for(['gallery', 'export'])(
  '“%s” reports a missing folder, or one that cannot be created',
  async (name, { review }) => {
    await review.finished('one');
    const to = (folder: string) => runInProcess([name, '--data', review.folder, '--to', folder]).ended;
    writeFileSync(join(review.folder, 'a file'), '');
    const inFile = join(review.folder, 'a file', 'below');

    const without = await to('');
    const below = await to(inFile);

    expect(without).toMatchObject({
      code: 2,
      err: expect.stringContaining('Specify the destination folder with --to'),
    });
    expect([below.code, below.err]).toEqual([
      1,
      expect.stringContaining(`“${inFile}”: a file exists where the folder should be.`),
    ]);
    // The folder exists, but creating a file in it fails with ENOENT.
    if (process.platform === 'linux') expect((await to('/proc/x/y')).err).toContain('cannot be created. Choose');
  },
);
