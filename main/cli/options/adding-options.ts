/** Options of commands that add photographs: recipe, folders, and the terms of their batch. */
import { Option } from 'commander';
import type { CommonOptions } from './common-options.ts';
import { parseCredits, parsePositiveInteger } from './option-parsers.ts';

export interface AddingOptions extends CommonOptions {
  readonly recipe: string;
  /** Absolute path. */
  readonly out?: string;
  readonly subfolders: boolean;
  readonly followLinks?: boolean;
}

/** Terms of the batch that a command adds. */
export interface BatchTermOptions {
  /** Only shows what it would cost. */
  readonly estimate?: boolean;
  /** Maximum cost of the batch, in credits. */
  readonly maxCredits?: number;
  /** Number of photographs to process first; the rest is held. */
  readonly trial?: number;
}

export const recipeOption = new Option('--recipe <name>', 'recipe, or operation[:field=value,…]');
export const requiredRecipeOption = new Option(recipeOption.flags, recipeOption.description).makeOptionMandatory();
export const outOption = new Option('--out <dir>', 'folder for results');

export const estimateOption = new Option('--estimate', 'only show what it would cost; send nothing');
export const limitOptions = [
  new Option('--trial <number>', 'process this many photographs first and hold the rest').argParser(
    parsePositiveInteger,
  ),
  new Option('--max-credits <number>', 'maximum cost in credits; the rest of the photographs wait').argParser(
    parseCredits,
  ),
];
export const termOptions = [estimateOption, ...limitOptions];

export const againOption = new Option('--again', 'also process photographs that this recipe has already processed');
export const noSubfoldersOption = new Option('--no-subfolders', 'skip subfolders');
export const followLinksOption = new Option('--follow-links', 'follow links to files and folders elsewhere');
