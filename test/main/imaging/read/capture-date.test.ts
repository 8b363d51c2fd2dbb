import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { captureDate } from '../../../../main/imaging/read/capture-date.ts';
import { grainy, portrait, scratchFolder } from '../../../helpers/photographs.ts';

const folder = scratchFolder();

async function dateOf(tags: Record<string, string>): Promise<number | null> {
  const path = join(folder, 'a.jpg');
  await grainy(20, 20).withExif({ IFD2: tags }).jpeg().toFile(path);
  return captureDate(path, 'jpeg', (await sharp(path).metadata()).exif);
}

describe('captureDate', () => {
  it('reads the time as local, and with its zone where the camera wrote one', async () => {
    expect(await dateOf({ DateTimeOriginal: '2024:05:31 14:05:09' })).toBe(new Date(2024, 4, 31, 14, 5, 9).getTime());
    const zoned = { DateTimeOriginal: '2024:05:31 14:05:09', OffsetTimeOriginal: '+02:00' };
    expect(await dateOf(zoned)).toBe(Date.UTC(2024, 4, 31, 12, 5, 9));
  });

  it('takes the time of digitising where there is no other', async () => {
    expect(await dateOf({ DateTimeDigitized: '2001:01:02 03:04:05' })).toBe(new Date(2001, 0, 2, 3, 4, 5).getTime());
  });

  it('knows none where the file says none, or nonsense', async () => {
    expect(await dateOf({ DateTimeOriginal: '0000:00:00 00:00:00' })).toBeNull();
    expect(await dateOf({ ISOSpeedRatings: '100' })).toBeNull();
    expect(await captureDate(portrait, 'jpeg', undefined)).toBeNull();
    expect(await captureDate(portrait, 'jpeg', Buffer.from('Exif\0\0garbage, not a TIFF block'))).toBeNull();
  });
});
