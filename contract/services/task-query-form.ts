/** Form of task queries, which the interface leaves open. */
import { z } from 'zod';
import { messageKey } from '../messages/message.ts';
import { operationList } from '../operations/table.ts';

/** Replaced by the id of the task. */
export const taskIdPlaceholder = '{task_id}';

/** Segments without scheme, host, parent folder or query, and at most one placeholder. */
const path = /^(?!.*\{task_id\}.*\{task_id\})(?:\/(?!\.{1,2}(?:\/|$))(?:[\w.~!$&'()*+,;=:@-]|\{task_id\})+)+$/;

export const taskQueryMethods = ['GET', 'POST'] as const;
/** `multipart`: as for operations. */
export const taskQueryBodies = ['multipart', 'urlencoded', 'json'] as const;

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

export const taskQueryFields = {
  taskQueryMethod: z.enum(taskQueryMethods).default(defaultTaskQuery.taskQueryMethod),
  /** Relative to the base URL. With the placeholder, the query has no parameter. */
  taskQueryPath: z
    .string()
    .max(300)
    .regex(path, messageKey('contract.profile.path'))
    .default(defaultTaskQuery.taskQueryPath),
  taskQueryField: z
    .string()
    .max(60)
    .regex(/^[A-Za-z_][\w.-]*$/, messageKey('contract.profile.queryField'))
    .default(defaultTaskQuery.taskQueryField),
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

/** Whether a POST to the path would submit an operation, which may cost money. */
export function isOperationPath(path: string): boolean {
  const plain = path.toLowerCase();
  return operationList.some((operation) => operation.path === plain);
}
