/** The table of operations as docs/operations.md has it, from the operation table. */
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

/** More values than this stand below the table. */
const maxChoicesInRow = 12;

const isLong = (field: Field): boolean => 'choices' in field && field.choices.length > maxChoicesInRow;

function fieldInWords(field: Field): string {
  const parts = [isLong(field) ? 'by number or name, see below' : describeValues(field), leftOut(field)];
  return `\`${field.name}\`: ${parts.filter(Boolean).join('; ')}`;
}

/** What happens where the field is not sent; empty where the interface does not say. */
function leftOut(field: Field): string {
  if (field.default === undefined)
    return field.kind === 'multi-choice' || field.kind === 'choice' ? (field.help ?? '') : '';
  const off = field.kind === 'switch' ? describeSwitch(field).off : field.default;
  return [`left out: ${off}`, field.kind === 'switch' ? advice(field) : ''].filter(Boolean).join('; ');
}

/** As the end of a sentence. */
const advice = ({ help = '' }: Field): string => help.slice(0, 1).toLowerCase() + help.slice(1).replace(/\.$/, '');

/** What comes back from the service, before it is brought to the photograph's size. */
const returned: Record<ResultShape, string> = {
  'image-url': 'a picture, by its address',
  elements: 'a picture of each, with its place',
  apparel: 'a picture of all clothes and, where they are asked for, of each class',
  'base64-result': 'a picture, inside the answer; of a task by its address',
  'base64-image': 'a picture, inside the answer; of a task by its address',
  'result-urls': 'one or several pictures, by their addresses',
  'data-image': 'a picture, by its address',
  landmarks: 'the points, age and gender of each face',
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

/** The values that are too many for a row. */
const longLists = operationList.flatMap((spec) =>
  spec.fields
    .filter(isLong)
    .map(
      (field) =>
        `\`${field.name}\` of \`${spec.id}\`: ${describeValues(field).replaceAll(': ', ' ').replaceAll(';', ',')}.`,
    ),
);

/** At 120 characters, as all documents. */
const wrapped = (text: string): string => text.replace(/(.{1,120})(?: |$)/g, '$1\n').trimEnd();

/** The table as Markdown, with what holds for all rows, without the marks around it. */
export function operationsTable(): string {
  return [
    '| Operation | What it does | Fields, values | Images | Faces | Returns | Delivery | Credits, about |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    ...operationList.map(row),
    '',
    ...longLists.flatMap((list) => [wrapped(list), '']),
    'A field that is left out, or empty, is left to the service; its default is named where the interface does.',
    'On the command line a value may be given by its name: `face-beauty-pro:filter_type=Paris`,',
    '`smart-beauty:multi_face=on`. 1 MB is 1,000,000 bytes.',
    `The result of a task is asked for every ${minPollIntervalMs / 1000} s and kept for ${taskLifetimeMs / 3_600_000} h at the service, and so are result`,
    'files; Burnish downloads them at once. Photographs that are too large, or in another format, are fitted to the',
    'limits where the recipe allows it.',
  ].join('\n');
}
