/** Options that have an effect only together with others, by command. Whatever would be ignored is refused before a command begins. */
import type { Command } from 'commander';
import { exportKinds, fieldsOfKind } from '../../contract/delivery/export.ts';
import { msg } from '../../contract/messages/message.ts';
import { UsageError } from './parse-recipe.ts';

/** An option as typed: "--size", "--as sheet", "--no-studio"; or "[files...]", the arguments of a command. */
type Condition = `-${string}` | `[${string}]`;

export interface OptionRule {
  readonly options: readonly Condition[];
  /** They have an effect only with one of these. */
  readonly needs?: readonly Condition[];
  /** They have no effect with any of these. */
  readonly excludedBy?: readonly Condition[];
}

const ofTaskQuery = ['--query-path', '--query-method', '--query-field', '--query-body'] as const;
const ofService = ['--key-header', ...ofTaskQuery, '--form-field', '--poll-interval'] as const;
const serviceRules: readonly OptionRule[] = [
  { options: ofService, needs: ['--service'] },
  { options: ['--query-body'], needs: ['--query-method POST'] },
];
const studioRules: readonly OptionRule[] = [
  { options: ['--password-env', '--password-file', '--ca', '--share'], excludedBy: ['--no-studio'] },
  { options: ['--password-env'], excludedBy: ['--password-file'] },
];
const runningRules = [...serviceRules, ...studioRules, { options: ['--name'], excludedBy: ['--no-studio'] }] as const;
const tableRule: OptionRule = { options: ['--csv-separator'], needs: ['--csv'] };

/** By the words of a command. */
const rules: Readonly<Record<string, readonly OptionRule[]>> = {
  run: [...runningRules, { options: ['--again', '--no-subfolders', '--follow-links'], needs: ['[paths...]'] }],
  products: [
    ...serviceRules,
    tableRule,
    { options: ['--csv'], excludedBy: ['--estimate'] },
    { options: ['--estimate'], excludedBy: ['--dry-run'] },
  ],
  copy: [
    ...serviceRules,
    { options: ['--out', '--service', '--key-env', '--trial', '--max-credits'], needs: ['--recipe'] },
  ],
  watch: runningRules,
  worker: runningRules,
  retry: [...serviceRules, ...studioRules],
  services: serviceRules,
  status: studioRules,
  decide: studioRules,
  cancel: studioRules,
  'studio init': studioRules,
  'studio join': studioRules,
  'studio status': studioRules,
  'studio stations': studioRules,
  'studio drain': studioRules,
  'studio pause': studioRules,
  'studio limit': studioRules,
  picks: [{ options: ['--take-over', '--unpick-rest'], excludedBy: ['--dry-run'] }],
  check: [
    { options: ['--json', '--csv', '--csv-separator', '[files...]'], excludedBy: ['--rules'] },
    tableRule,
    { options: ['--json'], excludedBy: ['--csv'] },
  ],
  costs: [
    { options: ['--by', '--csv', '--csv-separator'], excludedBy: ['--forget'] },
    tableRule,
    { options: ['--by'], excludedBy: ['--csv', '--json'] },
    { options: ['--json'], excludedBy: ['--csv'] },
  ],
  recipes: [{ options: ['[words...]'], needs: ['export', 'import'].map((action) => `[${action}]` as const) }],
};

const ofLook = [
  '--format',
  '--quality',
  '--most-kb',
  '--depth',
  '--side',
  '--size',
  '--background',
  '--enlarge',
] as const;
const ofRendering = [...ofLook, '--sharpen', '--color', '--colour', '--keep', '--without', '--keep-location'] as const;

/** Options of `export`, by the fields of its kinds. */
const exportFields = {
  folder: ['--to'],
  template: ['--name'],
  rendering: ofRendering,
  move: ['--move'],
  subfolders: ['--subfolders'],
  writeDecisions: ['--no-decisions'],
  rejectedAsRating: ['--rejected-as-rating'],
  separator: ['--csv-separator'],
  rows: ['--rows'],
  columns: ['--columns'],
  studio: ['--studio'],
  title: ['--title'],
  creator: ['--creator'],
  rights: ['--rights'],
} as const satisfies Readonly<Record<string, readonly Condition[]>>;

const kindRules = Object.entries(exportFields).map(
  ([field, options]): OptionRule => ({
    options,
    needs: exportKinds
      .filter((kind) => (fieldsOfKind[kind] as readonly string[]).includes(field))
      .map((kind) => `--as ${kind}` as const),
  }),
);

/** A finished file that is neither converted nor scaled is copied as it is. */
const drawn = ['--format', '--side', '--size', '--color'] as const;

/** For the options that are in effect, some of which may be those of a preset. */
export const exportRules: readonly OptionRule[] = [
  ...kindRules,
  { options: ['--side'], excludedBy: ['--size'] },
  { options: ['--enlarge', '--sharpen'], needs: ['--side', '--size'] },
  { options: ['--background'], needs: ['--size', '--format jpeg'] },
  { options: ['--quality', '--most-kb', '--depth'], needs: drawn },
  { options: ['--quality'], excludedBy: ['--format png', '--format tiff', '--format psd'] },
  {
    options: ['--most-kb'],
    excludedBy: ['png', 'tiff', 'psd', 'webp', 'avif'].map((each) => `--format ${each}` as const),
  },
  { options: ['--without', '--keep-location'], excludedBy: ['--keep credit', '--keep none'] },
  { options: ['--rejected-as-rating'], excludedBy: ['--no-decisions'] },
  {
    options: [...ofLook, '--sharpen', '--color', '--colour', '--keep', '--without', '--title', '--creator', '--rights'],
    excludedBy: ['--move'],
  },
  { options: ['--rejected-as-rating'], excludedBy: ['--move'] },
];

export type OptionValues = Readonly<Record<string, unknown>>;

/** Before a command begins. Those of `export` depend on its preset. @throws UsageError */
export function assertUsefulOptions(command: Command): void {
  const words: string[] = [];
  for (let each: Command | null = command; each?.parent != null; each = each.parent) words.unshift(each.name());
  const found = rules[words.join(' ')];
  if (found === undefined) return;
  const values = command.opts();
  const typed = Object.entries(values).filter(([name]) => command.getOptionValueSource(name) === 'cli');
  const given = new Set<Condition>(
    typed.flatMap(([name, value]) => [optionOf(name, value), `${optionOf(name, value)} ${String(value)}` as const]),
  );
  const [first] = command.processedArgs;
  // A list of words follows the action they belong to.
  const action = command.registeredArguments.length > 1 && typeof first === 'string' ? first : '';
  const list = command.registeredArguments.at(-1);
  const listed: unknown = command.processedArgs.at(-1);
  if (list?.variadic && Array.isArray(listed) && listed.length > 0) given.add(`[${list.name()}...]`);
  assertRules(found, given, (condition) => given.has(condition) || condition === `[${action}]`);
}

/**
 * @param given what was typed
 * @param values all that is in effect, by the names of options
 * @throws UsageError
 */
export function assertUsefulExport(given: OptionValues, values: OptionValues): void {
  const typed = Object.entries(given).filter(([, value]) => value !== undefined);
  const inEffect = Object.entries(values).filter(([, value]) => value !== undefined && value !== true);
  const conditions = new Set<string>([
    ...inEffect.flatMap(([name, value]) => [
      optionOf(name, value),
      `${optionOf(name, value)} ${String(value)}` as const,
    ]),
    ...Object.entries(values).flatMap(([name, value]) => (value === true ? [optionOf(name, value)] : [])),
  ]);
  const names = new Set<Condition>(typed.map(([name, value]) => optionOf(name, value)));
  assertRules(exportRules, names, (condition) => conditions.has(condition));
}

function assertRules(
  found: readonly OptionRule[],
  given: ReadonlySet<Condition>,
  holds: (condition: Condition) => boolean,
): void {
  for (const { options, needs, excludedBy = [] } of found) {
    const option = options.find((each) => given.has(each));
    if (option === undefined) continue;
    const other = excludedBy.find(holds);
    if (other !== undefined) throw new UsageError(msg('cli.usage.excludedBy', { option, other }));
    if (needs === undefined || needs.some(holds)) continue;
    const needed = needs.map((each) => each.replace(/^\[(\w+)\]$/, '$1')).join(', ');
    throw new UsageError(
      msg(needs.length === 1 ? 'cli.usage.needsOption' : 'cli.usage.needsOneOf', { option, needed }),
    );
  }
}

const optionOf = (name: string, value: unknown): `-${string}` =>
  `--${value === false ? 'no-' : ''}${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
