/** What a service does with the freedom that the interface leaves it: forms of task queries, ids of tasks, and layouts of analyses. */
import { defaultTaskQuery } from '../../../contract/services/task-query-form.ts';
import { marked } from '../runner/mark.ts';
import { type Hostile, ok } from './hostile-answer.ts';

/** One form of task query: the options of the command, and the service's own reading of a request. */
export interface QueryForm {
  readonly options: readonly string[];
  /** Null for a request that is no query in this form. */
  taskIdIn(method: string, url: URL, body: Buffer): string | null;
}

const inQuery = (path: string, field: string) => (method: string, url: URL) =>
  method === 'GET' && url.pathname === path ? url.searchParams.get(field) : null;

const inBody = (path: string, read: (body: string) => unknown) => (method: string, url: URL, body: Buffer) =>
  method === 'POST' && url.pathname === path ? String(read(body.toString())) : null;

export const queryForms: readonly QueryForm[] = [
  { options: [], taskIdIn: inQuery(defaultTaskQuery.taskQueryPath, 'task_id') },
  { options: ['--query-path', '/jobs', '--query-field', 'job-id'], taskIdIn: inQuery('/jobs', 'job-id') },
  {
    options: ['--query-method', 'POST', '--query-path', '/jobs', '--query-body', 'json'],
    taskIdIn: inBody('/jobs', (body) => JSON.parse(body).task_id),
  },
  {
    options: ['--query-method', 'POST', '--query-path', '/jobs', '--query-body', 'urlencoded'],
    taskIdIn: inBody('/jobs', (body) => new URLSearchParams(body).get('task_id')),
  },
  {
    options: ['--query-path', '/jobs/{task_id}'],
    taskIdIn: (method, { pathname }) => {
      const id = /^\/jobs\/([^/]+)$/.exec(pathname)?.[1];
      return method === 'GET' && id !== undefined ? decodeURIComponent(id) : null;
    },
  },
];

const goodFile: Hostile['file'] = async ({ content }) => ({
  body: await marked({ photograph: content, operation: 1, element: 0, serial: 1 }).ensureAlpha().png().toBuffer(),
});

/** The id begins with the photograph's number, by which the service finds it again. */
const taskIds: readonly (readonly [name: string, make: (content: number) => string])[] = [
  ['of a parent folder', (content) => `${content}/../../jobs`],
  ['of signs', (content) => `${content} b&task_id=x#%2e%2e/;`],
];

const rect = { x: 1, y: 1, width: 9, height: 9 };
const info = { face_rect: rect, face_detail_attributes_info: { age: 30, emotion: { type: 3, probability: 9 } } };

export const hostileFreedom: readonly Hostile[] = [
  ...taskIds.map(
    ([name, make]): Hostile => ({
      group: 'freedom',
      name: `a task with an id ${name}`,
      recipe: 'skin',
      // In a path, some ids lead elsewhere: then nothing is asked.
      stands: ['done', 'uncertain'],
      answer: ({ content }) => ok({ task_id: make(content) }),
      task: ({ content, file }, id) =>
        id === make(content) ? ok({ task_status: 2, data: { result_urls: [file] } }) : { status: 500 },
      file: goodFile,
    }),
  ),
  ...[7, 0, -1, '2', 1e308].map(
    (face_num): Hostile => ({
      group: 'freedom',
      name: `${face_num} faces, of which one is listed`,
      recipe: 'landmarks',
      stands: ['done'],
      answer: () => ok({ result: { face_num, face_list: [{ age: 30 }] } }),
    }),
  ),
  {
    group: 'freedom',
    name: 'both layouts, of other faces',
    recipe: 'faces',
    stands: ['done'],
    answer: () => ok({ data: { face_count: 1, face_rectangles: [50, 50, 9, 9] }, face_detail_infos: [info, info, 5] }),
  },
  {
    group: 'freedom',
    name: 'a billion faces in one layout, and one in the other',
    recipe: 'faces',
    stands: ['done'],
    answer: () => ok({ data: { face_count: 1e9, age_list: [1, 'x'] }, face_detail_infos: [info] }),
  },
];
