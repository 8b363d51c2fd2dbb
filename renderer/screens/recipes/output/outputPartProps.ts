import type { Output } from '../../../../contract/recipes/output.ts';
import type { FormField } from '../../../../contract/recipes/output-form-sections.ts';
import type { Recipe } from '../../../../contract/recipes/recipe.ts';

/** Props of each part of an output's form. */
export interface OutputPartProps {
  readonly recipe: Recipe;
  /** 0 for the first output. */
  readonly number: number;
  readonly output: Output;
  /** Whether a field belongs to the section. */
  readonly has: (field: FormField) => boolean;
  readonly issueOf: (field: FormField) => string | undefined;
  readonly set: (change: Partial<Output>) => void;
  readonly testId: (name: string) => string;
}
