import { type MessageDescriptor, msg, type Value } from '../../../contract/messages/message.ts';
import type { ImageInput, OperationSpec } from '../../../contract/operations/operation-spec.ts';
import type { ImageFacts } from '../read/inspect-image.ts';
import { quotedSize } from '../size.ts';
import { findObstacles, maxAcceptedSize, type Obstacle } from './input-limits.ts';

export interface InputProblem {
  readonly kind: Preventing['kind'];
  /** Form field of the image input. */
  readonly field: string;
  readonly message: MessageDescriptor;
}

export type OperationTitle = Pick<OperationSpec, 'title'>;

/** Returns why the photograph cannot be uploaded, if allowed after fitting. */
export function inputProblems(
  facts: ImageFacts,
  operation: OperationTitle,
  input: ImageInput,
  isFitAllowed: boolean,
): InputProblem[] {
  const obstacles = findObstacles(facts, input).filter((each) => isPreventing(each, isFitAllowed));
  return obstacles.map((obstacle) => ({
    kind: obstacle.kind,
    field: input.field,
    message: problemMessage(obstacle, facts, { named: operation.title }, input),
  }));
}

type Preventing = Extract<Obstacle, { weight: 'must' | 'never' }>;

function isPreventing(obstacle: Obstacle, isFitAllowed: boolean): obstacle is Preventing {
  return obstacle.weight === 'never' || (obstacle.weight === 'must' && !isFitAllowed);
}

function problemMessage(
  obstacle: Preventing,
  facts: ImageFacts,
  operation: Value,
  input: ImageInput,
): MessageDescriptor {
  const { name } = facts;
  const size = quotedSize(facts);
  switch (obstacle.kind) {
    case 'format': {
      const formats = { anyOf: input.formats.map((format) => format.toUpperCase()) };
      return msg('imaging.fit.format', { name, operation, format: facts.format.toUpperCase(), formats });
    }
    case 'animated':
      return msg('imaging.fit.animated', { name, operation });
    case 'png-depth':
      return msg('imaging.fit.pngDepth', { name, operation, bits: obstacle.bits });
    case 'pixels':
      return msg('imaging.fit.pixels', { name, operation, size, most: quotedSize(maxAcceptedSize(facts, input)) });
    case 'bytes': {
      const maxMegabytes = megabytes(input.maxBytes, Math.floor);
      return msg('imaging.fit.bytes', { name, operation, size: megabytes(facts.bytes, Math.ceil), most: maxMegabytes });
    }
    case 'too-small':
      return msg('imaging.fit.tooSmall', { name, operation, size, least: quotedSize(input.largerThan ?? facts) });
    case 'too-narrow':
      return msg('imaging.fit.tooNarrow', { name, operation, size });
  }
}

/** Returns MB in tenths, rounded so that 3.01 is not "3 of 3 MB". */
function megabytes(bytes: number, round: (tenths: number) => number): number {
  return round((bytes / 1_000_000) * 10) / 10;
}
