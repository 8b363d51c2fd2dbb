/** What a file that is handed on is to be, as it is said on the command line. */
import { defaultRendering } from '../../contract/delivery/export.ts';
import { metadataGroups, type OutputSize, type Rendering } from '../../contract/recipes/output.ts';

export interface RenderingOptions {
  readonly format?: string;
  readonly quality?: string;
  /** Longest side, px. */
  readonly side?: string;
  /** "2000x2000" */
  readonly size?: string;
  readonly background?: string;
  readonly enlarge?: boolean;
  readonly color?: string;
  /** As earlier versions spelled it. */
  readonly colour?: string;
  readonly depth?: string;
  readonly mostKb?: string;
  readonly sharpen?: string;
  readonly keep?: string;
  /** Groups, with commas. */
  readonly without?: string;
  readonly keepLocation?: boolean;
}

/**
 * As it is to be read by the schema of outputs, which says what of it means nothing.
 * @param base what it is where nothing is said
 */
export function parseRendering(words: RenderingOptions, base: Rendering = defaultRendering): object {
  const { format, quality, depth, mostKb, color, colour, sharpen, keep, without, keepLocation } = words;
  const groups = without === undefined ? base.metadata.without : without.split(',').filter((group) => group !== '');
  const isKept = (group: string) => !(keepLocation && group === 'location');
  const given = {
    format: format === 'same' ? 'auto' : format,
    quality: numberOf(quality),
    depth: numberOf(depth),
    mostKilobytes: numberOf(mostKb),
    ...{ colour: color ?? colour, sharpen, size: sizeOfWords(words, base.size) },
    metadata: { ...base.metadata, ...(keep === undefined ? {} : { keep }), without: groups.filter(isKept) },
  };
  return { ...base, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) };
}

/** The option that a field of a look is said with, by the field's path. */
export const renderingOptions: Readonly<Record<string, string>> = {
  format: 'format',
  quality: 'quality',
  depth: 'depth',
  mostKilobytes: 'most-kb',
  colour: 'color',
  sharpen: 'sharpen',
  'size.px': 'side',
  size: 'size',
  'size.background': 'background',
  'metadata.keep': 'keep',
  'metadata.without': 'without',
};

export const metadataGroupList = metadataGroups.join(', ');

const numberOf = (word: string | undefined) => (word === undefined ? undefined : Number(word));

function sizeOfWords({ side, size, background, enlarge }: RenderingOptions, base: OutputSize): object | undefined {
  const more = { ...(background === undefined ? {} : { background }), ...(enlarge === undefined ? {} : { enlarge }) };
  if (size !== undefined) {
    const [width, height] = size.split(/[x×]/i).map(Number);
    return { kind: 'exact', width, height, ...more };
  }
  if (side !== undefined) return { kind: 'longest', px: Number(side), ...more };
  // Of a size that a preset names, or the photograph's own.
  const { enlarge: _, ...withoutEnlarge } = more;
  return { ...base, ...(base.kind === 'photograph' ? withoutEnlarge : more) };
}
