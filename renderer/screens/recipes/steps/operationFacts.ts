/** Requirements of an operation: keys of `recipes.facts` with their values. Pure. */
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

/** From this minimum side on, some photographs are too small. */
const noteworthyMinPx = 100;

/**
 * What the user has to know.
 * @param isFitted whether photographs over the limits are fitted
 */
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

/** The exact limits of what is uploaded, and how long results are kept. */
export function operationLimits({ images: [image], delivery }: OperationSpec): Fact[] {
  // If an operation takes two photographs, their limits are the same.
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

/** Width and height that are still taken, beside a bound that is not. */
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
