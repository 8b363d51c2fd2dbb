import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import { describe, expect } from 'vitest';
import { maxPoints, maxStrokes, type TouchUpEdit } from '../../../../contract/touch-up/touch-up.ts';
import { fingerprint } from '../../../../main/files/content-hash.ts';
import { displayPath } from '../../../../main/files/stored-path.ts';
import { placeSibling } from '../../../../main/pipeline/output/place-sibling.ts';
import { canMount, smallDisk } from '../../../campaign/disk/small-disk.ts';
import { strokeOf } from '../../../helpers/photograph/damaged-cutout.ts';
import { matchingError } from '../../../helpers/run/message-matchers.ts';
import { withDatabase } from '../../../helpers/store/own-folder.ts';
import { viewOf } from '../../../helpers/store/shown-photographs.ts';
import { closing, only, type TouchStage, test } from '../../../helpers/store/touch-stage.ts';

const brush: TouchUpEdit = { by: 'brush', strokes: closing };

/** Returns the RGBA value at (300, 150), inside the hole. */
async function middleOf(path: string): Promise<number[]> {
  const { data, info } = await sharp(path).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return [...data.subarray((150 * info.width + 300) * 4, (150 * info.width + 300) * 4 + 4)];
}

const versionsOf = ({ store }: TouchStage, photographId: number) => store.photographViews.versions(photographId);

describe('touching up', () => {
  test('opens a cutout downscaled, with its photograph, and shows it with strokes', async ({ stand }) => {
    const { resultId } = await stand.cutOut('a');
    const opened = await stand.touch.open(resultId);
    expect(opened).toMatchObject({
      ...{ id: resultId, ownId: resultId, by: 'brush', ground: 'clear', touch: null, scale: 1 },
      photograph: { width: 600, height: 300 },
    });
    const alphaAt = ({ pixels }: { pixels: Uint8Array }) => pixels[(150 * 600 + 300) * 4 + 3];
    expect([alphaAt(opened.photograph), alphaAt(opened.result)]).toEqual([255, 0]);

    // Returns the changed tiles of the stroke, and again after its undo.
    const { opening } = opened;
    const painted = await stand.touch.paint(resultId, opening, only(closing));
    expect(painted).toMatchObject({ left: 192, top: 64, width: 192, height: 192 });
    const middle = ((150 - 64) * 192 + 300 - 192) * 4 + 3;
    expect(painted!.pixels[middle]).toBe(255);
    const back = await stand.touch.paint(resultId, opening, { number: 2, keep: 0, added: [], seen: 1 });
    expect([back?.width, back?.pixels[middle]]).toEqual([192, 0]);
    const unchanged = await stand.touch.paint(resultId, opening, { number: 3, keep: 0, added: [], seen: 2 });
    expect(unchanged?.width).toBe(0);
    // If the visible state is unknown, everything is returned.
    const again = await stand.touch.paint(resultId, opening, { number: 4, keep: 0, added: closing, seen: 77 });
    expect([again?.width, alphaAt(again!)]).toEqual([600, 255]);
  });

  test('saves a version next to the service’s result, which stays unchanged', async ({ stand }) => {
    const { resultId, photographId, original, result, jobId } = await stand.cutOut('a');
    const before = [original, result].map((path) => readFileSync(path));
    await stand.touch.open(resultId);
    const saved = await stand.touch.save(resultId, brush);
    expect(saved.name).toBe('a touched.png');
    expect([original, result].map((path) => readFileSync(path))).toEqual(before);
    const path = join(stand.out, 'a touched.png');
    expect(await versionsOf(stand, photographId)).toMatchObject([
      { id: resultId, version: 0, path: result, present: true },
      { id: saved.id, version: 1, path, present: true },
    ]);
    expect(await middleOf(path)).toEqual([...(await middleOf(original)).slice(0, 3), 255]);
    // The version is recognized as Burnish's own, not as the service's result.
    const files = stand.store.writtenFiles.ofResult({ jobId, step: 0, element: '' });
    expect(files).toEqual([expect.objectContaining({ path: result, hash: expect.stringMatching(/./) })]);
    expect(stand.store.writtenFiles.isOwn('', path)).toBe(true);
    expect(stand.job(jobId).state).toBe('done');
    // The version represents the photograph.
    expect(await viewOf(stand.store, photographId)).toMatchObject({ versions: 2, shown: { id: saved.id } });
  });

  test('continues the strokes of a version from the service’s result, and makes another one', {
    tags: ['long'],
  }, async ({ stand }) => {
    const { resultId } = await stand.cutOut('a');
    await stand.touch.open(resultId);
    const first = await stand.touch.save(resultId, brush);
    const opened = await stand.touch.open(first.id);
    expect(opened).toMatchObject({ ownId: resultId, touch: brush });
    expect(opened.result.pixels[(150 * 600 + 300) * 4 + 3]).toBe(255);
    const second = await stand.touch.save(first.id, { by: 'brush', strokes: [] });
    expect(second.name).toBe('a touched-2.png');
    expect(await middleOf(join(stand.out, second.name))).toEqual([0, 0, 0, 0]);
    expect(await middleOf(join(stand.out, first.name))).toMatchObject({ 3: 255 });
  });

  test('never overwrites a file of that name', async ({ stand }) => {
    const { resultId } = await stand.cutOut('a');
    writeFileSync(join(stand.out, 'a touched.png'), 'somebody else’s');
    await stand.touch.open(resultId);
    expect((await stand.touch.save(resultId, brush)).name).toBe('a touched-2.png');
    expect(readFileSync(join(stand.out, 'a touched.png'), 'utf8')).toBe('somebody else’s');
  });

  test('reports a missing photograph or result, and finds a moved photograph', async ({ stand }) => {
    const { resultId, photographId, original, result } = await stand.cutOut('a');
    const to = join(stand.folder, 'moved.jpg');
    renameSync(original, to);
    await expect(stand.touch.open(resultId)).rejects.toThrow(
      matchingError(
        `The photograph “a.jpg” is not in ${stand.card}. Touching up requires the photograph itself because its stored preview is too small. Connect its disk, or choose “Find…” if it was moved.`,
      ),
    );

    stand.store.filePlaces.originalsFound([{ id: photographId, from: original, to }]);
    await stand.touch.open(resultId);
    rmSync(result);
    await expect(stand.touch.save(resultId, brush)).rejects.toThrow(matchingError(/“a.png” is not in/));
    expect(existsSync(join(stand.out, 'a touched.png'))).toBe(false);
  });

  test('leaves no file of a version if its folder is not writable', { tags: ['long'] }, async ({ stand }) => {
    const { resultId, photographId } = await stand.cutOut('a');
    const full = stand.another({
      place: (finished, wanted, notes) =>
        placeSibling(finished, join(stand.folder, 'no such folder', basename(wanted)), notes),
    });
    const { opening } = await full.open(resultId);
    await expect(full.save(resultId, brush)).rejects.toThrow(matchingError(/could not be written/));
    expect(stand.store.touchUps.unfinished()).toEqual([]);
    expect(await versionsOf(stand, photographId)).toHaveLength(1);
    // It is still open, with all strokes.
    expect(await full.paint(resultId, opening, only(closing))).not.toBeNull();
  });

  test('reports a full or read-only disk, leaves nothing there, and saves when it can', async ({ stand, skip }) => {
    skip(!canMount(), 'A small disk needs the right to mount one.');
    const { resultId, photographId } = await stand.cutOut('a');
    const disk = await smallDisk(stand.out, 8);
    try {
      await stand.touch.open(resultId);
      const expectRefusal = async (words: RegExp) => {
        await expect(stand.touch.save(resultId, brush)).rejects.toThrow(matchingError(words));
        expect([stand.store.touchUps.unfinished(), stand.store.temporaryFiles.list()]).toEqual([[], []]);
        expect(await versionsOf(stand, photographId)).toHaveLength(1);
      };
      await disk.fill();
      await expectRefusal(/full/);
      await disk.free();
      await disk.lock();
      await expectRefusal(/read-only|protected/);

      disk.unlock();
      expect(readdirSync(stand.out)).toEqual(['a.png']);
      expect((await stand.touch.save(resultId, brush)).name).toBe('a touched.png');
    } finally {
      await stand.touch.close();
      await disk.remove();
    }
  });

  test('after a kill between file and row, the next start lists the version once', async ({ stand }) => {
    const { resultId, photographId } = await stand.cutOut('a');
    const killed = stand.another({
      place: async (...args) => {
        await placeSibling(...args);
        throw new Error('killed');
      },
    });
    await killed.open(resultId);
    await expect(killed.save(resultId, brush)).rejects.toThrow('killed');
    const ids = async () => (await versionsOf(stand, photographId)).map(({ version }) => version);
    expect(await ids()).toEqual([0]);

    for (const _start of [1, 2]) await stand.touch.recoverVersions();
    expect(await ids()).toEqual([0, 1]);
    const [, made] = await versionsOf(stand, photographId);
    expect(await stand.touch.open(made!.id)).toMatchObject({ touch: brush });
  });

  test('a kill before the file has its name leaves no version, nor does one whose file was replaced', {
    tags: ['long'],
  }, async ({ stand }) => {
    const { resultId, photographId } = await stand.cutOut('a');
    const killed = stand.another({
      place: async (_finished, wanted, notes) => {
        notes.note({ path: wanted, hash: 'f'.repeat(64), bytes: 1 });
        throw new Error('killed');
      },
    });
    await killed.open(resultId);
    await expect(killed.save(resultId, brush)).rejects.toThrow('killed');
    writeFileSync(join(stand.out, 'a touched.png'), 'somebody else’s');
    await stand.touch.recoverVersions();
    expect(stand.store.touchUps.unfinished()).toEqual([]);
    expect(await versionsOf(stand, photographId)).toHaveLength(1);
    expect(existsSync(join(stand.out, 'a touched.png'))).toBe(true);
  });

  test('removes only versions made by hand', { tags: ['long'] }, async ({ stand }) => {
    const { resultId, photographId, result } = await stand.cutOut('a');
    await stand.touch.open(resultId);
    const { id } = await stand.touch.save(resultId, brush);
    await expect(stand.touch.remove(resultId)).rejects.toThrow(
      matchingError('Only versions that were touched up here can be removed.'),
    );
    const stuck = stand.another({ trash: () => Promise.reject(new Error('no trash here')) });
    await expect(stuck.remove(id)).rejects.toThrow(
      matchingError('“a touched.png” could not be moved to the Trash. It was left in place.'),
    );
    expect(await versionsOf(stand, photographId)).toHaveLength(2);
    expect(await stand.touch.remove(id)).toMatchObject({ ownId: resultId, touch: brush, name: 'a touched.png' });
    expect([existsSync(join(stand.trash, 'a touched.png')), existsSync(result)]).toEqual([true, true]);
    expect(await versionsOf(stand, photographId)).toHaveLength(1);
    // The same edit can be made again.
    const again = await stand.touch.make(resultId, brush);
    expect(await middleOf(join(stand.out, again.name))).toMatchObject({ 3: 255 });
  });

  test('strokes during painting continue from the others, and only the last picture is returned', {
    tags: ['long'],
  }, async ({ stand }) => {
    const { resultId } = await stand.cutOut('a');
    const { opening } = await stand.touch.open(resultId);
    const dabs = ['20,20', '60,20', '100,20', '140,20'].map((place) => strokeOf(place, 8, { mode: 'erase' }));
    const parts = dabs.map((dab, at) =>
      stand.touch.paint(resultId, opening, { number: at + 1, keep: at, added: [dab], seen: 0 }),
    );
    const [last, ...others] = (await Promise.all(parts)).toReversed();
    expect(others).toEqual([null, null, null]);
    expect(last).toMatchObject({ left: 0, top: 0, width: 192, height: 64 });
    for (const x of [20, 60, 100, 140]) expect(last!.pixels[(20 * 192 + x) * 4 + 3]).toBe(0);
  });

  test('rejects changes out of order, of another opening, or out of bounds, without losing strokes', {
    tags: ['long'],
  }, async ({ stand }) => {
    const { resultId } = await stand.cutOut('a');
    const before = await stand.touch.open(resultId);
    const { opening } = await stand.touch.open(resultId);
    const dab = strokeOf('20,20', 8, { mode: 'erase' });
    await stand.touch.paint(resultId, opening, only([dab]));
    const next = { number: 2, keep: 1, added: [dab], seen: 1 };
    const ended = 'Touching up ended unexpectedly. Open it again. The result and its versions are unchanged.';
    for (const [id, of, change] of [
      [resultId, before.opening, next],
      [resultId, opening, { ...next, number: 1 }],
      [resultId, opening, { ...next, number: 3 }],
      [resultId, opening, { ...next, keep: 2 }],
      [resultId, opening, { ...next, number: 1, keep: 0 }],
      [999, opening, next],
    ] as const)
      await expect(stand.touch.paint(id, of, change)).rejects.toThrow(matchingError(ended));

    const many = { ...next, added: Array.from({ length: maxStrokes }, () => dab) };
    const full = matchingError(/the maximum number of brush strokes/);
    await expect(stand.touch.paint(resultId, opening, many)).rejects.toThrow(full);
    const line = { ...dab, points: Array.from({ length: 5000 }, (): [number, number] => [20, 20]) };
    const long = { ...next, added: Array.from({ length: maxPoints / 5000 }, () => line) };
    await expect(stand.touch.paint(resultId, opening, long)).rejects.toThrow(full);
    expect(await stand.touch.paint(resultId, opening, { ...next, keep: 0, number: 5 })).not.toBeNull();
  });

  test('continues a save when it is closed, and when another result is opened', { tags: ['long'] }, async ({
    stand,
  }) => {
    const { resultId, photographId } = await stand.cutOut('a');
    const otherCutout = await stand.cutOut('b');
    await stand.touch.open(resultId);
    const saving = stand.touch.save(resultId, brush);
    await stand.touch.close();
    await stand.touch.open(otherCutout.resultId);
    await stand.touch.whenSaved();
    expect((await saving).name).toBe('a touched.png');
    expect(await versionsOf(stand, photographId)).toHaveLength(2);
    expect(await middleOf(join(stand.out, 'a touched.png'))).toMatchObject({ 3: 255 });
  });

  test('cancels a save on request', { tags: ['long'] }, async ({ stand }) => {
    const { resultId, photographId } = await stand.cutOut('a');
    await stand.touch.open(resultId);
    const saving = stand.touch.save(resultId, brush).catch((fault: unknown) => fault);
    stand.touch.cancelSaves(resultId);
    await stand.touch.close();
    await stand.touch.whenSaved();
    expect(await saving).toBeInstanceOf(Error);
    expect(await versionsOf(stand, photographId)).toHaveLength(1);
    expect(existsSync(join(stand.out, 'a touched.png'))).toBe(false);
    await expect(stand.touch.paint(resultId, 1, only([]))).rejects.toThrow();
  });

  test('a strength is for retouches, not for cutouts', { tags: ['long'] }, async ({ stand }) => {
    const { resultId } = await stand.cutOut('a');
    await stand.touch.open(resultId);
    const strength: TouchUpEdit = { by: 'strength', strength: { whole: 0.4, faces: [] } };
    await expect(stand.touch.save(resultId, strength)).rejects.toThrow(
      matchingError(
        '“a.png” is neither a cutout nor a retouched version of its photograph. Only these can be touched up.',
      ),
    );
  });

  test('saves a retouch at a part of its strength', async ({ stand }) => {
    const { resultId, original } = await stand.cutOut('a');
    const path = displayPath(stand.store.results.pathOf(resultId)!);
    await sharp(original).linear(0.5).png().toFile(path);
    const { hash } = (await fingerprint(path))!;
    withDatabase(stand.folder, (db) => {
      db.exec(`UPDATE results SET operation = 'smart-skin-advanced'`);
      db.prepare('UPDATE written_files SET hash = ?').run(hash);
    });
    await stand.touch.open(resultId);
    const { name } = await stand.touch.save(resultId, { by: 'strength', strength: { whole: 0.4, faces: [] } });
    const mean = async (of: string) => (await sharp(of).stats()).channels[0]!.mean;
    const [photograph, full, made] = [await mean(original), await mean(path), await mean(join(stand.out, name))];
    expect((photograph - made) / (photograph - full)).toBeCloseTo(0.4, 1);
  });
});
