import { globSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { cachedThumbnail, thumbnail } from '../../../../main/imaging/read/display.ts';
import { bitmapFile, grainy } from '../../../helpers/photograph/photographs.ts';
import { openScratchFiles } from '../../../helpers/photograph/scratch-files.ts';

const { at } = openScratchFiles();

describe('thumbnail', () => {
  it('is upright, has the requested size, and keeps transparency', async () => {
    await grainy(900, 600).withMetadata({ orientation: 8 }).ensureAlpha(0.3).webp().toFile(at('a.webp'));
    expect(await sharp(await thumbnail(at('a.webp'), 160)).metadata()).toMatchObject({
      format: 'webp',
      width: 107,
      height: 160,
      hasAlpha: true,
    });
  });

  it('shows bitmaps, never enlarges, and shows the readable part of a damaged photograph', async () => {
    writeFileSync(at('a.bmp'), bitmapFile(64, 48, 24));
    expect(await sharp(await thumbnail(at('a.bmp'), 160)).metadata()).toMatchObject({ width: 64, height: 48 });
    const jpeg = await grainy(800, 600).jpeg().toBuffer();
    writeFileSync(at('cut.jpg'), jpeg.subarray(0, jpeg.length / 2));
    expect(await sharp(await thumbnail(at('cut.jpg'), 160)).metadata()).toMatchObject({ width: 160, height: 120 });
    writeFileSync(at('text.jpg'), 'no picture at all, only words');
    await expect(thumbnail(at('text.jpg'), 160)).rejects.toThrow();
  });
});

describe('cachedThumbnail', () => {
  it('draws once, and again if the file has changed', async () => {
    const cache = at('cache');
    mkdirSync(cache);
    const count = () => globSync(join(cache, '*', '*')).length;
    await grainy(300, 200, 1).jpeg().toFile(at('b.jpg'));
    const [first, second] = await Promise.all([
      cachedThumbnail(at('b.jpg'), 80, cache),
      cachedThumbnail(at('b.jpg'), 80, cache),
    ]);
    expect(Buffer.from(first!).equals(Buffer.from(second!))).toBe(true);
    expect(count()).toBe(1);
    const [drawn] = globSync(join(cache, '*', '*'));
    writeFileSync(drawn!, 'from the cache');
    expect(Buffer.from(await cachedThumbnail(at('b.jpg'), 80, cache)).toString()).toBe('from the cache');
    utimesSync(at('b.jpg'), new Date(), new Date(Date.now() - 60_000));
    expect(await sharp(await cachedThumbnail(at('b.jpg'), 80, cache)).metadata()).toMatchObject({ width: 80 });
    expect(count()).toBe(2);
  });
});
