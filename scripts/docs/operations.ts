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
  return [`default: ${off}`, field.kind === 'switch' ? advice(field) : ''].filter(Boolean).join('; ');
}

/** As the end of a sentence. */
const advice = ({ help = '' }: Field): string => help.slice(0, 1).toLowerCase() + help.slice(1).replace(/\.$/, '');

/** What comes back from the service, before it is brought to the photograph's size. */
const returned: Record<ResultShape, string> = {
  'image-url': 'a picture, by URL',
  elements: 'a picture of each, with its position',
  apparel: 'a picture of all clothing and, if requested, of each class',
  'base64-result': 'a picture, in the response; for a task, by URL',
  'base64-image': 'a picture, in the response; for a task, by URL',
  'result-urls': 'one or more pictures, by URL',
  'data-image': 'a picture, by URL',
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
    'For a field that is omitted or empty, the service uses its default, which is listed if the interface states it.',
    'On the command line, a value can be given by name: `face-beauty-pro:filter_type=Paris`,',
    '`smart-beauty:multi_face=on`. 1 MB is 1,000,000 bytes.',
    `Tasks are queried every ${minPollIntervalMs / 1000} s. The service keeps results and result files for ${taskLifetimeMs / 3_600_000} h; Burnish downloads them`,
    'immediately. Photographs that are too large or in another format are converted to meet the limits if the recipe',
    'allows it.',
  ].join('\n');
}
