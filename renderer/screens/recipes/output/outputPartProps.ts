/** What each part of the form of an output is given. */

import type { Output } from '../../../../contract/recipes/output.ts';
import type { FormField } from '../../../../contract/recipes/output-form-sections.ts';
import type { Recipe } from '../../../../contract/recipes/recipe.ts';

export interface OutputPartProps {
  readonly recipe: Recipe;
  /** 0 for the first output. */
  readonly number: number;
  readonly output: Output;
  /** Whether a field is to be shown here: an everyday one, or one of the fold. */
  readonly has: (field: FormField) => boolean;
  /** What is wrong with a field. */
  readonly issueOf: (field: FormField) => string | undefined;
  readonly set: (change: Partial<Output>) => void;
  readonly testId: (name: string) => string;
}
