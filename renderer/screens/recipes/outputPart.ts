/** What each part of the form of an output is given. */
import type { Output, Recipe } from '../../../preload/contract/recipe.ts';

export interface OutputPartProps {
  readonly recipe: Recipe;
  /** 0 for the first output. */
  readonly number: number;
  readonly output: Output;
  readonly set: (change: Partial<Output>) => void;
  readonly testId: (name: string) => string;
}
