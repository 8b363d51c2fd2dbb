/** A kill during a card copy: every named file is complete, and the next copy resumes and leaves no partial files. */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { burnish } from '../../helpers/command/command-line.ts';
import { runInProcess } from '../../helpers/command/in-process-cli.ts';
import { scratchFolder } from '../../helpers/photograph/photographs.ts';

const hash = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');
const named = (folder: string) => readdirSync(folder).filter((name) => !name.startsWith('.'));

test('copies are complete in both places after a kill', () => expectWhole(6, [2]));

test('copies are complete in both places, however often it is killed', { tags: ['long'] }, () =>
  expectWhole(12, [1, 4]),
);

async function expectWhole(count: number, kills: readonly number[]): Promise<void> {
  const folder = scratchFolder();
  const [card, a, b, data] = ['card', 'a', 'b', 'data'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
    string,
  ];
  for (const each of [card, a, b]) mkdirSync(each);
  const bytes = 6_000_000;
  for (let number = 0; number < count; number += 1)
    writeFileSync(join(card, `IMG_${number}.CR3`), Buffer.alloc(bytes, `raw ${number}`));
  const countIntactFiles = (place: string) => {
    for (const name of named(place)) expect(hash(join(place, name))).toBe(hash(join(card, name)));
    return named(place).length;
  };
  const words = ['copy', card, '--to', a, '--and-to', b, '--data', data];
  for (const files of kills) {
    const { child, ended } = burnish(words);
    const isDue = () => named(a).length >= files || child.exitCode !== null;
    await expect.poll(isDue, { interval: 2 }).toBe(true);
    child.kill('SIGKILL');
    await ended;
    countIntactFiles(a);
    countIntactFiles(b);
  }
  expect(await runInProcess(words).ended).toMatchObject({ code: 0 });
  expect([countIntactFiles(a), countIntactFiles(b)]).toEqual([count, count]);
  // The last copy has removed the partial files of the killed ones.
  expect([readdirSync(a), readdirSync(b)].map(({ length }) => length)).toEqual([count, count]);
}
