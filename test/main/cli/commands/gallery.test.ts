import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { burnish } from '../../../helpers/command/command-line.ts';
import { runInProcess } from '../../../helpers/command/in-process-cli.ts';
import { type ReviewStage, test } from '../../../helpers/store/review-stage.ts';
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

test('a kill leaves nothing at the destination, and the next run creates the complete gallery', {
  tags: ['long'],
}, async ({ review }) => {
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) await review.finished(name, { size: 1600 });
  const to = join(review.folder, 'for the client');
  const words = ['gallery', '--data', review.folder, '--to', to, '--title', 'Anna'];
  const { child, ended } = burnish(words);
  const begun = () =>
    readdirSync(review.folder, { recursive: true, encoding: 'utf8' }).some((path) =>
      /exporting.*small.+0001\.jpg$/.test(path),
    );
  await expect.poll(begun, { interval: 5 }).toBe(true);
  child.kill('SIGKILL');
  expect((await ended).signal).toBe('SIGKILL');
  expect(readdirSync(to)).toEqual([]);
  expect(await runInProcess(words).ended).toMatchObject({ code: 0, err: '' });
  expect(readdirSync(to)).toEqual(['Anna']);
  expect(readdirSync(join(to, 'Anna', 'photographs'))).toHaveLength(6);
});

const refused = '%s %s is refused before anything is done';
test.for([['--side', 'large']])(refused, (wrong, { review }) => expectRefused(wrong, review));
test.for([
  ['--side', '100'],
  ['--title', 'x'.repeat(201)],
])(refused, { tags: ['long'] }, (wrong, { review }) => expectRefused(wrong, review));

async function expectRefused(wrong: string[], review: ReviewStage): Promise<void> {
  const to = join(review.folder, 'nowhere');
  const { code, err } = await runInProcess(['gallery', '--data', review.folder, '--to', to, ...wrong]).ended;
  expect(code).toBe(2);
  expect(err).toContain('These gallery options cannot be used.');
  expect(readdirSync(review.folder)).not.toContain('nowhere');
}

const noFolder = '“%s” without a folder, or to one that cannot be made, says so and ends';
test.for(['gallery'])(noFolder, (name, { review }) => expectFolder(name, review));
test.for(['export'])(noFolder, { tags: ['long'] }, (name, { review }) => expectFolder(name, review));

async function expectFolder(name: string, review: ReviewStage): Promise<void> {
  await review.finished('one');
  const to = (folder: string) => runInProcess([name, '--data', review.folder, '--to', folder]).ended;
  expect(await to('')).toMatchObject({
    code: 2,
    err: expect.stringContaining('Specify the destination folder with --to'),
  });
  writeFileSync(join(review.folder, 'a file'), '');
  const inFile = join(review.folder, 'a file', 'below');
  const { code, err } = await to(inFile);
  expect([code, err]).toEqual([1, expect.stringContaining(`“${inFile}”: a file exists where the folder should be.`)]);
  // The folder exists, but creating a file in it fails with ENOENT.
  if (process.platform === 'linux') expect((await to('/proc/x/y')).err).toContain('cannot be created. Choose');
}
