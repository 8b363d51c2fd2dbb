/** The table of operations in docs/operations.md. */
import {
  describeFaceRule,
  describeImageInput,
  describeRule,
  describeSwitch,
  describeValues,
} from '../../contract/operations/describe-operation.ts';
import type { Delivery, Field, OperationSpec, ResultShape } from '../../contract/operations/operation-spec.ts';
import { operationList } from '../../contract/operations/table.ts';
import { minPollIntervalMs, taskLifetimeMs } from '../../contract/services/task-limits.ts';

/** Longer lists of values are listed below the table. */
const maxChoicesInRow = 12;

const isLong = (field: Field): boolean => 'choices' in field && field.choices.length > maxChoicesInRow;

function fieldInWords(field: Field): string {
  const parts = [isLong(field) ? 'number or name, listed below' : describeValues(field), defaultOf(field)];
  return `\`${field.name}\`: ${parts.filter(Boolean).join('; ')}`;
}

/** Returns the default of an absent field; empty if the interface states none. */
function defaultOf(field: Field): string {
  if (field.default === undefined)
    return field.kind === 'multi-choice' || field.kind === 'choice' ? (field.help ?? '') : '';
  const off = field.kind === 'switch' ? describeSwitch(field).off : field.default;
  return [`default: ${off}`, field.kind === 'switch' ? advice(field) : ''].filter(Boolean).join('; ');
}

/** Returns the help text in lower case and without a period. */
const advice = ({ help = '' }: Field): string => help.slice(0, 1).toLowerCase() + help.slice(1).replace(/\.$/, '');

/** The service's result, before Burnish fits it to the photograph's size. */
const returned: Record<ResultShape, string> = {
  'image-url': 'image URL',
  elements: 'image URL and position of each',
  apparel: 'image URL of all clothes, and of each requested class',
  'base64-result': 'base64 image; image URL of a task',
  'base64-image': 'base64 image; image URL of a task',
  'result-urls': 'image URLs',
  'data-image': 'image URL',
  landmarks: 'landmarks, age and gender of each face',
  skin: 'findings about the largest face',
  'face-analysis': 'attributes and quality of each face',
};

const deliveries: Record<Delivery, string> = { direct: 'direct', async: 'as a task', either: 'direct or as a task' };

function row(spec: OperationSpec): string {
  const fields = spec.fields.map(fieldInWords).join('<br>');
  const images = spec.images.map((input) => `\`${input.field}\`: ${describeImageInput(input).join('; ')}`).join('<br>');
  const quality = spec.goodQuality ? [`quality ${spec.goodQuality} or more recommended for recognition`] : [];
  const faces = [...(spec.faces ? describeFaceRule(spec.faces) : []), ...quality].join('<br>');
  const cells = [
    `**${spec.title}**<br>\`${spec.id}\``,
    spec.summary,
    [fields || 'none', ...spec.rules.map(describeRule)].join('<br>'),
    images,
    faces || 'none needed',
    returned[spec.result],
    deliveries[spec.delivery],
    spec.credits ?? 'unknown',
  ];
  return `| ${cells.join(' | ')} |`;
}

/** Lists of values that are too long for a row. */
const longLists = operationList.flatMap((spec) =>
  spec.fields
    .filter(isLong)
    .map(
      (field) =>
        `\`${field.name}\` of \`${spec.id}\`: ${describeValues(field).replaceAll(': ', ' ').replaceAll(';', ',')}.`,
    ),
);

/** Wraps at 120 characters, as in all documents. */
const wrapped = (text: string): string => text.replace(/(.{1,120})(?: |$)/g, '$1\n').trimEnd();

/** Returns the table as Markdown, with notes, without the markers. */
export function operationsTable(): string {
  return [
    '| Operation | Effect | Parameters | Images | Faces | Result | Delivery | Credits, about |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    ...operationList.map(row),
    '',
    ...longLists.flatMap((list) => [wrapped(list), '']),
    wrapped(
      'For an absent or empty parameter, the service uses its default, which is listed if the interface states one. ' +
        'On the command line, values can be names: `face-beauty-pro:filter_type=Paris`, `smart-beauty:multi_face=on`. ' +
        '1 MB is 1,000,000 bytes.',
    ),
    '',
    wrapped(
      `A task is queried every ${minPollIntervalMs / 1000} s. Services keep tasks and result files for ${taskLifetimeMs / 3_600_000} h, and Burnish downloads ` +
        'results at once. If the recipe allows it, Burnish fits photographs that are too large or in ' +
        'another format to the limits.',
    ),
  ].join('\n');
}
