import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findSidecars } from '../../../../main/pipeline/output/original-sidecars.ts';

describe('findSidecars', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'burnish-sidecars-'));
    mkdirSync(join(folder, 'Done'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it.each([
    ['data and the voice memo of its name', ['a.xmp', 'a.JPG.xmp', 'a.WAV', 'b.WAV'], ['a.JPG.xmp', 'a.WAV', 'a.xmp']],
    ['only what names the whole file, of a raw and a JPEG', ['a.CR3', 'a.xmp', 'a.JPG.xmp', 'a.WAV'], ['a.JPG.xmp']],
    ['its own of two names that differ in case', ['A.JPG', 'A.xmp', 'A.wav', 'a.xmp', 'a.wav'], ['a.wav', 'a.xmp']],
  ])('finds %s', async (_, others, found) => {
    for (const name of ['a.JPG', ...others]) writeFileSync(join(folder, name), name);
    const sidecars = await findSidecars(join(folder, 'a.JPG'), join(folder, 'Done', 'a-2.JPG'));
    expect(sidecars.map(({ from }) => basename(from)).sort()).toEqual(found);
    for (const { from, to } of sidecars) expect(to).toBe(join(folder, 'Done', basename(from).replace('a', 'a-2')));
  });
});
