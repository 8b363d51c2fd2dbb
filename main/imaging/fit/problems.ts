/** What is wrong with a photograph for an operation, in one plain sentence each. */
import type { ImageInput, OperationSpec } from '../../../preload/contract/operations/spec.ts';
import { formatName } from '../read/formats.ts';
import type { ImageFacts } from '../read/inspect.ts';
import { largestSize, type Obstacle, obstacles } from './limits.ts';

export interface InputProblem {
  readonly kind: Obstacle['kind'];
  /** The image input's form field. */
  readonly field: string;
  readonly message: string;
}

/** Words for the operation in a sentence; only its title is needed. */
export type Titled = Pick<OperationSpec, 'title'>;

/**
 * Why the photograph cannot be uploaded to this input; empty = it can. With `fitAllowed` only what fitting cannot change is a
 * problem: an image that is too small is refused, since enlarging would only invent detail.
 */
export function inputProblems(
  facts: ImageFacts,
  operation: Titled,
  input: ImageInput,
  fitAllowed: boolean,
): InputProblem[] {
  return obstacles(facts, input)
    .filter(({ weight }) => weight === 'never' || (weight === 'must' && !fitAllowed))
    .map((obstacle) => ({
      kind: obstacle.kind,
      field: input.field,
      message: sentence(obstacle, facts, operation.title, input),
    }));
}

function sentence(obstacle: Obstacle, facts: ImageFacts, title: string, input: ImageInput): string {
  const name = `“${facts.name}”`;
  const size = `${facts.width} × ${facts.height} px`;
  const remedy = 'allow fitting in the recipe';
  switch (obstacle.kind) {
    case 'format':
      return `${name} is ${formatName(facts.format)}, but “${title}” takes ${formatList(input)}: ${remedy}, or convert it.`;
    case 'animated':
      return `${name} holds ${facts.frames} pictures, but “${title}” takes a single one: ${remedy} to use the first.`;
    case 'png-depth':
      return `${name} is a PNG with ${obstacle.bits} bits per pixel, which “${title}” does not take: ${remedy}, or save it with 24 bits.`;
    case 'pixels': {
      const target = largestSize(facts, input);
      return `${name} has ${size}, but “${title}” takes at most ${target.width} × ${target.height} px of this shape: ${remedy}, or make it smaller.`;
    }
    case 'bytes':
      return `${name} has ${megabytes(facts.bytes, Math.ceil)}, but “${title}” takes at most ${megabytes(input.maxBytes, Math.floor)}: ${remedy}, or save it smaller.`;
    case 'too-small':
      return `${name} has ${size}, but “${title}” needs more than ${input.largerThan?.width} × ${input.largerThan?.height} px: choose a larger photograph.`;
    case 'too-narrow':
      return `${name} is too long and narrow (${size}) for “${title}”: crop it first.`;
    case 'turned':
      return `${name} is stored turned on its side: ${remedy}, so that it is sent upright.`;
    case 'colours':
      return `${name} is not in sRGB colours: ${remedy}, so that its colours are converted.`;
  }
}

function formatList({ formats }: ImageInput): string {
  const names = formats.map((format) => format.toUpperCase());
  return names.length < 2 ? `only ${names.join('')}` : `only ${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}

/** Bytes as people read them; 1 MB = 1,000,000 bytes, as in the limits. Rounded so that 3.01 is not "3 of 3 MB". */
function megabytes(bytes: number, round: (tenths: number) => number): string {
  return `${round((bytes / 1_000_000) * 10) / 10} MB`;
}
