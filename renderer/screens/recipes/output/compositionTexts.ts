/** Labels and help of the fields of a composition. */

import { localized, localizedName } from '../../../../contract/messages/translator.ts';
import { type Composition, compositionLabels } from '../../../../contract/recipes/composition.ts';

type Texts = Readonly<Record<keyof Composition, { readonly label: string; readonly help: string | undefined }>>;

export const compositionTexts = localized(
  () =>
    Object.fromEntries(
      Object.entries(compositionLabels).map(([field, { label, help }]) => [
        field,
        { label: localizedName(label), help: help && localizedName(help) },
      ]),
    ) as Texts,
);
