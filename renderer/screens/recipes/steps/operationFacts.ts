/** Requirements of an operation: keys of `recipes.facts` with their values. */
import { localized } from '../../../../contract/messages/translator.ts';
import type { FaceRule, ImageInput, OperationSpec, SideBound } from '../../../../contract/operations/operation-spec.ts';
import { taskLifetimeMs } from '../../../../contract/services/task-limits.ts';
import type en from '../../../locales/en.json';

export interface Fact {
  readonly key: keyof (typeof en)['recipes']['facts'];
  readonly values: Readonly<Record<string, string | number>>;
}

const fact = (key: Fact['key'], values: Fact['values'] = {}): Fact => ({ key, values });

const anyOf = localized((locale) => new Intl.ListFormat(locale, { type: 'disjunction' }));

/** Photographs are rarely smaller than this. */
const noteworthyMinPx = 100;

/** Requirements that the user should know. @param isFitted whether photographs over the limits are fitted */
export function operationFacts({ images: [image], faces, goodQuality }: OperationSpec, isFitted: boolean): Fact[] {
  const minSide = image?.largerThan;
  const isMinNoteworthy = minSide !== undefined && Math.min(minSide.width, minSide.height) >= noteworthyMinPx;
  return [
    ...(isFitted ? [fact('fitted')] : image ? imageFacts(image) : []),
    ...(isFitted && isMinNoteworthy ? [fact('least', { least: sides(minSide, 1) })] : []),
    ...(faces ? faceFacts(faces) : []),
    ...(goodQuality ? [fact('quality', { n: goodQuality })] : []),
  ];
}

/** Exact limits of an upload, and the lifetime of results. */
export function operationLimits({ images: [image], delivery }: OperationSpec): Fact[] {
  // A second photograph has the same limits.
  return [
    ...(image ? imageFacts(image) : []),
    ...(delivery === 'direct' ? [] : [fact('task', { hours: taskLifetimeMs / 3_600_000 })]),
  ];
}

function imageFacts({ formats, maxBytes, largerThan, smallerThan, maxSidePx, refusedPngBits }: ImageInput): Fact[] {
  const maxSides = sides(smallerThan, -1, maxSidePx);
  return [
    fact('image', {
      formats: anyOf().format(formats.map((format) => format.toUpperCase())),
      megabytes: maxBytes / 1_000_000,
    }),
    largerThan ? fact('between', { least: sides(largerThan, 1), most: maxSides }) : fact('most', { most: maxSides }),
    ...(refusedPngBits ? [fact('png', { bits: anyOf().format(refusedPngBits.map(String)) })] : []),
  ];
}

/** Formats the accepted width and height next to an exclusive bound. */
function sides({ width, height }: SideBound, step: 1 | -1, maxSide = Number.POSITIVE_INFINITY): string {
  return [width, height].map((side) => Math.min(side + step, maxSide)).join(' × ');
}

function faceFacts({ minCount = 1, maxCount, side, advice }: FaceRule): Fact[] {
  return [
    maxCount ? fact('faces', { min: minCount, max: maxCount }) : fact('face'),
    ...(side ? [fact(side.bound === 'larger than' ? 'sideMore' : 'sideLeast', { px: side.px })] : []),
    ...(advice ? [fact('advice', { ...advice })] : []),
  ];
}
