/** Options that name a service, and set the properties that the interface leaves open. */
import { Option } from 'commander';
import type { openPoints, Profile } from '../../../contract/services/profile.ts';
import type { TaskQuery } from '../../../contract/services/task-query-form.ts';
import { parsePositiveInteger } from './option-parsers.ts';
import type { OptionRule } from './option-rules.ts';

export interface ServiceOptions {
  /** A name, an id or an address. */
  readonly service?: string;
  readonly keyEnv?: string;
  readonly keyHeader?: string;
  readonly queryPath?: string;
  readonly queryMethod?: string;
  readonly queryField?: string;
  readonly queryBody?: string;
  readonly formField?: string;
  /** Seconds. */
  readonly pollInterval?: number;
}

// The contract's lists would load all operations.
const queryMethods: TaskQuery['taskQueryMethod'][] = ['GET', 'POST'];
const queryBodies: TaskQuery['taskQueryBody'][] = ['multipart', 'urlencoded', 'json'];

const propertyOptions = [
  new Option('--key-env <variable>', 'environment variable with the service’s key'),
  new Option('--key-header <name>', 'HTTP header for the service’s key'),
  new Option('--query-path <path>', 'path of task queries; {task_id} is replaced by the task ID'),
  new Option('--query-method <method>', 'HTTP method of task queries').choices(queryMethods),
  new Option('--query-field <name>', 'parameter of task queries for the task ID'),
  new Option('--query-body <form>', 'encoding of the body of POST task queries').choices(queryBodies),
  new Option('--form-field <name>', 'the service’s name for the field that sets the form of a cutout'),
  new Option(
    '--poll-interval <seconds>',
    'seconds between queries of a task, 5 to 60 (from 1 for a service on this computer)',
  ).argParser(parsePositiveInteger),
];

const withProperties = (description: string) => [
  new Option('--service <url or name>', description),
  ...propertyOptions,
];

/** For commands that choose the service of their photographs. */
export const serviceOptions = withProperties('service to use, instead of the recipe’s or the default one');
/** For commands that leave each photograph at its service. */
export const keyOptions = withProperties('service that the key and the options below apply to');
export const testedServiceOptions = withProperties('test only this service');

export const serviceRules: readonly OptionRule[] = [
  {
    options: [
      '--key-header',
      '--query-path',
      '--query-method',
      '--query-field',
      '--query-body',
      '--form-field',
      '--poll-interval',
    ],
    needs: ['--service'],
  },
  { options: ['--query-body'], needs: ['--query-method POST'] },
];

/** Options by the field of a profile that they set. */
export const optionOfField = {
  keyHeader: '--key-header',
  taskQueryMethod: '--query-method',
  taskQueryPath: '--query-path',
  taskQueryField: '--query-field',
  taskQueryBody: '--query-body',
  outputFormField: '--form-field',
  pollSeconds: '--poll-interval',
} as const satisfies Record<keyof typeof openPoints, string>;

/** Returns the fields of a profile that the options set, which its schema has not checked yet. */
export function profileFields(options: ServiceOptions): Partial<Profile> {
  const fields = {
    keyHeader: options.keyHeader,
    taskQueryMethod: options.queryMethod,
    taskQueryPath: options.queryPath,
    taskQueryField: options.queryField,
    taskQueryBody: options.queryBody,
    outputFormField: options.formField,
    pollSeconds: options.pollInterval,
  } satisfies Record<keyof typeof openPoints, string | number | undefined>;
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Profile>;
}
