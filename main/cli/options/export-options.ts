/** Options of `burnish export`: their rules, and the export they describe together with a preset. */
import {
  defaultRendering,
  type ExportOptions,
  exportKinds,
  exportOptionsSchema,
  fieldsOfKind,
} from '../../../contract/delivery/export.ts';
import { msg } from '../../../contract/messages/message.ts';
import type { OutputSize, Rendering } from '../../../contract/recipes/output.ts';
import type { CommonOptions } from './common-options.ts';
import {
  assertRules,
  type Condition,
  conditionsOf,
  type OptionRule,
  type OptionValues,
  optionOf,
} from './option-rules.ts';
import { parseOptions, resolveFolderOption, withoutUndefined } from './parse-options.ts';
import type { PhotoSelection } from './photo-selection.ts';

type RenderingOption =
  | 'format'
  | 'quality'
  /** Longest side, px. */
  | 'side'
  /** "2000x2000". */
  | 'size'
  | 'background'
  | 'color'
  /** As earlier versions spelled `color`. */
  | 'colour'
  | 'depth'
  | 'mostKb'
  | 'sharpen'
  | 'keep'
  /** Groups of metadata, separated by commas. */
  | 'without';

interface RenderingOptions extends Readonly<Partial<Record<RenderingOption, string>>> {
  readonly enlarge?: boolean;
  readonly keepLocation?: boolean;
}

export interface ExportCommandOptions extends CommonOptions, RenderingOptions, PhotoSelection {
  readonly preset?: string;
  readonly to?: string;
  readonly as?: string;
  readonly name?: string;
  readonly subfolders?: string;
  readonly move?: boolean;
  /** False: --no-decisions. */
  readonly decisions: boolean;
  readonly rejectedAsRating?: boolean;
  readonly csvSeparator?: string;
  readonly rows?: string;
  readonly columns?: string;
  readonly studio?: string;
  readonly title?: string;
  readonly creator?: string;
  readonly rights?: string;
}

const lookOptions = [
  '--format',
  '--quality',
  '--most-kb',
  '--depth',
  '--side',
  '--size',
  '--background',
  '--enlarge',
] as const;
const renderingOptions = [
  ...lookOptions,
  '--sharpen',
  '--color',
  '--colour',
  '--keep',
  '--without',
  '--keep-location',
] as const;

/** Options by the field of an export. Which kinds of export have a field is in the contract. */
const optionsOfField = {
  folder: ['--to'],
  template: ['--name'],
  rendering: renderingOptions,
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

const kindRules = Object.entries(optionsOfField).map(
  ([field, options]): OptionRule => ({
    options,
    needs: exportKinds
      .filter((kind) => (fieldsOfKind[kind] as readonly string[]).includes(field))
      .map((kind) => `--as ${kind}` as const),
  }),
);

/** Options that convert a finished file; otherwise, it is copied unchanged. */
const conversionOptions = ['--format', '--side', '--size', '--color'] as const;

/** Rules for all options in effect, including those of the preset. */
const exportRules: readonly OptionRule[] = [
  ...kindRules,
  { options: ['--side'], excludedBy: ['--size'] },
  { options: ['--enlarge', '--sharpen'], needs: ['--side', '--size'] },
  { options: ['--background'], needs: ['--size', '--format jpeg'] },
  { options: ['--quality', '--most-kb', '--depth'], needs: conversionOptions },
  { options: ['--quality'], excludedBy: ['--format png', '--format tiff', '--format psd'] },
  {
    options: ['--most-kb'],
    excludedBy: ['--format png', '--format tiff', '--format psd', '--format webp', '--format avif'],
  },
  { options: ['--without', '--keep-location'], excludedBy: ['--keep credit', '--keep none'] },
  { options: ['--rejected-as-rating'], excludedBy: ['--no-decisions'] },
  {
    options: [
      ...lookOptions,
      '--sharpen',
      '--color',
      '--colour',
      '--keep',
      '--without',
      '--title',
      '--creator',
      '--rights',
    ],
    excludedBy: ['--move'],
  },
  { options: ['--rejected-as-rating'], excludedBy: ['--move'] },
];

/**
 * Returns the export that a command describes; a preset sets the rest.
 * @throws UsageError for an invalid value, and for an option without effect
 */
export function exportOptionsOf(command: ExportCommandOptions, preset: ExportOptions | null): ExportOptions {
  const { to, name, move, decisions, rejectedAsRating, subfolders, title, creator, rights } = command;
  const values = {
    folder: to === undefined ? undefined : resolveFolderOption(to),
    kind: command.as,
    separator: command.csvSeparator,
    studio: command.studio,
    rows: toNumber(command.rows),
    columns: toNumber(command.columns),
    writeDecisions: decisions ? undefined : false,
    move,
    rejectedAsRating,
    subfolders,
    title,
    creator,
    rights,
    template: name,
    rendering: renderingValues(command, preset?.rendering),
  };
  const options = parseOptions(
    exportOptionsSchema,
    { ...preset, ...withoutUndefined(values) },
    msg('cli.export.options'),
    optionNames,
  );
  assertUsefulExport(typedOptions(command), optionsInEffect(options));
  return options;
}

/** Names of options by the paths of fields, for messages about a field. */
const optionNames: Readonly<Record<string, string>> = {
  kind: 'as',
  template: 'name',
  folder: 'to',
  separator: 'csv-separator',
  studio: 'studio',
  rows: 'rows',
  columns: 'columns',
  subfolders: 'subfolders',
  title: 'title',
  creator: 'creator',
  rights: 'rights',
  'rendering.format': 'format',
  'rendering.quality': 'quality',
  'rendering.depth': 'depth',
  'rendering.mostKilobytes': 'most-kb',
  'rendering.colour': 'color',
  'rendering.sharpen': 'sharpen',
  'rendering.size.px': 'side',
  'rendering.size': 'size',
  'rendering.size.background': 'background',
  'rendering.metadata.keep': 'keep',
  'rendering.metadata.without': 'without',
};

/** Returns values for the schema of renderings, which rejects meaningless ones. */
function renderingValues(options: RenderingOptions, base: Rendering = defaultRendering): object {
  const { format, quality, depth, mostKb, color, colour, sharpen, keep, without, keepLocation } = options;
  const groups = without === undefined ? base.metadata.without : without.split(',').filter((group) => group !== '');
  const isRemoved = (group: string) => !(keepLocation && group === 'location');
  const values = {
    format: format === 'same' ? 'auto' : format,
    quality: toNumber(quality),
    depth: toNumber(depth),
    mostKilobytes: toNumber(mostKb),
    colour: color ?? colour,
    sharpen,
    size: sizeValues(options, base.size),
    metadata: { ...base.metadata, ...withoutUndefined({ keep }), without: groups.filter(isRemoved) },
  };
  return { ...base, ...withoutUndefined(values) };
}

function sizeValues({ side, size, background, enlarge }: RenderingOptions, base: OutputSize): object {
  const details = withoutUndefined({ background, enlarge });
  if (size !== undefined) {
    const [width, height] = size.split(/[x×]/i).map(Number);
    return { kind: 'exact', width, height, ...details };
  }
  if (side !== undefined) return { kind: 'longest', px: Number(side), ...details };
  // The size of the photograph cannot be enlarged; that of a preset can.
  return { ...base, ...(base.kind === 'photograph' ? withoutUndefined({ background }) : details) };
}

const toNumber = (text: string | undefined) => (text === undefined ? undefined : Number(text));

/** Checks the typed options against all options in effect. */
function assertUsefulExport(typed: OptionValues, inEffect: OptionValues): void {
  const conditions = new Set(Object.entries(inEffect).flatMap(([name, value]) => conditionsOf(name, value)));
  const names = new Set<Condition>(Object.entries(typed).map(([name, value]) => optionOf(name, value)));
  assertRules(exportRules, names, (condition) => conditions.has(condition));
}

/** Leaves out options of all commands, and `decisions` unless it was typed. */
function typedOptions({ data: _, json: __, decisions, ...options }: ExportCommandOptions): OptionValues {
  return withoutUndefined({ ...options, ...(decisions ? {} : { decisions }) });
}

/** Returns options and preset together, by the names of options. */
function optionsInEffect({ kind, move, writeDecisions, rendering }: ExportOptions): OptionValues {
  const { format, size, colour, metadata } = rendering;
  return {
    as: kind,
    keep: metadata.keep,
    ...(move ? { move } : {}),
    ...(writeDecisions ? {} : { decisions: false }),
    ...(format === 'auto' ? {} : { format }),
    ...(size.kind === 'longest' ? { side: size.px } : {}),
    ...(size.kind === 'exact' ? { size: `${size.width}x${size.height}` } : {}),
    ...(colour === 'photograph' ? {} : { color: colour }),
  };
}
