import i18next from 'i18next';
import { expect, it } from 'vitest';
import '../../../../../renderer/locales/setup.ts';
import { compositionSchema } from '../../../../../contract/recipes/composition.ts';
import { marketplaces } from '../../../../../contract/recipes/marketplaces.ts';
import type { Output } from '../../../../../contract/recipes/output.ts';
import type { FormSection } from '../../../../../contract/recipes/output-form-sections.ts';
import { applyMarketplace, withOutput } from '../../../../../renderer/screens/recipes/output/outputDraft.ts';
import { outputSummary } from '../../../../../renderer/screens/recipes/output/outputSummary.ts';
import { newRecipe } from '../../../../../renderer/screens/recipes/recipeDraft.ts';

const recipe = newRecipe('r', 'Mine');
const laidOut = compositionSchema.parse({});

/** Returns the summary of a section for a recipe with a changed output. */
function summaryText(place: FormSection, change: Partial<Output>): string {
  const changed = withOutput(recipe, 0, change);
  return outputSummary([place], changed, changed.output, i18next.t, new Date(0));
}

it.each<[FormSection, Partial<Output>, string]>([
  ['everyday', {}, 'Automatic · Same as photograph'],
  ['everyday', { composition: laidOut }, 'Automatic · Color'],
  ['layout', { composition: laidOut }, 'Same as photograph'],
  [
    'layout',
    {
      composition: {
        ...laidOut,
        canvas: { kind: 'longest', px: 1500 },
        margin: 0.05,
        shadow: { strength: 1, softness: 1 },
      },
    },
    '1500 px · Margin 5 % · Contact shadow',
  ],
  [
    'layout',
    { composition: { ...laidOut, vertical: 'top', horizontal: 'left', baseline: 0.1, crop: true } },
    'Same as photograph · Left · Distance from bottom edge 10 % · Crop to the subject',
  ],
  ['file', {}, 'The photograph’s profile'],
  ['file', { format: 'jpeg', quality: 90, mostKilobytes: 9765 }, 'Quality 90 · up to 10 MB · The photograph’s profile'],
  ['file', { format: 'tiff', depth: 16, mostKilobytes: 9765, sharpen: 'print' }, '16 bits · The photograph’s profile'],
  [
    'file',
    { format: 'webp', sharpen: 'print', size: { kind: 'longest', px: 900, enlarge: false }, clippingPath: true },
    'Quality 92 · Sharpened for print · The photograph’s profile · Clipping path',
  ],
  ['metadata', {}, 'Everything'],
  [
    'metadata',
    { metadata: { keep: 'all', without: ['location', 'people'], creator: 'Ann', copyright: null } },
    'Everything except Location, People and captions · Ann',
  ],
  ['name', {}, 'IMG_0412-Mine.png'],
  [
    'name',
    { folder: '/home/ann/shop', conflict: 'skip', mirror: false },
    'IMG_0412-Mine.png · shop · Skip the photograph · No subfolders',
  ],
])('%s of %j: %s', (place, change, words) => expect(summaryText(place, change)).toBe(words));

it('shows the values of a marketplace’s preset', () => {
  const amazon = applyMarketplace(recipe, marketplaces[0]!);
  expect(summaryText('layout', amazon)).toBe('2000 × 2000 · Subject fills 90 %');
  expect(summaryText('file', amazon)).toBe('Quality 92 · up to 10 MB · sRGB');
});
