/** What an operation asks of a photograph, in few words, said before anything is refused: keys of `recipes.facts` with their values. Pure. */
import { localized } from '../../contract/messages/translator.ts';
import type { FaceRule, ImageInput, OperationSpec, SideBound } from '../../contract/operations/operation-spec.ts';
import { taskLifetimeMs } from '../../contract/services/task-limits.ts';
import type en from '../locales/en.json';

export interface Fact {
  readonly key: keyof (typeof en)['recipes']['facts'];
  readonly values: Readonly<Record<string, string | number>>;
}

const fact = (key: Fact['key'], values: Fact['values'] = {}): Fact => ({ key, values });

const anyOf = localized((locale) => new Intl.ListFormat(locale, { type: 'disjunction' }));

/** Images first, then faces, advice, and how the result comes. */
export function operationFacts({ images, faces, goodQuality, delivery }: OperationSpec): readonly Fact[] {
  // Where an operation takes two photographs, their limits are the same.
  const [image] = images;
  return [
    ...(image ? imageFacts(image) : []),
    ...(faces ? faceFacts(faces) : []),
    ...(goodQuality ? [fact('quality', { n: goodQuality })] : []),
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
