import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decisionFromXmp } from '../../../../main/imaging/xmp/decision-xmp.ts';
import { mergeXmp, type XmpChange } from '../../../../main/imaging/xmp/merge-xmp.ts';
import { maxPacketBytes } from '../../../../main/imaging/xmp/parse-xmp.ts';
import { readSidecar, readWithSidecar } from '../../../../main/imaging/xmp/sidecar.ts';
import { scratchFolder } from '../../../helpers/photograph/photographs.ts';

const folder = scratchFolder();
const put = (name: string, change: XmpChange) => writeFileSync(join(folder, name), mergeXmp(null, change));
const read = (name: string) => readSidecar(join(folder, name));

describe('the XMP file next to a photograph', () => {
  it.each(['a.jpg.xmp', 'a.jpg.XMP', 'a.xmp', 'a.XMP'])('is found as %s', async (name) => {
    const own = join(folder, name.replace('.', '-'));
    mkdirSync(own);
    writeFileSync(join(own, name), mergeXmp(null, { rating: 4 }));
    expect(await readSidecar(join(own, 'a.jpg'))).toMatchObject({ rating: 4 });
  });

  it('of the photograph takes precedence over that of the shot', async () => {
    put('b.xmp', { title: 'Shot' });
    put('b.nef.xmp', { title: 'Photograph' });
    expect(await read('b.nef')).toMatchObject({ title: 'Photograph' });
    expect(await read('b.jpg')).toMatchObject({ title: 'Shot' });
  });

  it('is ignored if it is a folder, too long, or something else', async () => {
    mkdirSync(join(folder, 'c.xmp'));
    writeFileSync(join(folder, 'd.xmp'), 'no packet');
    put('e.xmp', { rating: 3 });
    truncateSync(join(folder, 'e.xmp'), maxPacketBytes + 1);
    for (const name of ['c.jpg', 'd.jpg', 'e.jpg', 'f.jpg']) expect(await read(name)).toBeNull();
  });

  it.each([
    [{ rating: 4 }, { stars: 4 }],
    [{ rating: -1 }, { flag: -1 }],
    [{ pick: 1 as const }, { flag: 1 }],
    [{ label: 'Red' }, { label: 1 }],
    [{ label: 'green' }, { label: 3 }],
    [{ label: 'Purple' }, { label: 5 }],
    [{ label: 'second' }, { label: 2 }],
    [{ label: 'Gru\u0308n' }, { label: 3 }],
    [{ label: 'レッド' }, { label: 1 }],
    [{ label: 'R\u200bed' }, { label: 1 }],
    [{ label: 'Kunde A' }, { foreignLabel: 'Kunde A' }],
    [{ label: 'To\u202e\tretouch\u0000 ' }, { foreignLabel: 'To retouch' }],
    [{ label: '😀'.repeat(300) }, { foreignLabel: '😀'.repeat(100) }],
  ])('decides: %o', async (change, decision) => {
    put('g.xmp', change);
    expect(decisionFromXmp(await read('g.jpg'))).toEqual({ flag: 0, stars: 0, label: 0, ...decision });
  });

  it.each([{ label: 'None' }, { rating: 0, title: 'Bride' }])('decides nothing: %o', async (change) => {
    put('g.xmp', change);
    expect(decisionFromXmp(await read('g.jpg'))).toBeNull();
  });

  it('takes precedence over the photograph, which provides the missing properties', async () => {
    const embedded = { rating: '2', label: 'Red', pick: '1', title: 'Bride' };
    put('h.xmp', { rating: 5 });
    expect(await readWithSidecar(join(folder, 'h.jpg'), embedded)).toMatchObject({ rating: 5, label: 'Red', pick: 1 });
    put('i.xmp', { rating: -1 });
    expect(await readWithSidecar(join(folder, 'i.jpg'), embedded)).toMatchObject({
      rating: null,
      pick: -1,
      title: 'Bride',
    });
    put('j.xmp', { rating: 3 });
    expect(await readWithSidecar(join(folder, 'j.jpg'), { rating: '-1' })).toMatchObject({ rating: 3, pick: null });
    put('k.xmp', { rating: 0 });
    expect(await readWithSidecar(join(folder, 'k.jpg'), { exifRating: '4' })).toMatchObject({ rating: 0 });
    expect(await readWithSidecar(join(folder, 'l.jpg'), embedded)).toMatchObject({
      rating: 2,
      label: 'Red',
      unread: null,
    });
    writeFileSync(join(folder, 'm.jpg.xmp'), '<x:xmpmeta');
    expect(await readWithSidecar(join(folder, 'm.jpg'), embedded)).toMatchObject({ rating: 2, unread: 'm.jpg.xmp' });
  });
});
