/** The form of task queries: the interface leaves the method, the path and the parameter open. */
import { z } from 'zod';
import { messageKey } from '../messages/message.ts';
import { operationList } from '../operations/table.ts';

/** Stands in the path for the id of the task. */
export const taskIdPlaceholder = '{task_id}';

/** Segments below the address: no scheme, no host, no parent folder, no query, and the placeholder once at most. */
const path = /^(?!.*\{task_id\}.*\{task_id\})(?:\/(?!\.{1,2}(?:\/|$))(?:[\w.~!$&'()*+,;=:@-]|\{task_id\})+)+$/;

export const taskQueryMethods = ['GET', 'POST'] as const;
/** Body of a POST: a form with parts (as for operations), a form in one line, or JSON. */
export const taskQueryBodies = ['multipart', 'urlencoded', 'json'] as const;

/** Media types of the bodies. */
export const taskQueryBodyTypes = {
  multipart: 'multipart/form-data',
  urlencoded: 'application/x-www-form-urlencoded',
  json: 'application/json',
} as const satisfies Record<TaskQuery['taskQueryBody'], string>;

export const defaultTaskQuery = {
  taskQueryMethod: 'GET',
  taskQueryPath: '/api/common/query-async-task-result',
  taskQueryField: 'task_id',
  taskQueryBody: 'multipart',
} as const satisfies TaskQuery;

/** Fields of a profile. */
export const taskQueryFields = {
  taskQueryMethod: z.enum(taskQueryMethods).default(defaultTaskQuery.taskQueryMethod),
  /** Below the address. If it holds the placeholder, the query has no parameter. */
  taskQueryPath: z
    .string()
    .max(300)
    .regex(path, messageKey('contract.profile.path'))
    .default(defaultTaskQuery.taskQueryPath),
  /** Name of the parameter with the task's id. */
  taskQueryField: z
    .string()
    .max(60)
    .regex(/^[A-Za-z_][\w.-]*$/, messageKey('contract.profile.queryField'))
    .default(defaultTaskQuery.taskQueryField),
  /** Of a POST. */
  taskQueryBody: z.enum(taskQueryBodies).default(defaultTaskQuery.taskQueryBody),
};

export interface TaskQuery {
  readonly taskQueryMethod: (typeof taskQueryMethods)[number];
  readonly taskQueryPath: string;
  readonly taskQueryField: string;
  readonly taskQueryBody: (typeof taskQueryBodies)[number];
}

export function taskQueryOf(profile: Partial<TaskQuery>): TaskQuery {
  return {
    taskQueryMethod: profile.taskQueryMethod ?? defaultTaskQuery.taskQueryMethod,
    taskQueryPath: profile.taskQueryPath ?? defaultTaskQuery.taskQueryPath,
    taskQueryField: profile.taskQueryField ?? defaultTaskQuery.taskQueryField,
    taskQueryBody: profile.taskQueryBody ?? defaultTaskQuery.taskQueryBody,
  };
}

export const hasTaskIdInPath = ({ taskQueryPath }: Pick<TaskQuery, 'taskQueryPath'>): boolean =>
  taskQueryPath.includes(taskIdPlaceholder);

/** Whether a POST to the path would submit a photograph's operation, which may cost money. */
export function isOperationPath(path: string): boolean {
  const plain = path.toLowerCase();
  return operationList.some((operation) => operation.path === plain);
}
