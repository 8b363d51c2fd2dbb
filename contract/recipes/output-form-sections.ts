import type { Composition } from './composition.ts';
import type { Output } from './output.ts';

/** In the form's order. */
export const formSections = ['layout', 'file', 'metadata', 'name'] as const;
export type FormSection = 'everyday' | (typeof formSections)[number];

/** No two fields have one name. */
export type FormField = keyof Output | Exclude<keyof Composition, 'mostEnlarged'>;

/** In the order of a header's summary. */
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

export function fieldsOfSection(section: FormSection): readonly FormField[] {
  return (Object.keys(formSectionFields) as FormField[]).filter((field) => formSectionFields[field] === section);
}
