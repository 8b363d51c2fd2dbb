/** Summary of an output: "2000 × 2000 · Subject fills 90 % · Contact shadow". */

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

type Formatter = (context: SummaryContext) => string | null;

const share = (name: 'fill' | 'margin' | 'baseline', value: number | null) =>
  value === null || value === 0 ? null : `${compositionTexts()[name].label} ${Math.round(value * 100)} %`;

/** Returns the formatter of a field of the composition. */
const composed =
  (format: (composition: Composition, t: TFunction) => string | null): Formatter =>
  ({ output: { composition }, t }) =>
    composition && format(composition, t);

/** Each returns null for a default, or if the field has no effect. */
const formatters: Readonly<Record<FormField, Formatter>> = {
  marketplace: () => null,
  format: ({ output, t }) => t(`recipes.output.formats.${output.format}`),
  size: ({ output: { size, composition }, t }) =>
    formatOutputSize(size) ?? (composition === null ? t('recipes.output.sizes.photograph') : null),
  composition: () => null,
  background: composed(({ background }, t) => t(`recipes.output.backgrounds.${background.kind}`)),
  canvas: composed(({ canvas }, t) =>
    canvas.kind === 'as-is'
      ? t('recipes.output.canvases.as-is')
      : formatOutputSize({ ...canvas, ...unusedSizeOptions }),
  ),
  fill: composed(({ fill }) => share('fill', fill)),
  margin: composed(({ margin }) => share('margin', margin)),
  horizontal: composed(({ horizontal }, t) =>
    horizontal === 'centre' ? null : t(`recipes.output.places.${horizontal}`),
  ),
  vertical: composed(({ vertical, baseline }, t) =>
    vertical === 'centre' || baseline !== null ? null : t(`recipes.output.places.${vertical}`),
  ),
  baseline: composed(({ baseline }) => share('baseline', baseline)),
  crop: composed(({ crop }) => (crop ? compositionTexts().crop.label : null)),
  shadow: composed(({ shadow }) => shadow && compositionTexts().shadow.label),
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

const unusedSizeOptions = { enlarge: false, background: '#ffffff' } as const;

/** Whether the form of an output offers a composition. */
export function canCompose(recipe: Recipe, output: Output): boolean {
  return makesCutout(recipe) || output.composition !== null || output.clippingPath;
}

/** Returns the summary of some sections of the form. @param now for the example name */
export function outputSummary(
  sections: readonly FormSection[],
  recipe: Recipe,
  output: Output,
  t: TFunction,
  now = new Date(),
): string {
  const context = { recipe, output, t, now };
  return sections
    .flatMap(fieldsOfSection)
    .flatMap((field) => formatters[field](context) ?? [])
    .join(' · ');
}
