import { join } from 'node:path';
import sharp from 'sharp';
import { expect } from 'vitest';
import { emptyPhotoInfo } from '../../../../contract/review/photo-info.ts';
import { openStore } from '../../../../main/store/index.ts';
import { test } from '../../../helpers/command/command-stage.ts';

test('writes photo info into results: a preset, and additional options', async ({ stage }) => {
  await stage.photographs('a.jpg');
  const store = openStore({ folder: stage.data });
  const details = { ...emptyPhotoInfo, creator: 'Studio', copyright: '© Studio', keywords: ['studio'] };
  store.detailsPresets.save({ id: 'a', name: 'House style', details });
  store.close();

  const ended = await stage.run('--info-preset', 'house STYLE', '--creator', 'Zoë', '--keywords', 'beach, 海');

  expect(ended.code, ended.err).toBe(0);
  const xmp = (await sharp(join(stage.out, stage.results()[0]!)).metadata()).xmp?.toString() ?? '';
  expect(xmp).toMatch(/<rdf:li>studio<\/rdf:li><rdf:li>beach<\/rdf:li><rdf:li>海<\/rdf:li>/);
  expect(xmp).toMatch(/<dc:creator><rdf:Seq><rdf:li>Zoë</);
  expect(xmp).toContain('© Studio');
});

test.for([
  [['--info-preset', 'None'], 'There is no photo info preset “None”. Presets: none.'],
  [['--keywords', 'x'.repeat(65)], /This photo info cannot be used\.[\s\S]*--keywords:/],
] as const)('rejects the photo info %j before anything is added', async ([words, message], { stage }) => {
  await stage.photographs('a.jpg');

  const { code, err } = await stage.run(...words);

  expect([code, err]).toEqual([2, expect.stringMatching(message)]);
  expect(stage.uploads()).toBe(0);
});
