import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mergedXmp, type XmpChange } from '../../../../main/imaging/xmp/merge.ts';
import { mostPacketBytes } from '../../../../main/imaging/xmp/outline.ts';
import { decisionIn, readSidecar } from '../../../../main/imaging/xmp/sidecar.ts';
import { scratchFolder } from '../../../helpers/photographs.ts';

const folder = scratchFolder();
const put = (name: string, change: XmpChange) => writeFileSync(join(folder, name), mergedXmp(null, change));
const read = (name: string) => readSidecar(join(folder, name));

describe('the XMP file beside a photograph', () => {
  it.each(['a.jpg.xmp', 'a.jpg.XMP', 'a.xmp', 'a.XMP'])('is found as %s', async (name) => {
    const own = join(folder, name.replace('.', '-'));
    mkdirSync(own);
    writeFileSync(join(own, name), mergedXmp(null, { rating: 4 }));
    expect(await readSidecar(join(own, 'a.jpg'))).toMatchObject({ rating: 4 });
  });

  it('of the photograph comes before that of the shot', async () => {
    put('b.xmp', { title: 'Shot' });
    put('b.nef.xmp', { title: 'Photograph' });
    expect(await read('b.nef')).toMatchObject({ title: 'Photograph' });
    expect(await read('b.jpg')).toMatchObject({ title: 'Shot' });
  });

  it('says nothing where it is a folder, too long, or something else', async () => {
    mkdirSync(join(folder, 'c.xmp'));
    writeFileSync(join(folder, 'd.xmp'), 'no packet');
    put('e.xmp', { rating: 3 });
    truncateSync(join(folder, 'e.xmp'), mostPacketBytes + 1);
    for (const name of ['c.jpg', 'd.jpg', 'e.jpg', 'f.jpg']) expect(await read(name)).toBeNull();
  });

  it.each([
    [
      { rating: 4, label: 'Red' },
      { flag: 0, stars: 4, label: 1 },
    ],
    [{ label: 'green' }, { flag: 0, stars: 0, label: 3 }],
    [{ label: 'Purple' }, { flag: 0, stars: 0, label: 5 }],
    [{ pick: 1 }, { flag: 1, stars: 0, label: 0 }],
    [{ rating: -1 }, { flag: -1, stars: 0, label: 0 }],
    [{ label: 'Second' }, null],
    [{ rating: 0, title: 'Bride' }, null],
  ] as const)('decides: %o', async (change, decision) => {
    put('g.xmp', change);
    expect(decisionIn(await read('g.jpg'))).toEqual(decision);
  });
});
