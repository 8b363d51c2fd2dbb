/** Variants that the interface permits: forms of task queries, ids of tasks, and layouts of analyses. */
import { defaultTaskQuery } from '../../../contract/services/task-query-form.ts';
import { type Hostile, ok, taskCase } from './hostile-answer.ts';

export interface QueryForm {
  /** Options of the command. */
  readonly options: readonly string[];
  /** Returns the task id of a request, or null if it is no query in this form. */
  taskIdIn(method: string, url: URL, body: Buffer): string | null;
}

const inQuery = (path: string, field: string) => (method: string, url: URL) =>
  method === 'GET' && url.pathname === path ? url.searchParams.get(field) : null;

const inBody = (read: (body: string) => unknown) => (method: string, url: URL, body: Buffer) =>
  method === 'POST' && url.pathname === '/jobs' ? String(read(body.toString())) : null;
const postOptions = ['--query-method', 'POST', '--query-path', '/jobs', '--query-body'];

export const queryForms: readonly QueryForm[] = [
  { options: [], taskIdIn: inQuery(defaultTaskQuery.taskQueryPath, 'task_id') },
  { options: ['--query-path', '/jobs', '--query-field', 'job-id'], taskIdIn: inQuery('/jobs', 'job-id') },
  { options: [...postOptions, 'json'], taskIdIn: inBody((body) => JSON.parse(body).task_id) },
  { options: [...postOptions, 'urlencoded'], taskIdIn: inBody((body) => new URLSearchParams(body).get('task_id')) },
  {
    options: ['--query-path', '/jobs/{task_id}'],
    taskIdIn: (method, { pathname }) => {
      const id = /^\/jobs\/([^/]+)$/.exec(pathname)?.[1];
      return method === 'GET' && id !== undefined ? decodeURIComponent(id) : null;
    },
  },
];

const rect = { x: 1, y: 1, width: 9, height: 9 };
const info = { face_rect: rect, face_detail_attributes_info: { age: 30, emotion: { type: 3, probability: 9 } } };

const analysis = (name: string, recipe: 'landmarks' | 'faces', fields: object): Hostile => ({
  ...{ group: 'freedom', name, recipe, stands: ['done'] },
  answer: () => ok(fields),
});

export const hostileFreedom: readonly Hostile[] = [
  // In a path, some ids lead elsewhere, and are not queried.
  taskCase('freedom', 'a task with an id of a parent folder', ({ content }) => `${content}/../../jobs`, [
    'done',
    'uncertain',
  ]),
  taskCase('freedom', 'a task with an id of signs', ({ content }) => `${content} b&task_id=x#%2e%2e/;`, [
    'done',
    'uncertain',
  ]),
  ...[7, 0, -1, '2', 1e308].map((face_num) =>
    analysis(`${face_num} faces, of which one is listed`, 'landmarks', {
      result: { face_num, face_list: [{ age: 30 }] },
    }),
  ),
  analysis('both layouts, of other faces', 'faces', {
    data: { face_count: 1, face_rectangles: [50, 50, 9, 9] },
    face_detail_infos: [info, info, 5],
  }),
  analysis('a billion faces in one layout, and one in the other', 'faces', {
    data: { face_count: 1e9, age_list: [1, 'x'] },
    face_detail_infos: [info],
  }),
];
