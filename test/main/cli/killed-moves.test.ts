/** Commands that move or copy files, killed at each step: any next command restores every file completely. */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import sharp from 'sharp';
import { describe, expect, onTestFinished } from 'vitest';
import { displayPath } from '../../../main/files/stored-path.ts';
import { startCommand } from '../../campaign/runner/command.ts';
import { runInProcess } from '../../helpers/command/in-process-cli.ts';
import { type ReviewStage, test } from '../../helpers/store/review-stage.ts';

interface Scenario {
  readonly words: readonly string[];
  /** Expects every file at its location after a kill and another command. */
  check(): void | Promise<void>;
  /** Restores the state before the command. */
  reset(): void | Promise<void>;
}

const contentOf = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');
/** Returns the relative paths of all files below a folder. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();

async function succeed(...words: string[]): Promise<void> {
  expect(await runInProcess(words).ended).toMatchObject({ code: 0 });
}

/** Kill points of a command: all calls of a file system function, or the one with this number. */
type KillPoints = Readonly<Record<string, 'all' | number>>;

/** Kills the command, runs `burnish status` and checks the files. */
async function killAt(points: KillPoints, { store, folder }: ReviewStage, scenario: Scenario): Promise<void> {
  const { words, check, reset } = scenario;
  for (const [of, which] of Object.entries(points)) {
    for (let number = which === 'all' ? 0 : which; ; number += 1) {
      const { code } = await startCommand({ words, key: '', clock, kill: { kind: 'point', number, of } }).ended;
      if (code !== null) {
        expect([code, which, number > 0]).toEqual([0, 'all', true]);
        await reset();
        break;
      }
      expect(await runInProcess(['status', '--data', folder]).ended).toMatchObject({ code: 0, err: '' });
      expect(store.unfinished.list()).toEqual({ temporaries: [], moves: [] });
      await check();
      if (which !== 'all') break;
      await reset();
    }
  }
}

const clock = { epoch: Date.now(), speed: 1, offset: 0 };

/** An original with an XMP sidecar, and the current paths of both. */
async function originalWithSidecar(review: ReviewStage) {
  const { photographId, original } = await review.finished('one');
  writeFileSync(original.replace('.jpg', '.xmp'), 'stars');
  const content = contentOf(original);
  const both = (folder: string) => ['one.jpg', 'one.xmp'].map((name) => join(folder, name));
  const check = () => {
    const files = filesIn(review.card);
    expect([both(''), both('Done')]).toContainEqual(files);
    expect(contentOf(join(review.card, files[0]!))).toBe(content);
    const [place] = review.store.filePlaces.originals([photographId]);
    expect(place?.foundPath ?? original).toBe(join(review.card, files[0]!));
  };
  return { check, data: ['--data', review.folder] };
}

async function movingThere(review: ReviewStage): Promise<Scenario> {
  const { check, data } = await originalWithSidecar(review);
  return { words: ['originals', ...data], check, reset: () => succeed('originals', '--back', ...data) };
}

async function movingBack(review: ReviewStage): Promise<Scenario> {
  const { check, data } = await originalWithSidecar(review);
  await succeed('originals', ...data);
  return { words: ['originals', '--back', ...data], check, reset: () => succeed('originals', ...data) };
}

async function exporting(review: ReviewStage, to: string, isMove: boolean): Promise<Scenario> {
  mkdirSync(to, { recursive: true });
  const { original, result, resultId } = await review.finished('one');
  const before = [original, result].map(contentOf);
  const words = ['export', '--data', review.folder];
  return {
    words: [...words, '--to', to, ...(isMove ? ['--move'] : [])],
    async check() {
      const [path] = review.store.filePlaces.pathsOf({ subject: 'result', id: resultId });
      expect([original, displayPath(path!)].map(contentOf)).toEqual(before);
      const handed = filesIn(to);
      expect(isMove ? [...filesIn(review.out), ...handed] : handed.slice(0, 1)).toEqual(
        handed.length + Number(isMove) > 0 ? ['one.png'] : [],
      );
      for (const name of handed) await sharp(join(to, name), { failOn: 'truncated' }).raw().toBuffer();
    },
    async reset() {
      if (isMove) await succeed(...words, '--to', review.out, '--move');
      for (const name of filesIn(to)) rmSync(join(to, name));
    },
  };
}

async function copyingCard(review: ReviewStage): Promise<Scenario> {
  const [card, to] = ['DCIM', 'copies'].map((name) => join(review.folder, name)) as [string, string];
  for (const each of [card, to]) mkdirSync(each);
  writeFileSync(join(card, 'IMG_1.CR3'), Buffer.alloc(1_000_000, 'raw'));
  return {
    words: ['copy', card, '--to', to, '--data', review.folder],
    check() {
      for (const name of filesIn(to)) {
        expect(name).toBe('IMG_1.CR3');
        expect(contentOf(join(to, name))).toBe(contentOf(join(card, 'IMG_1.CR3')));
      }
    },
    reset: () => rmSync(join(to, 'IMG_1.CR3'), { force: true }),
  };
}

async function makingGallery(review: ReviewStage): Promise<Scenario> {
  const to = join(review.folder, 'client');
  mkdirSync(to);
  await review.finished('one');
  const whole = [/index\.html$/, /0001\.jpg$/];
  return {
    words: ['gallery', '--to', to, '--title', 'Anna', '--data', review.folder],
    check() {
      expect(readdirSync(to).length).toBeLessThanOrEqual(1);
      for (const name of readdirSync(to)) {
        expect(name).toBe('Anna');
        for (const file of whole) expect(filesIn(join(to, name)).some((each) => file.test(each))).toBe(true);
      }
    },
    reset: () => rmSync(join(to, 'Anna'), { recursive: true, force: true }),
  };
}

/** Returns a folder on another disk than the results, or null. */
function folderOnOtherDisk(): string | null {
  const shared = statSync('/dev/shm', { throwIfNoEntry: false });
  if (shared === undefined || shared.dev === statSync(tmpdir()).dev) return null;
  const folder = mkdtempSync('/dev/shm/burnish-killed-');
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const client = (review: ReviewStage) => join(review.folder, 'client');
const onOtherDisk = (isMove: boolean) => (review: ReviewStage) => {
  const to = folderOnOtherDisk();
  return to === null ? null : exporting(review, to, isMove);
};

type Case = [
  name: string,
  prepare: (review: ReviewStage) => Promise<Scenario> | null,
  one: KillPoints | null,
  all: KillPoints,
];
const cases: readonly Case[] = [
  ['originals', movingThere, { rm: 1 }, { link: 'all', rm: 'all', mkdir: 'all' }],
  ['originals --back', movingBack, null, { link: 'all', rm: 'all' }],
  [
    'export --move',
    (review) => exporting(review, client(review), true),
    { link: 3 },
    { link: 'all', rm: 'all', unlink: 'all' },
  ],
  ['export --move to another disk', onOtherDisk(true), null, { link: 'all', rm: 'all' }],
  ['export', (review) => exporting(review, client(review), false), null, { link: 'all', unlink: 'all' }],
  ['export to another disk', onOtherDisk(false), { 'file.sync': 2 }, { link: 'all' }],
  ['copy', copyingCard, { 'file.sync': 0 }, { link: 'all', rm: 'all' }],
  ['gallery', makingGallery, { rename: 1 }, { rename: 'all' }],
];

describe('after a kill, any command restores the files', () => {
  test.for(cases)('after %s', async ([, prepare, one], { review, skip }) => {
    const scenario = one && (await prepare(review));
    if (one === null || scenario === null) return skip();
    await killAt(one, review, scenario);
  });

  test.for(cases)(
    'after %s, at each point',
    { tags: ['long'], timeout: 900_000 },
    async ([, prepare, , all], { review, skip }) => {
      const scenario = await prepare(review);
      if (scenario === null) return skip();
      await killAt(all, review, scenario);
    },
  );
});
