/** Plain English, for the README and the engine's description. */
import type { Choice, FaceRule, FaceSide, Field, ImageInput, Rule, SideBound } from './operation-spec.ts';

const px = ({ width, height }: SideBound): string => `${width} x ${height} px`;

/** Section "Limits" of the interface. */
export function describeImageInput(input: ImageInput): string[] {
  const { formats, maxBytes, largerThan, smallerThan, maxSidePx, refusedPngBits } = input;
  return [
    formats.map((format) => format.toUpperCase()).join(', '),
    `up to ${maxBytes / 1_000_000} MB`,
    ...(largerThan ? [`larger than ${px(largerThan)}`] : []),
    `smaller than ${px(smallerThan)}`,
    ...(maxSidePx ? [`longest side at most ${maxSidePx} px`] : []),
    ...(refusedPngBits ? [`no PNG with ${refusedPngBits.join(', ')} bits per pixel`] : []),
  ];
}

/** "larger than 64 x 64 px" */
export function describeFaceSide({ bound, px: side }: FaceSide): string {
  return `${bound} ${side} x ${side} px`;
}

export function describeFaceRule({ minCount, maxCount, side, advice }: FaceRule): string[] {
  const count = maxCount ? `${minCount ?? 1} to ${maxCount} faces` : 'at least one face';
  return [
    `${count}${side ? `, ${maxCount ? 'each ' : ''}${describeFaceSide(side)}` : ''}`,
    ...(advice
      ? [
          `best with a face of at least ${advice.side} px and 1/${advice.edgePart} of the shorter edge, ` +
            `turned or tilted by at most ${advice.turn} degrees, sharp, uncovered and well lit`,
        ]
      : []),
  ];
}

export function describeValues(field: Field): string {
  switch (field.kind) {
    case 'integer':
    case 'number': {
      const range = `${field.min} to ${field.max}`;
      return field.neutral === undefined ? range : `${range}; ${field.neutral}: no effect, ${field.max}: maximum`;
    }
    case 'choice':
    case 'multi-choice': {
      const explained = field.choices.some(needsWords);
      return field.choices
        .map((choice) => (needsWords(choice) ? `${choice.value}: ${choice.label}` : choice.value))
        .join(explained ? '; ' : ', ');
    }
    case 'switch': {
      const { on, off } = describeSwitch(field);
      return `${field.on}: ${on}; ${field.off === '' ? 'empty' : field.off}: ${off}`;
    }
    default:
      return field satisfies never;
  }
}

const needsWords = ({ value, label }: Choice): boolean => String(value).toLowerCase() !== label.toLowerCase();

export function describeSwitch({ means }: Extract<Field, { kind: 'switch' }>): {
  readonly on: string;
  readonly off: string;
} {
  return means ?? { on: 'on', off: 'off' };
}

export function describeRule(rule: Rule): string {
  switch (rule.kind) {
    case 'overrides':
      return `While ${rule.field} is ${rule.value}, these are ignored: ${rule.ignored.join(', ')}.`;
    case 'implies':
      return `If ${rule.fields.join(', ')} are all ${rule.value} or absent, ${rule.sets} is treated as ${rule.to}.`;
    default:
      return rule satisfies never;
  }
}
