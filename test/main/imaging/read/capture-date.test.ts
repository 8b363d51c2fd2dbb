import { truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { captureDate, captureFacts } from '../../../../main/imaging/read/capture-date.ts';
import { grainy, portrait, scratchFolder } from '../../../helpers/photograph/photographs.ts';

const folder = scratchFolder();

async function dateOf(tags: Record<string, string>): Promise<number | null> {
  const path = join(folder, 'a.jpg');
  await grainy(20, 20).withExif({ IFD2: tags }).jpeg().toFile(path);
  return captureDate(path, 'jpeg', (await sharp(path).metadata()).exif);
}

async function cameraOf(tags: Record<string, string>, serial?: string): Promise<string | null> {
  const exif = { IFD0: tags, ...(serial === undefined ? {} : { IFD2: { BodySerialNumber: serial } }) };
  const bytes = await grainy(20, 20).withExif(exif).jpeg().toBuffer();
  return (await captureFacts(bytes, 'jpeg', (await sharp(bytes).metadata()).exif)).camera;
}

describe('captureDate', () => {
  it('reads the time of the camera’s clock, in any time zone', async () => {
    expect(await dateOf({ DateTimeOriginal: '2024:05:31 14:05:09' })).toBe(new Date(2024, 4, 31, 14, 5, 9).getTime());
    for (const OffsetTimeOriginal of ['+12:00', '-11:00']) {
      const zoned = { DateTimeOriginal: '2024:05:31 00:05:09', OffsetTimeOriginal };
      expect(await dateOf(zoned)).toBe(new Date(2024, 4, 31, 0, 5, 9).getTime());
    }
  });

  it('uses the time of digitizing if there is no other', async () => {
    expect(await dateOf({ DateTimeDigitized: '2001:01:02 03:04:05' })).toBe(new Date(2001, 0, 2, 3, 4, 5).getTime());
  });

  it('reads the fraction of a second, which distinguishes the photographs of a burst', async () => {
    const second = new Date(2024, 4, 31, 14, 5, 9).getTime();
    const cases = { '5': 500, '50': 500, '07': 70, '123456': 123, '25  ': 250, ab: 0 };
    for (const [SubSecTimeOriginal, ms] of Object.entries(cases)) {
      expect(await dateOf({ DateTimeOriginal: '2024:05:31 14:05:09', SubSecTimeOriginal })).toBe(second + ms);
    }
    expect(await dateOf({ DateTimeDigitized: '2024:05:31 14:05:09', SubSecTimeDigitized: '4' })).toBe(second + 400);
  });

  it('reads only the metadata of a TIFF, however large it is', async () => {
    const path = join(folder, 'large.tif');
    const jpeg = grainy(20, 20).withExif({ IFD2: { DateTimeOriginal: '2024:05:31 14:05:09' } });
    const { exif } = await sharp(await jpeg.jpeg().toBuffer()).metadata();
    await writeFile(path, exif!.subarray(6));
    // A sparse file, larger than any buffer.
    await truncate(path, 6e9);
    expect(await captureDate(path, 'tiff', undefined)).toBe(new Date(2024, 4, 31, 14, 5, 9).getTime());
  });

  it('returns none if the file has none, or an invalid one', async () => {
    expect(await dateOf({ DateTimeOriginal: '0000:00:00 00:00:00' })).toBeNull();
    expect(await dateOf({ ISOSpeedRatings: '100' })).toBeNull();
    expect(await captureDate(portrait, 'jpeg', undefined)).toBeNull();
    expect(await captureDate(portrait, 'jpeg', Buffer.from('Exif\0\0garbage, not a TIFF block'))).toBeNull();
  });
});

describe('the camera', () => {
  it('is identified by maker, model and serial number, none of which is revealed', async () => {
    const body = { Make: 'Canon', Model: 'EOS R5' };
    const camera = await cameraOf(body, '0123456789');
    expect(camera).toMatch(/^[0-9a-f]{12}$/);
    expect(await cameraOf(body, '0123456789')).toBe(camera);
    const otherCameras = [await cameraOf(body, '9876543210'), await cameraOf(body), await cameraOf({ Make: 'Canon' })];
    expect(new Set([camera, ...otherCameras]).size).toBe(4);
  });

  it('is unknown if the file does not state it', async () => {
    expect(await cameraOf({ Software: 'a' })).toBeNull();
    expect(await captureFacts(portrait, 'jpeg', undefined)).toEqual({ takenAt: null, camera: null });
  });
});
