/** The form of an output: which of its fields are seen at once, and under which line the others are folded. */
import type { Composition } from './composition.ts';
import type { Output } from './output.ts';

/** In their order in the form. */
export const formSections = ['layout', 'file', 'metadata', 'name'] as const;
export type FormSection = 'everyday' | (typeof formSections)[number];

/** Those of a composition stand beside the output's own: no two have one name. */
export type FormField = keyof Output | Exclude<keyof Composition, 'mostEnlarged'>;

/** In the order in which a fold's line tells of them. */
export const formSectionFields = {
  marketplace: 'everyday',
  format: 'everyday',
  size: 'everyday',
  composition: 'everyday',
  background: 'everyday',
  canvas: 'layout',
  fill: 'layout',
  margin: 'layout',
  horizontal: 'layout',
  vertical: 'layout',
  baseline: 'layout',
  crop: 'layout',
  shadow: 'layout',
  quality: 'file',
  mostKilobytes: 'file',
  depth: 'file',
  sharpen: 'file',
  colour: 'file',
  clippingPath: 'file',
  metadata: 'metadata',
  disclosure: 'metadata',
  template: 'name',
  folder: 'name',
  conflict: 'name',
  mirror: 'name',
} as const satisfies Readonly<Record<FormField, FormSection>>;

/** The fields of a place, in the table's order. */
export function fieldsOfSection(place: FormSection): readonly FormField[] {
  return (Object.keys(formSectionFields) as FormField[]).filter((field) => formSectionFields[field] === place);
}
