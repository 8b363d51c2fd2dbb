import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { operations } from '../../../../contract/operations/table.ts';
import { openStore } from '../../../../main/store/index.ts';
import { runInProcess } from '../../../helpers/command/in-process-cli.ts';
import { portrait, sample, scratchFolder } from '../../../helpers/photograph/photographs.ts';
import { noisePhoto, success } from '../../../helpers/queue/queue-stage.ts';
import { startScriptedServer } from '../../../helpers/service/scripted-server.ts';

let folder: string;
let card: string;
const at = (name: string) => join(folder, name);
const copy = (...words: string[]) =>
  runInProcess(['copy', card, '--to', at('shoots'), ...words, '--data', at('data')], { TEST_KEY: 'key' }).ended;

beforeEach(() => {
  folder = scratchFolder();
  card = at('EOS_DIGITAL');
  mkdirSync(join(card, 'DCIM/100CANON'), { recursive: true });
  copyFileSync(portrait, join(card, 'DCIM/100CANON/IMG_1.JPG'));
  copyFileSync(sample('coffee'), join(card, 'DCIM/100CANON/IMG_2.PNG'));
  writeFileSync(join(card, 'DCIM/100CANON/MVI_3.MP4'), 'a film');
});

it('copies a card to two destinations, reports the number of files, and copies nothing twice', async () => {
  const first = await copy('--and-to', at('backup'));
  expect(first).toMatchObject({ code: 0, err: '' });
  expect(first.out).toContain(`${at('shoots')}: 2 of 2 files copied and verified, 0 already there.`);
  expect(first.out).toContain('One other file, such as a video, was skipped.');
  expect([readdirSync(at('shoots')), readdirSync(at('backup'))]).toEqual(Array(2).fill(['IMG_1.JPG', 'IMG_2.PNG']));
  rmSync(join(at('backup'), 'IMG_1.JPG'));
  const again = JSON.parse((await copy('--and-to', at('backup'), '--json')).out);
  expect(again).toMatchObject({
    files: 2,
    verified: true,
    places: [
      { copied: 0, there: 2 },
      { copied: 1, there: 1 },
    ],
  });
});

it('shows the copies in Review, in folders by day', async () => {
  const ended = await copy('--by-day', '--look-first');
  expect(ended.out).toContain('2 photographs are ready to look through in Review.');
  expect(readdirSync(at('shoots'))).toHaveLength(2);
  const store = openStore({ folder: at('data') });
  expect(store.batches.list()).toMatchObject([{ proofs: true }]);
  store.close();
  expect((await copy('--by-day', '--look-first')).out).not.toContain('to look through');
});

it('processes the copies, and none of them twice', async () => {
  const operation = 'smart-face-slimming';
  const upload = `POST ${operations[operation].path}`;
  const server = await startScriptedServer();
  server.script(upload, { json: { ...success, data: { image_url: `${server.baseUrl}/result.png` } } });
  server.script('GET /result.png', { bytes: await noisePhoto(160, 160, 'png'), type: 'image/png' });
  for (const name of ['IMG_1.JPG', 'IMG_2.PNG'])
    writeFileSync(join(card, 'DCIM/100CANON', name), await noisePhoto(160, 160, name === 'IMG_2.PNG' ? 'png' : 'jpeg'));
  const sent = () => server.requestsOf(upload).length;
  try {
    const runOptions = [
      '--recipe',
      operation,
      '--out',
      at('out'),
      '--service',
      server.baseUrl,
      '--key-env',
      'TEST_KEY',
    ];
    expect(await copy(...runOptions)).toMatchObject({ code: 0 });
    expect([sent(), readdirSync(at('out')).length]).toEqual([2, 2]);
    expect(await copy(...runOptions)).toMatchObject({ code: 0 });
    expect(sent()).toBe(2);
    // A job that waits because of a limit resumes.
    writeFileSync(join(card, 'DCIM/100CANON', 'IMG_3.JPG'), await noisePhoto(320, 320, 'jpeg'));
    expect(await copy(...runOptions, '--max-credits', '0')).toMatchObject({ code: 1 });
    expect(sent()).toBe(2);
    expect(await copy(...runOptions, '--max-credits', '50')).toMatchObject({ code: 0 });
    expect(sent()).toBe(3);
  } finally {
    await server.close();
  }
});

it('reports invalid arguments, and why it cannot start', async () => {
  expect(await copy('--look-first', '--recipe', 'smart-face-slimming')).toMatchObject({ code: 2 });
  const ended = await copy('--and-to', join(card, 'DCIM'));
  expect([ended.code, ended.err]).toEqual([1, expect.stringContaining('is on the card itself')]);
  // No folder is created on a card.
  expect(await copy('--and-to', join(card, 'new', 'one'))).toMatchObject({ code: 1 });
  expect(existsSync(join(card, 'new'))).toBe(false);
});
