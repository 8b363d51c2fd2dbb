import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fingerprint, placeFile, reserveAndRename, syncFile, tempName } from '../../../main/pipeline/target-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-target-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

let made = 0;
function temp(content: string): string {
  const path = join(folder, tempName('/data', ++made, '0'));
  writeFileSync(path, content);
  return path;
}
const names = () => readdirSync(folder).sort();
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const nobody = () => undefined;

describe('placeFile', () => {
  it('gives the name, and a number where it is taken', async () => {
    for (const content of ['first', 'second', 'third']) {
      await placeFile(temp(content), 'a', '.png', 'number', nobody);
    }
    expect(names().map((name) => [name, read(name)])).toEqual([
      ['a-2.png', 'second'],
      ['a-3.png', 'third'],
      ['a.png', 'first'],
    ]);
  });

  it('gives each of many at the same time a name of its own', async () => {
    const contents = Array.from({ length: 20 }, (_, index) => `content ${index}`);
    const placed = await Promise.all(
      contents.map((content) => placeFile(temp(content), 'a', '.png', 'number', nobody)),
    );
    expect(new Set(placed.map((one) => ('path' in one ? one.path : ''))).size).toBe(20);
    expect(names().map(read).sort()).toEqual([...contents].sort());
  });

  it('leaves what is there alone and writes nothing, where the rule says skip', async () => {
    writeFileSync(join(folder, 'a.png'), 'mine');
    const noted: string[] = [];
    const placed = await placeFile(temp('new'), 'a', '.png', 'skip', (path) => noted.push(path));
    expect(placed).toEqual({ skipped: join(folder, 'a.png') });
    expect([names(), read('a.png'), noted]).toEqual([['a.png'], 'mine', []]);
  });

  it('puts the new file in the place of the old one, where the rule says replace', async () => {
    writeFileSync(join(folder, 'a.png'), 'old');
    await placeFile(temp('new'), 'a', '.png', 'replace', nobody);
    expect([names(), read('a.png')]).toEqual([['a.png'], 'new']);
  });

  it('says where the file will be before it is there', async () => {
    const noted: [string, boolean][] = [];
    await placeFile(temp('new'), 'a', '.png', 'number', (path) => noted.push([path, names().includes('a.png')]));
    expect(noted).toEqual([[join(folder, 'a.png'), false]]);
  });

  it('never replaces a file that appears at the last moment', async () => {
    const placed = await placeFile(temp('new'), 'a', '.png', 'number', (path) => {
      if (path.endsWith('a.png')) writeFileSync(path, 'somebody was faster');
    });
    expect(placed).toEqual({ path: join(folder, 'a-2.png') });
    expect(read('a.png')).toBe('somebody was faster');
  });
});

describe('on a disk without hard links', () => {
  it('a name is kept by an empty file first, and never taken from another', async () => {
    expect(await reserveAndRename(temp('first'), join(folder, 'a.png'))).toBe(true);
    const second = temp('second');
    expect(await reserveAndRename(second, join(folder, 'a.png'))).toBe(false);
    expect([read('a.png'), readFileSync(second, 'utf8')]).toEqual(['first', 'second']);
  });
});

describe('a temporary name', () => {
  it('is hidden, the same after a crash, and another one for other data folders, jobs and parts', () => {
    const name = tempName('/data', 7, '0');
    expect(name).toMatch(/^\.burnish-[0-9a-f]{8}-7-0\.tmp$/);
    expect(tempName('/data', 7, '0')).toBe(name);
    expect(new Set([name, tempName('/other', 7, '0'), tempName('/data', 8, '0'), tempName('/data', 7, '1')]).size).toBe(
      4,
    );
  });
});

describe('fingerprint', () => {
  it('tells hash and size, or that there is no file', async () => {
    writeFileSync(join(folder, 'a'), 'abc');
    await syncFile(join(folder, 'a'));
    expect(await fingerprint(join(folder, 'a'))).toEqual({
      hash: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
      bytes: 3,
    });
    expect(await fingerprint(join(folder, 'b'))).toBe(null);
  });
});
