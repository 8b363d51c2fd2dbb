/** Options that many commands have. */
import { Option } from 'commander';
import { defaultDataDir } from '../../default-data-dir.ts';
import { csvDelimiters } from '../../delivery/tables/table-files.ts';
import { parsePositiveInteger } from './option-parsers.ts';
import type { OptionRule } from './option-rules.ts';
import type { ServiceOptions } from './service-options.ts';
import type { StudioOptions } from './studio-options.ts';

/** Values of the options that many commands have. */
export interface CommonOptions extends ServiceOptions, StudioOptions {
  /** Absolute path of the data folder. */
  readonly data: string;
  readonly json?: boolean;
}

/** Reads the environment when it is called, which may change between two commands of one process. */
export const dataOption = () =>
  new Option('--data <dir>', 'data folder').default(process.env.BURNISH_DATA ?? defaultDataDir(), 'the app’s');

export const jsonOption = new Option('--json', 'print JSON instead of text');
export const jsonLinesOption = new Option('--json', 'print one JSON line per finished photograph');

export const csvSeparatorOption = new Option(
  '--csv-separator <name>',
  'separator between the cells of the table',
).choices(Object.keys(csvDelimiters));

export const csvSeparatorRule: OptionRule = { options: ['--csv-separator'], needs: ['--csv'] };

export const jobOption = new Option('--job <number>', 'only the photograph of this job').argParser(
  parsePositiveInteger,
);
