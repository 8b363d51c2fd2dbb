/** What is set in an output, in a line of words: "2000 × 2000 · Subject fills 90 % · Contact shadow". Pure. */

import type { TFunction } from 'i18next';
import type { Composition } from '../../../../contract/recipes/composition.ts';
import type { Output } from '../../../../contract/recipes/output.ts';
import {
  type FormField,
  type FormSection,
  fieldsOfSection,
} from '../../../../contract/recipes/output-form-sections.ts';
import type { Recipe } from '../../../../contract/recipes/recipe.ts';
import { renderingWords } from '../../../forms/renderingSummary.ts';
import { baseName } from '../../../locales/format.ts';
import { makesCutout, usesQuality } from '../recipeDraft.ts';
import { compositionTexts } from './compositionTexts.ts';
import { exampleName } from './exampleName.ts';
import { formatOutputSize } from './outputDraft.ts';

interface SummaryContext {
  readonly recipe: Recipe;
  readonly output: Output;
  readonly t: TFunction;
  readonly now: Date;
}

type Words = (context: SummaryContext) => string | null;

const share = (name: 'fill' | 'margin' | 'baseline', value: number | null) =>
  value === null || value === 0 ? null : `${compositionTexts()[name].label} ${Math.round(value * 100)} %`;

/** Words of a field that is there only where a cutout is laid out. */
const laidOut =
  (words: (composition: Composition, t: TFunction) => string | null): Words =>
  ({ output: { composition }, t }) =>
    composition && words(composition, t);

/** Null where there is nothing to tell: what is as it always is, or has no say. */
const wordsOf: Readonly<Record<FormField, Words>> = {
  marketplace: () => null,
  format: ({ output, t }) => t(`recipes.output.formats.${output.format}`),
  size: ({ output: { size, composition }, t }) =>
    formatOutputSize(size) ?? (composition === null ? t('recipes.output.sizes.photograph') : null),
  composition: () => null,
  background: laidOut(({ background }, t) => t(`recipes.output.backgrounds.${background.kind}`)),
  canvas: laidOut(({ canvas }, t) =>
    canvas.kind === 'as-is' ? t('recipes.output.canvases.as-is') : formatOutputSize({ ...canvas, ...asOutput }),
  ),
  fill: laidOut(({ fill }) => share('fill', fill)),
  margin: laidOut(({ margin }) => share('margin', margin)),
  horizontal: laidOut(({ horizontal }, t) =>
    horizontal === 'centre' ? null : t(`recipes.output.places.${horizontal}`),
  ),
  vertical: laidOut(({ vertical, baseline }, t) =>
    vertical === 'centre' || baseline !== null ? null : t(`recipes.output.places.${vertical}`),
  ),
  baseline: laidOut(({ baseline }) => share('baseline', baseline)),
  crop: laidOut(({ crop }) => (crop ? compositionTexts().crop.label : null)),
  shadow: laidOut(({ shadow }) => shadow && compositionTexts().shadow.label),
  quality: ({ recipe, output, t }) => (usesQuality(recipe, output) ? renderingWords.quality(output, t) : null),
  mostKilobytes: ({ output, t }) => renderingWords.mostKilobytes(output, t),
  depth: ({ output, t }) => renderingWords.depth(output, t),
  sharpen: ({ output, t }) => renderingWords.sharpen(output, t),
  colour: ({ output, t }) => renderingWords.colour(output, t),
  clippingPath: ({ output, t }) => (output.clippingPath ? t('recipes.output.clippingPath') : null),
  metadata: ({ output, t }) => renderingWords.metadata(output, t),
  disclosure: ({ output: { disclosure }, t }) => (disclosure === null ? null : t('recipes.output.disclosed')),
  template: ({ recipe, output, now }) => exampleName(recipe, now, output),
  folder: ({ output: { folder } }) => folder && baseName(folder),
  conflict: ({ output: { conflict }, t }) => (conflict === 'number' ? null : t(`recipes.output.conflicts.${conflict}`)),
  mirror: ({ output, t }) => (output.mirror ? null : t('recipes.output.notMirrored')),
};

const asOutput = { enlarge: false, background: '#ffffff' } as const;

/** True where the form of an output shows how cutouts are laid out. */
export function canLayOut(recipe: Recipe, output: Output): boolean {
  return makesCutout(recipe) || output.composition !== null || output.clippingPath;
}

/** What is set in the fields of some places. @param now for the example of a name */
export function outputSummary(
  places: readonly FormSection[],
  recipe: Recipe,
  output: Output,
  t: TFunction,
  now = new Date(),
): string {
  const context = { recipe, output, t, now };
  return places
    .flatMap(fieldsOfSection)
    .flatMap((field) => wordsOf[field](context) ?? [])
    .join(' · ');
}
