import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { truncate } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { setCopiesFolder } from '../../../../main/imaging/develop/developed-copies.ts';
import { readPicture } from '../../../../main/imaging/measure/measured-image.ts';
import { decodableFile } from '../../../../main/imaging/read/decodable-file.ts';
import { displayImage, thumbnail } from '../../../../main/imaging/read/display.ts';
import { inspectImage } from '../../../../main/imaging/read/inspect-image.ts';
import { renderPreview } from '../../../../main/review/preview-cache/render-preview.ts';
import { fieldsOf, heicBytes, heicPath } from '../../../helpers/photograph/heic.ts';
import { openScratchFiles } from '../../../helpers/photograph/scratch-files.ts';
import { matchingMessage } from '../../../helpers/run/message-matchers.ts';

const { folder, put } = openScratchFiles();
let rounds = 0;
/** A folder for copies of this test. */
function ownCopies(): string {
  const copies = join(folder, `copies-${++rounds}`);
  setCopiesFolder(copies);
  return copies;
}

describe('a HEIC on the screen', () => {
  const upright = ['blue', 'red', 'yellow', 'green'];

  it('is known by its upright size, date and bytes', async () => {
    ownCopies();
    expect(await inspectImage(heicPath('irot'))).toMatchObject({
      kind: 'image',
      name: 'irot.heic',
      width: 160,
      height: 240,
      orientation: 1,
      capturedAt: new Date(2024, 4, 31, 14, 5, 9).getTime(),
      developed: { from: 'heic', fileBytes: heicBytes('irot').length },
    });
    expect(await inspectImage(heicPath('p3'))).toMatchObject({ profile: expect.stringMatching(/P3/i), deep: false });
    expect(await inspectImage(heicPath('deep'))).toMatchObject({ deep: true, width: 240, height: 160 });
  });

  it('is drawn small, kept and shown in full', async () => {
    ownCopies();
    expect(await fieldsOf(Buffer.from(await thumbnail(heicPath('irot'), 64)))).toEqual(upright);
    expect(await fieldsOf(Buffer.from((await renderPreview(heicPath('irot'))).picture))).toEqual(upright);
    const shown = await displayImage(heicPath('irot'));
    expect(shown.mime).toBe('image/png');
    expect(await fieldsOf(Buffer.from(shown.bytes))).toEqual(upright);
    expect((await sharp(Buffer.from((await displayImage(heicPath('p3'))).bytes)).metadata()).hasProfile).toBe(true);
  });

  it('is measured as the file that it is', async () => {
    ownCopies();
    const { picture, contentHash, camera } = await readPicture(heicPath('irot'), new AbortController().signal);

    expect(picture).toMatchObject({ width: 160, height: 240 });
    expect(contentHash).toBe(createHash('sha256').update(heicBytes('irot')).digest('hex'));
    expect(camera).toEqual(expect.any(String));
  });

  it('has a message if it is damaged', async () => {
    ownCopies();
    const cut = put('cut.heic', heicBytes('plain').subarray(0, -100));

    expect(await inspectImage(cut)).toMatchObject({
      kind: 'broken',
      message: matchingMessage(/“cut.heic” is damaged/),
    });
  });

  it('has a message in a build without its decoder', async () => {
    ownCopies();
    vi.stubEnv('BURNISH_WITHOUT_HEIC', '1');
    onTestFinished(() => void vi.unstubAllEnvs());

    const found = await inspectImage(heicPath('plain'));

    expect(found).toMatchObject({ kind: 'unsupported', message: matchingMessage(/does not read HEIC files/) });
  });
});

describe('developed copies', () => {
  const copiesIn = (copies: string) => readdirSync(copies).filter((name) => name.endsWith('.copy'));

  it('are made once for each content', async () => {
    const copies = ownCopies();
    const copyPath = join(folder, 'other name.heic');
    copyFileSync(heicPath('plain'), copyPath);
    const found = await Promise.all([
      decodableFile(heicPath('plain')),
      decodableFile(copyPath),
      decodableFile(heicPath('plain')),
    ]);
    expect(copiesIn(copies)).toHaveLength(1);
    expect(new Set(found.map((each) => each.kind === 'readable' && each.path)).size).toBe(1);
    const made = statSync(join(copies, copiesIn(copies)[0]!)).ino;
    await decodableFile(copyPath);
    expect(statSync(join(copies, copiesIn(copies)[0]!)).ino).toBe(made);
  });

  it('are made again if the file has changed', async () => {
    ownCopies();
    const path = put('changing.heic', heicBytes('plain'));
    expect(await inspectImage(path)).toMatchObject({ width: 240 });
    writeFileSync(path, heicBytes('irot'));
    expect(await inspectImage(path)).toMatchObject({ width: 160 });
  });

  it('are removed in favor of newer ones, the least recently used first', async () => {
    const copies = ownCopies();
    mkdirSync(copies);
    for (const [name, hours] of Object.entries({ old: 3, older: 5, young: 1 })) {
      const path = join(copies, `${name}.copy`);
      writeFileSync(path, '');
      await truncate(path, 600_000_000);
      writeFileSync(join(copies, `${name}.json`), '{}');
      const then = new Date(Date.now() - hours * 3_600_000);
      utimesSync(path, then, then);
    }
    await decodableFile(heicPath('plain'));
    expect(copiesIn(copies)).toHaveLength(3);
    expect(readdirSync(copies).filter((name) => name.startsWith('older'))).toEqual([]);
  });
});
