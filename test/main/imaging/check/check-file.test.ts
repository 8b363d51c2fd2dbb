/** Findings for generated pictures with one fault each. */

import { mkdirSync } from 'node:fs';
import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { type Marketplace, marketplaces, type RuleKind } from '../../../../contract/recipes/marketplaces.ts';
import { checkFile } from '../../../../main/imaging/check/check-file.ts';
import { measureFile } from '../../../../main/imaging/check/measure-file.ts';
import { ImagingError } from '../../../../main/imaging/errors.ts';
import { roundedUpSize } from '../../../../main/imaging/size.ts';
import { damagedCopy } from '../../../helpers/photograph/damaged-copy.ts';
import { grainy, scratchFolder } from '../../../helpers/photograph/photographs.ts';
import { messageText } from '../../../helpers/run/message-matchers.ts';
import { createSeededRandom } from '../../../helpers/run/seeded-random.ts';

const folder = scratchFolder();
const amazon = marketplaces.find(({ id }) => id === 'amazon-main')!;
const { signal } = new AbortController();

interface Made {
  readonly background?: string;
  /** SVG on top of the subject. */
  readonly more?: string;
  readonly side?: number;
  readonly subject?: string;
  readonly name?: string;
  readonly quality?: number;
}

const pictures = new Map<string, Promise<string>>();
/** Draws a red disc that fills nine tenths of a white picture. Each file is drawn once, in a separate folder. */
function made(how: Made): Promise<string> {
  const key = JSON.stringify(how);
  const path = pictures.get(key) ?? draw(how, join(folder, String(pictures.size)));
  pictures.set(key, path);
  return path;
}

async function draw(
  { background = '#ffffff', more = '', side = 1600, subject, name = 'B000123456.MAIN.jpg', quality = 92 }: Made,
  into: string,
): Promise<string> {
  mkdirSync(into);
  const disc = subject ?? '<circle cx="800" cy="800" r="720" fill="#a03020"/>';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 1600 1600">${disc}${more}</svg>`;
  const path = join(into, name);
  const picture = sharp(Buffer.from(svg)).flatten({ background });
  await (name.endsWith('jpg') ? picture.jpeg({ quality, chromaSubsampling: '4:2:0' }) : picture.png()).toFile(path);
  return path;
}

const failing = async (made: Promise<string>, marketplace: Marketplace = amazon) => {
  const { findings, passes } = await checkFile(await made, marketplace, signal);
  expect(passes).toBe(findings.every((each) => each.passes || each.level === 'should' || !each.certain));
  return findings.filter((each) => !each.passes);
};
const kinds = async (...all: Parameters<typeof failing>): Promise<RuleKind[]> =>
  (await failing(...all)).map(({ kind }) => kind);

describe('Amazon’s main image', () => {
  it('passes as a JPEG, whatever that leaves around edges', async () => {
    expect(await failing(made({}))).toEqual([]);
  });

  const frame = '<rect x="0" y="0" width="1600" height="1600" fill="none" stroke="#888" stroke-width="6"/>';
  const spot = '<rect x="60" y="60" width="6" height="6" fill="#fafafa"/>';
  const cutOff = '<rect x="200" y="100" width="1300" height="1500" fill="#a03020"/>';

  it.each<[string, Made, RuleKind[]]>([
    ['a background of 254', { background: '#fefefe' }, ['white-background', 'free-border']],
    ['a coloured background', { background: '#3366cc' }, ['white-background', 'free-border']],
    ['a spot away from the subject', { more: spot }, ['white-background']],
    ['a subject that is cut off', { subject: cutOff }, ['free-border']],
    ['a thin frame', { more: frame }, ['white-background', 'free-border']],
    ['too small a subject', { subject: '<circle cx="800" cy="800" r="640" fill="#a03020"/>' }, ['fill']],
    ['too small a picture', { side: 1500 }, ['longest-side']],
    ['another name', { name: 'red disc-1.jpg' }, ['product-name']],
  ])('fails for %s', async (_, fault, expected) => {
    expect(await kinds(made(fault))).toEqual(expected);
  });

  it('accepts a soft shadow under the subject, but none that reaches the border', { tags: ['long'] }, async () => {
    const shadow = (ry: number) =>
      `<radialGradient id="s"><stop offset="0" stop-color="#888"/><stop offset="1" stop-color="#fff"/></radialGradient>
       <ellipse cx="800" cy="1480" rx="700" ry="${ry}" fill="url(#s)"/><circle cx="800" cy="750" r="720" fill="#a03020"/>`;
    expect(await failing(made({ subject: shadow(80) }))).toEqual([]);
    expect(await kinds(made({ subject: shadow(240) }))).toContain('free-border');
  });

  it('reports its measurements', async () => {
    const found = await failing(made({ subject: '<circle cx="800" cy="800" r="640" fill="#a03020"/>', side: 1500 }));
    expect(found.map(({ says }) => messageText(says))).toEqual([
      'The subject fills 80%; at least 85% is required.',
      'The longest side is 1,500 px; at least 1,600 px are required.',
    ]);
  });

  it('fails for transparency, and for the extension of another format', async () => {
    const png = join(folder, 'B000123456.MAIN.png');
    await sharp({ create: { width: 1600, height: 1600, channels: 4, background: '#0000' } })
      .composite([{ input: Buffer.from('<svg width="1600" height="1600"><circle cx="800" cy="800" r="720"/></svg>') }])
      .png()
      .toFile(png);
    const jpeg = join(folder, 'B000123456.MAIN.jpeg');
    await copyFile(png, jpeg);

    expect(await kinds(Promise.resolve(png))).toEqual(['opaque']);
    expect(await kinds(Promise.resolve(jpeg))).toEqual(['extension', 'opaque']);
  });
});

it('distinguishes recommendations from requirements', async () => {
  const ebay = marketplaces.find(({ id }) => id === 'ebay')!;
  const checked = await checkFile(await made({ side: 800, quality: 80, name: 'disc.jpg' }), ebay, signal);
  expect(checked.findings.filter(({ passes }) => !passes).map(({ kind, level }) => [kind, level])).toEqual([
    ['longest-side', 'should'],
    ['jpeg-quality', 'must'],
  ]);
  // None of eBay's rules comes from its own page, so a broken rule is reported but fails nothing.
  expect(checked.passes).toBe(true);
  expect((await checkFile(await made({ side: 800, quality: 95, name: 'disc.jpg' }), ebay, signal)).passes).toBe(true);
});

const limit = (asks: Marketplace['rules'][number]['asks']): Marketplace => ({
  ...amazon,
  rules: [{ level: 'must', asks, source: 'here', checked: '2026-11-22', certain: true }],
});

it.each([
  [{ kind: 'exact-size', width: 1600, height: 1601 }, 'The size is 1600 × 1600 px; 1600 × 1601 px are required.'],
  [{ kind: 'pixels', most: 2_000_000 }, 'It has 2.6 megapixels; at most 2 are allowed.'],
  [{ kind: 'formats', formats: ['png'] }, 'It is a JPEG file; accepted formats: PNG.'],
  [{ kind: 'fill', most: 0.5 }, 'The subject fills 90%; at most 50% is allowed.'],
  [{ kind: 'shortest-side', least: 2000 }, 'The shortest side is 1,600 px; at least 2,000 px are required.'],
  [{ kind: 'longest-side', most: 900 }, 'The longest side is 1,600 px; at most 900 px are allowed.'],
] as const)('with %o', async (asks, sentence) => {
  const found = await failing(made({}), limit(asks as Marketplace['rules'][number]['asks']));
  expect(found.map(({ says }) => messageText(says))).toEqual([sentence]);
});

it('finds nothing in an empty picture, and rejects a file that is no picture', async () => {
  const empty = await measureFile(await made({ subject: '<g/>', name: 'empty.png' }), signal);
  expect([empty.subject, empty.fill, empty.stray, empty.borderOff]).toEqual([null, 0, 0, 0]);
  await expect(measureFile(join(folder, 'nothing.jpg'), signal)).rejects.toMatchObject({ code: 'BAD_SOURCE' });
});

it('checks any damaged file, or reports that it cannot be read', async () => {
  const imageBytes = await grainy(90, 70).jpeg().toBuffer();
  const chance = createSeededRandom('damaged jpeg');
  const path = join(folder, 'damaged.jpeg');
  for (let round = 0; round < 40; round++) {
    await writeFile(path, damagedCopy(chance, imageBytes, { cut: 0.3 }));
    const outcome = await checkFile(path, amazon, signal).catch((fault) => fault);
    expect(outcome instanceof ImagingError || outcome.findings.length === amazon.rules.length).toBe(true);
  }
});

it("shows file sizes in the shops' units, and never shows a size above the limit as the limit", {
  tags: ['long'],
}, async () => {
  const path = await made({});
  const sayings = async (maxBytes: number) => {
    const rules = [{ ...amazon.rules[0]!, asks: { kind: 'bytes', most: maxBytes } as const }];
    const { passes, findings } = await checkFile(path, { ...amazon, rules }, signal);
    return [passes, ...findings.map(({ says }) => messageText(says))];
  };
  const { bytes } = await measureFile(path, signal);
  expect(await sayings(10_000_000)).toEqual([true, `The file size is ${Math.round(bytes / 1000)} KB.`]);
  const [passes, words] = await sayings(bytes - 1);
  const [has, most] = /is (\d+) KB; at most (\d+) KB is allowed/.exec(String(words))!.slice(1).map(Number);
  expect([passes, has! >= most!, has]).toEqual([false, true, Math.ceil(bytes / 1000)]);
  expect([roundedUpSize(10_000_001), roundedUpSize(10_100_000)]).toEqual([
    { decimalBytes: 10_100_000 },
    { decimalBytes: 10_100_000 },
  ]);
});
