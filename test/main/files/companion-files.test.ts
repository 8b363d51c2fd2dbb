import { describe, expect, it } from 'vitest';
import { createOwnerFinder, createShotKey, isCompanionName } from '../../../main/files/companion-files.ts';

describe('createOwnerFinder', () => {
  const names = ['IMG.jpg', 'img.jpg', 'Raw.CR3', 'RAW.jpg', 'lone.JPG'];
  it.each([
    ['IMG.xmp', ['IMG.jpg']],
    ['img.XMP', ['img.jpg']],
    ['img.jpg.xmp', ['img.jpg']],
    ['RAW.wav', ['RAW.jpg']],
    ['raw.wav', ['Raw.CR3', 'RAW.jpg']],
    ['raw.cr3.xmp', ['Raw.CR3']],
    ['LONE.WAV', ['lone.JPG']],
    ['other.xmp', []],
  ])('finds the photographs %s belongs to: %j', (companion, owners) => {
    expect(createOwnerFinder(names)(companion)).toEqual(owners);
  });
});

describe('createShotKey', () => {
  it('groups names regardless of case, unless a name exists in two cases', () => {
    const keyOf = createShotKey(['IMG_1.JPG', 'img_1.cr3', 'A.jpg', 'a.jpg', 'a.cr3', '/x/B.jpg', '/y/b.jpg']);
    expect(keyOf('IMG_1.JPG')).toBe(keyOf('img_1.cr3'));
    expect(keyOf('A.jpg')).not.toBe(keyOf('a.jpg'));
    expect(keyOf('a.jpg')).toBe(keyOf('a.cr3'));
    expect(keyOf('/x/B.jpg')).not.toBe(keyOf('/y/b.jpg'));
  });
});

describe('isCompanionName', () => {
  it('is true for data and voice memos', () => {
    for (const name of ['a.xmp', 'a.AAE', 'a.THM', 'a.WAV', 'a.m4a']) expect(isCompanionName(name)).toBe(true);
    for (const name of ['a.jpg', 'a.MP4', 'wav']) expect(isCompanionName(name)).toBe(false);
  });
});
