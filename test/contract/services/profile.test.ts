import { describe, expect, test } from 'vitest';
import { operationList } from '../../../contract/operations/table.ts';
import { pollIntervalOf, profileSchema, storedProfileSchema } from '../../../contract/services/profile.ts';

const service = { id: 'p', kind: 'remote', name: 'Studio', baseUrl: 'https://images.example' };
const accepts = (change: object) => profileSchema.safeParse({ ...service, ...change }).success;

test('undefined parts of the interface default to the practice of most services', () => {
  expect(profileSchema.parse(service)).toMatchObject({
    keyHeader: 'service-api-key',
    taskQueryMethod: 'GET',
    taskQueryPath: '/api/common/query-async-task-result',
    taskQueryField: 'task_id',
    taskQueryBody: 'multipart',
    outputFormField: 'return_form',
    pollSeconds: 5,
  });
});

describe('the path of tasks', () => {
  test.each([
    '/tasks',
    '/v2/tasks/result',
    '/a.b/c_d-e~f',
    '/..hidden/t',
    '/tasks/{task_id}',
    '/jobs/x-{task_id}.json/state',
  ])('may be %s', (taskQueryPath) => {
    expect(accepts({ taskQueryPath })).toBe(true);
  });

  test.each([
    '',
    'tasks',
    '/',
    '//other.example/tasks',
    'https://other.example/tasks',
    '/https://other.example',
    '/../tasks',
    '/tasks/..',
    '/tasks/./result',
    '/tasks?id=1',
    '/tasks#id',
    '/ta sks',
    '/tasks\\..',
    '/%2e%2e/tasks',
    '/tasks/',
    '/tasks\n',
    '/tasks/{id}',
    '/{task_id}/{task_id}',
  ])('cannot be %j', (taskQueryPath) => {
    expect(accepts({ taskQueryPath })).toBe(false);
  });
});

test.each([
  ['return_type', true],
  ['_form2', true],
  ['2form', false],
  ['return-form', false],
  ['return form', false],
  ['', false],
])('the field for the form of a cutout: %j %s', (outputFormField, isGood) => {
  expect(accepts({ outputFormField })).toBe(isGood);
});

test.each([
  ['job_id', true],
  ['task-id', true],
  ['task.id', true],
  ['1st', false],
  ['a&b', false],
  ['', false],
])('the field for the id of a task: %j %s', (taskQueryField, isGood) => {
  expect(accepts({ taskQueryField })).toBe(isGood);
});

test.each(operationList.map(({ path }) => path))('a POST to %s is no query', (taskQueryPath) => {
  const { error } = profileSchema.safeParse({ ...service, taskQueryPath, taskQueryMethod: 'POST' });
  expect(error?.issues.map(({ path, message }) => [path, message])).toEqual([
    [['taskQueryPath'], 'contract.profile.queryOperation'],
  ]);
  expect(accepts({ taskQueryPath: taskQueryPath.toUpperCase(), taskQueryMethod: 'POST' })).toBe(false);
});

describe('the interval between queries', () => {
  const local = { baseUrl: 'http://127.0.0.1:4100' };
  test.each([
    [{ pollSeconds: 4 }, false],
    [{ pollSeconds: 5 }, true],
    [{ pollSeconds: 5.5 }, false],
    [{ pollSeconds: 60 }, true],
    [{ pollSeconds: 61 }, false],
    [{ ...local, pollSeconds: 0 }, false],
    [{ ...local, pollSeconds: 1 }, true],
    [{ baseUrl: 'http://localhost:4100', pollSeconds: 1 }, true],
    [{ baseUrl: 'http://192.168.1.5', pollSeconds: 4 }, false],
    [{ baseUrl: 'http://127.0.0.1.example.org', pollSeconds: 1 }, false],
    [{ kind: 'built-in', baseUrl: '', pollSeconds: 1 }, true],
  ])('of %j: %s', (change, isGood) => {
    expect(accepts(change)).toBe(isGood);
  });

  test('is that of the interface if a stored profile has a shorter one', () => {
    const stored = (change: object) => storedProfileSchema.parse({ ...service, ...change }).pollSeconds;
    expect([stored({ pollSeconds: 1 }), stored({ pollSeconds: 20 }), stored({ ...local, pollSeconds: 1 })]).toEqual([
      5, 20, 1,
    ]);
  });
});

test('the interval is in ms, and that of the interface without a profile', () => {
  expect([pollIntervalOf({ pollSeconds: 20 }), pollIntervalOf(null)]).toEqual([20_000, 5_000]);
});
