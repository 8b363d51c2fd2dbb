/** What the fields of a composition are called. */
import { type Composition, compositionWords } from '../../../contract/composition.ts';
import { localized, named } from '../../../contract/in-words.ts';

type Texts = Readonly<Record<keyof Composition, { readonly label: string; readonly help: string | undefined }>>;

export const compositionTexts = localized(
  () =>
    Object.fromEntries(
      Object.entries(compositionWords).map(([field, { label, help }]) => [
        field,
        { label: named(label), help: help && named(help) },
      ]),
    ) as Texts,
);
