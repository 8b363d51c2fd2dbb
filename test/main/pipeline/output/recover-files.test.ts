/** The next process completes or removes moves and temporary files of a killed one, but not those of a running one. */
import { createHash } from 'node:crypto';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect } from 'vitest';
import { recoverFiles } from '../../../../main/pipeline/output/recover-files.ts';
import { placeholderText } from '../../../../main/pipeline/output/target-file.ts';
import type { FileMove } from '../../../../main/store/index.ts';
import { messageText } from '../../../helpers/run/message-matchers.ts';
import { asKilledProcess } from '../../../helpers/store/killed-process.ts';
import { type FinishedPhotograph, type ReviewStage, test as reviewTest } from '../../../helpers/store/review-stage.ts';
import { test } from '../../../helpers/store/store-stage.ts';

const name = (digit: string) => `.burnish-${digit.repeat(8)}-1111-4111-8111-${digit.repeat(12)}.tmp`;
const empty = { temporaries: [], moves: [] };

describe('temporary files', () => {
  test('of a killed process are removed', async ({ stage }) => {
    const { folder, store } = stage;
    await asKilledProcess(folder, (killed) => {
      for (const digit of 'ab') killed.temporaryFiles.add(join(folder, name(digit)));
      writeFileSync(join(folder, name('a')), 'half');
    });
    await recoverFiles(store);
    expect(readdirSync(folder)).not.toContain(name('a'));
    expect(store.unfinished.list()).toEqual(empty);
  });

  test('of this process and of another running one are kept', async ({ stage }) => {
    const { folder, store } = stage;
    const paths = [join(folder, name('a')), join(folder, name('b'))];
    store.temporaryFiles.add(paths[0]!);
    stage.second().temporaryFiles.add(paths[1]!);
    for (const path of paths) writeFileSync(path, 'half');
    await recoverFiles(store);
    expect(paths.map((path) => existsSync(path))).toEqual([true, true]);
    expect(store.temporaryFiles.list()).toEqual(paths);
  });

  test('are removed, but no links, folders or files with other names', async ({ stage }) => {
    const { folder, store } = stage;
    const [link, inFolder, other] = [name('a'), name('b'), 'photograph.jpg'].map((file) => join(folder, file));
    writeFileSync(other!, 'mine');
    symlinkSync(other!, link!);
    mkdirSync(inFolder!);
    await asKilledProcess(folder, (killed) => {
      for (const path of [link, inFolder, other]) killed.temporaryFiles.add(path!);
    });
    await recoverFiles(store);
    expect(readdirSync(folder)).toEqual(expect.arrayContaining([name('a'), name('b'), 'photograph.jpg']));
    expect(readFileSync(other!, 'utf8')).toBe('mine');
  });

  test('include a file that reserved a name on a disk without hard links', async ({ stage }) => {
    const { folder, store } = stage;
    const kept = join(folder, 'result.png');
    writeFileSync(kept, placeholderText);
    await asKilledProcess(folder, (killed) => killed.temporaryFiles.add(kept));
    await recoverFiles(store);
    expect(existsSync(kept)).toBe(false);
  });

  test('are kept until their disk is back', async ({ stage }) => {
    const { folder, store } = stage;
    const path = join(folder, 'disk', name('a'));
    await asKilledProcess(folder, (killed) => killed.temporaryFiles.add(path));
    await recoverFiles(store);
    mkdirSync(join(folder, 'disk'));
    writeFileSync(path, 'half');
    await recoverFiles(store);
    expect(readdirSync(join(folder, 'disk'))).toEqual([]);
    rmSync(join(folder, 'disk'), { recursive: true });
  });
});

describe('a killed move of an original with an XMP file', () => {
  const sha256 = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');
  const xmpOf = (path: string) => path.replace(/\.\w+$/, '.xmp');
  /** A move to “Done” that a killed process has recorded; `named`: the files that have their second names. */
  async function killedMove(review: ReviewStage, photograph: FinishedPhotograph, named: ('xmp' | 'original')[]) {
    const { original: from, photographId: subject } = photograph;
    const to = join(dirname(from), 'Done', basename(from));
    writeFileSync(xmpOf(from), 'stars');
    mkdirSync(dirname(to), { recursive: true });
    const sidecar = { from: xmpOf(from), to: xmpOf(to), hash: sha256(xmpOf(from)) };
    const move: FileMove = { kind: 'done', subject, from, to, hash: sha256(from), sidecars: [sidecar] };
    await asKilledProcess(review.folder, (store) => store.fileMoves.begin(move));
    if (named.includes('xmp')) linkSync(sidecar.from, sidecar.to);
    if (named.includes('original')) linkSync(from, to);
    return move;
  }
  const names = ({ from, to }: FileMove) => ({
    here: readdirSync(dirname(from)).filter((each) => each !== 'Done'),
    done: readdirSync(dirname(to)),
  });
  const both = ['one.jpg', 'one.xmp'];

  reviewTest('moves neither if the original has no second name', async ({ review }) => {
    const move = await killedMove(review, await review.finished('one'), ['xmp']);
    expect(await recoverFiles(review.store)).toEqual([]);
    expect(names(move)).toEqual({ here: both, done: [] });
    expect(review.store.unfinished.list()).toEqual(empty);
  });

  reviewTest('moves both if all have their second names', async ({ review }) => {
    const move = await killedMove(review, await review.finished('one'), ['xmp', 'original']);
    rmSync(move.sidecars[0]!.from);
    expect(await recoverFiles(review.store)).toEqual([]);
    expect(names(move)).toEqual({ here: [], done: both });
    expect(review.store.movedOriginals.list([move.subject])).toMatchObject([{ to: move.to }]);
  });

  reviewTest('takes an XMP file along that another program has written since', async ({ review }) => {
    const move = await killedMove(review, await review.finished('one'), ['xmp', 'original']);
    writeFileSync(`${move.from}.xmp`, 'new');
    await recoverFiles(review.store);
    expect(names(move)).toEqual({ here: [], done: ['one.jpg', 'one.jpg.xmp', 'one.xmp'] });
  });

  reviewTest('moves neither if another file has the name of the XMP file', async ({ review }) => {
    const move = await killedMove(review, await review.finished('one'), ['original']);
    writeFileSync(xmpOf(move.to), 'of another');
    expect(await recoverFiles(review.store)).toEqual([]);
    expect(names(move)).toEqual({ here: both, done: ['one.xmp'] });
    expect(readFileSync(xmpOf(move.to), 'utf8')).toBe('of another');
  });

  reviewTest('names what is in the way, and is finished once that is gone', async ({ review }) => {
    const move = await killedMove(review, await review.finished('one'), ['original']);
    rmSync(move.from);
    writeFileSync(xmpOf(move.to), 'of another');
    const [message] = await recoverFiles(review.store);
    expect(messageText(message!)).toMatch(/The move of “one\.jpg” .* already contains another file named “one\.xmp”/);
    expect(readFileSync(xmpOf(move.to), 'utf8')).toBe('of another');
    rmSync(xmpOf(move.to));
    expect(await recoverFiles(review.store)).toEqual([]);
    expect(names(move)).toEqual({ here: [], done: both });
  });

  reviewTest('names an original that was changed since, and leaves it where it is', async ({ review }) => {
    const move = await killedMove(review, await review.finished('one'), ['xmp', 'original']);
    writeFileSync(move.from, 'cropped');
    const [message] = await recoverFiles(review.store);
    expect(messageText(message!)).toContain('“one.jpg” is no longer the file that was processed');
    expect(names(move)).toEqual({ here: both, done: [] });
    expect(readFileSync(move.from, 'utf8')).toBe('cropped');
  });
});
