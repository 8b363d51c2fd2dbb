/** The app in two builds of a distributor: without the HEIC decoder, and without the raw decoder. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listPackage } from '@electron/asar';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { burnish, endAll, packageInto, resourcesOf } from './packaged-app.ts';
import { writePhotographs } from './photographs.ts';

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-decoders-'));
  await writePhotographs(join(folder, 'photographs'));
});
afterAll(() => {
  endAll();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

describe.runIf(process.platform === 'linux').each([
  {
    ...{ leavesOut: 'BURNISH_WITHOUT_HEIC', part: 'libheif-js', refused: 'portrait.heic', opened: 'shot.dng' },
    sentence: '“portrait.heic” cannot be opened: Burnish does not read HEIC files. Export it as JPEG, PNG or TIFF.',
  },
  {
    ...{ leavesOut: 'BURNISH_WITHOUT_RAW', part: 'libraw-wasm', refused: 'shot.dng', opened: 'portrait.heic' },
    sentence: '“shot.dng” contains no picture that Burnish can use. Export it as JPEG or TIFF.',
  },
])('the app packaged with $leavesOut', ({ leavesOut, part, refused, opened, sentence }) => {
  it(`lacks ${part}, reports that for a photograph that needs it, and opens others`, async () => {
    const place = join(folder, leavesOut);
    const packaged = await packageInto(place, { [leavesOut]: '1' });
    expect(listPackage(join(resourcesOf(packaged), 'app.asar'), { isPack: false }).join('\n')).not.toContain(part);
    expect(readdirSync(join(resourcesOf(packaged), 'app.asar.unpacked/node_modules'))).not.toContain(part);
    expect(readFileSync(join(resourcesOf(packaged), 'licences/third-party.txt'), 'utf8')).not.toContain(part);
    const out = join(place, 'out');
    const photographs = [refused, opened].map((name) => join(folder, 'photographs', name));
    const words = ['run', ...photographs, '--recipe', 'skin-soft', '--out', out, '--data', join(place, 'data')];
    const { code, out: stdout, err } = await burnish(packaged, words);
    expect(code).toBe(1);
    expect(`${stdout}${err}`).toContain(sentence);
    expect(readdirSync(out)).toEqual([expect.stringContaining(opened.replace(/\..*/, ''))]);
    rmSync(packaged, { recursive: true });
  });
});
