/** What is set in an output, in a line of words: "2000 × 2000 · Subject fills 90 % · Contact shadow". Pure. */

import type { TFunction } from 'i18next';
import { joinList } from '../../../contract/messages/format-message.ts';
import type { Composition } from '../../../contract/recipes/composition.ts';
import type { Output } from '../../../contract/recipes/output.ts';
import { type FormField, type FormSection, fieldsOfSection } from '../../../contract/recipes/output-form-sections.ts';
import type { Recipe } from '../../../contract/recipes/recipe.ts';
import { toDisplaySize, unitOf } from '../../forms/maxFileSize.ts';
import { baseName } from '../../locales/format.ts';
import { compositionTexts } from './compositionTexts.ts';
import { exampleName } from './exampleName.ts';
import { formatOutputSize } from './outputDraft.ts';
import { makesCutout, usesQuality } from './recipeDraft.ts';

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
  quality: ({ recipe, output, t }) =>
    usesQuality(recipe, output) ? `${t('recipes.output.quality')} ${output.quality}` : null,
  mostKilobytes: ({ output: { format, mostKilobytes }, t }) => {
    if (format !== 'jpeg' || mostKilobytes === null) return null;
    const unit = unitOf(mostKilobytes);
    return t('recipes.output.upTo', { size: toDisplaySize(mostKilobytes, unit), unit });
  },
  depth: ({ output: { format, depth }, t }) =>
    format === 'png' || format === 'tiff' ? t('recipes.output.bits', { n: depth }) : null,
  sharpen: ({ output: { size, sharpen }, t }) =>
    size.kind === 'photograph' || sharpen === 'off' ? null : t(`recipes.output.sharpened.${sharpen}`),
  colour: ({ output, t }) => t(`recipes.output.colours.${output.colour}`),
  clippingPath: ({ output, t }) => (output.clippingPath ? t('recipes.output.clippingPath') : null),
  metadata: ({ output: { metadata }, t }) => {
    const without = metadata.keep === 'all' ? metadata.without : [];
    const groups = joinList(without.map((group) => t(`recipes.output.groups.${group}`)));
    const kept = t(`recipes.output.keeps.${metadata.keep}`);
    const words = [groups === '' ? kept : t('recipes.output.keptWithout', { kept, groups })];
    return [...words, metadata.creator, metadata.copyright].filter(Boolean).join(' · ');
  },
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
