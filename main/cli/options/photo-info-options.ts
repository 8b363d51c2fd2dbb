/** Options that set the photo info of the photographs a command adds. */
import { Option } from 'commander';

export interface PhotoInfoOptions {
  readonly headline?: string;
  readonly description?: string;
  /** Separated by commas or semicolons. */
  readonly keywords?: string;
  readonly creator?: string;
  readonly copyright?: string;
  /** Name of a preset, which the other options override. */
  readonly infoPreset?: string;
}

export const photoInfoOptions = [
  new Option('--keywords <words>', 'keywords to write into each result, separated by commas'),
  new Option('--headline <words>', 'headline to write into each result'),
  new Option('--description <words>', 'description to write into each result'),
  new Option('--creator <name>', 'creator to write into each result'),
  new Option('--copyright <words>', 'copyright to write into each result'),
  new Option('--info-preset <name>', 'photo info preset to write into each result; the options above override it'),
];
