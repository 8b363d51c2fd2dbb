/** Commands of the packaged app that depend on files the packaging could leave out. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPsd } from 'ag-psd';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { projectRoot } from '../../scripts/setup/paths.ts';
import { pageData } from '../helpers/window/gallery-tools.ts';
import { burnish, type Ended, endAll } from './packaged-app.ts';
import { writePhotographs } from './photographs.ts';

const names = ['layers', 'portrait', 'shot', '宇宙飛行士'];

let folder: string;
let photographs: string;
let finished: string;
let ran: Ended;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-commands-'));
  [photographs, finished] = [join(folder, 'photographs'), join(folder, 'finished')];
  await writePhotographs(photographs);
  ran = await command('run', photographs, '--recipe', 'skin-soft', '--out', finished);
});
afterAll(() => {
  endAll();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

const command = (...words: string[]) => burnish(inject('packaged'), [...words, '--data', join(folder, 'data')]);
/** Whether the machine has the tool; the package does not bring it. */
const hasTool = (name: string) => process.env.PATH?.split(':').some((path) => existsSync(join(path, name)));

describe.runIf(process.platform === 'linux')('the packaged app, by its command line', () => {
  it('finishes a HEIC, a raw file, a Photoshop file and a PNG', async () => {
    expect([ran.code, ran.err.trim().split('\n').at(-1)]).toEqual([0, '4 done, 0 failed']);
    const results = readdirSync(finished);
    expect(results.map((name) => name.replace(/-.*/, '')).sort()).toEqual(names);
    for (const name of results) {
      const { width, height } = await sharp(join(finished, name)).metadata();
      expect([name, width, height]).toEqual([name, ...(name.startsWith('portrait') ? [400, 400] : [512, 512])]);
    }
  });

  it('makes a contact sheet with Japanese captions', async () => {
    const to = join(folder, 'sheets');
    const { code, err } = await command('export', '--to', to, '--as', 'sheet', '--studio', '展示会');
    expect([code, err]).toEqual([0, expect.not.stringContaining('rror:')]);
    const [sheet] = readdirSync(to);
    const pdf = readFileSync(join(to, sheet!));
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    // Latin letters and kanji are in different slices of the font.
    expect(pdf.toString('latin1').match(/\/FontFile2/g)?.length).toBeGreaterThan(1);
    if (!hasTool('pdftotext')) return;
    const text = execFileSync('pdftotext', [join(to, sheet!), '-'], { encoding: 'utf8' });
    for (const name of names) expect(text).toContain(name);
  });

  it('makes a gallery for a client, as one file', async () => {
    const to = join(folder, 'gallery');
    const { code } = await command('gallery', '--to', to, '--zip', '--title', 'Anna');
    expect(code).toBe(0);
    const zip = join(to, 'Anna.zip');
    expect(readFileSync(zip).subarray(0, 2).toString()).toBe('PK');
    if (!hasTool('unzip')) return;
    const page = execFileSync('unzip', ['-p', zip, 'Anna/index.html'], { encoding: 'utf8' });
    const captions = pageData(page).pictures.map(({ caption }) => caption);
    expect(new Set(captions)).toEqual(new Set(names));
    // The page contains its scripts and styles completely.
    for (const part of readdirSync(join(projectRoot, 'gallery')).filter((name) => /\.(js|css)$/.test(name)))
      expect(page).toContain(readFileSync(join(projectRoot, 'gallery', part), 'utf8').trim());
  });

  it('exports layered Photoshop files', async () => {
    const to = join(folder, 'layered');
    const { code } = await command('export', '--to', to, '--format', 'psd', '--search', 'layers');
    expect(code).toBe(0);
    expect(readdirSync(to)).toEqual(['layers.psd']);
    const psd = readPsd(readFileSync(join(to, 'layers.psd')), {
      skipCompositeImageData: true,
      skipLayerImageData: true,
    });
    expect(psd).toMatchObject({ width: 512, height: 512 });
    expect(psd.children?.length).toBeGreaterThan(0);
  });

  it('exports AVIF', async () => {
    const to = join(folder, 'small');
    const { code } = await command('export', '--to', to, '--format', 'avif', '--search', 'shot');
    expect(code).toBe(0);
    expect(await sharp(join(to, 'shot.avif')).metadata()).toMatchObject({ compression: 'av1', width: 512 });
  });

  it('reads a product list', async () => {
    const list = join(folder, 'spring.csv');
    writeFileSync(list, 'File;SKU;Name\r\nshot;C-1;Mug\r\nplate;C-2;Plate\r\n');
    const { code, out } = await command('products', list, photographs, '--recipe', 'skin-soft', '--dry-run');
    expect(code).toBe(0);
    expect(out).toMatch(/^C-1 +Mug +1 /m);
    expect(out).toMatch(/^C-2 +Plate +0 /m);
  });

  it('checks finished files', async () => {
    const { code, out } = await burnish(inject('packaged'), [
      'check',
      'amazon-main',
      join(finished, 'shot-Skin, soft.jpg'),
    ]);
    expect(code).toBe(1);
    expect(out).toContain('The longest side is 512 px; at least 1,600 px are required.');
  });
});
