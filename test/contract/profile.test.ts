import { describe, expect, test } from 'vitest';
import { pollIntervalOf, profileSchema } from '../../contract/profile.ts';

const service = { id: 'p', kind: 'remote', name: 'Studio', baseUrl: 'https://images.example' };
const accepts = (change: object) => profileSchema.safeParse({ ...service, ...change }).success;

test('what the interface leaves open is as most services have it until somebody says otherwise', () => {
  expect(profileSchema.parse(service)).toMatchObject({
    keyHeader: 'service-api-key',
    taskQueryPath: '/api/common/query-async-task-result',
    outputFormField: 'return_form',
    pollSeconds: 5,
  });
});

describe('the path of tasks', () => {
  test.each(['/tasks', '/v2/tasks/result', '/a.b/c_d-e~f', '/..hidden/t'])('may be %s', (taskQueryPath) => {
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
  [0, false],
  [1, true],
  [2.5, false],
  [60, true],
  [61, false],
])('%d seconds between questions: %s', (pollSeconds, isGood) => {
  expect(accepts({ pollSeconds })).toBe(isGood);
});

test('the interval is in ms, and that of the interface where there is no profile', () => {
  expect([pollIntervalOf({ pollSeconds: 20 }), pollIntervalOf(null)]).toEqual([20_000, 5_000]);
});
