/** Responses of the running engine, checked against its OpenAPI description. */
import { beforeAll, describe, expect, test } from 'vitest';
import { type OperationId, operationIds } from '../../../../contract/operations/operation-spec.ts';
import { operationList, operations } from '../../../../contract/operations/table.ts';
import { networkIds } from '../../../../contract/services/networks.ts';
import { releasePath } from '../../../../engine/service/interface/paths.ts';
import { type AnswerCheck, answerCheck } from '../../../helpers/engine/described-answers.ts';
import { encodeTestImage, imageOf } from '../../../helpers/engine/engine-images.ts';
import { ask, formOf, outcomeOf, post, postImage, sharedEngine } from '../../../helpers/engine/running-engine.ts';
import { appendCommand } from '../../../helpers/engine/worker-commands.ts';

const engine = sharedEngine();
const query = '/api/common/query-async-task-result';

let check: AnswerCheck;
beforeAll(async () => {
  check = answerCheck((await ask(engine(), '/openapi.json')).body);
});

const small = () => encodeTestImage('jpeg', 300, 300);
const shaped = operationList.filter((spec) => spec.family !== 'analysis' || spec.delivery === 'async');

describe('successes', () => {
  test.each(shaped.map((spec) => spec.id))('%s', async (id) => {
    const { path, delivery } = operations[id];
    const answer = await postImage(engine(), id, await small());
    expect(answer.status).toBe(200);
    expect(check('post', path, 200, answer.body)).toEqual([]);
    if (delivery !== 'async') return;
    const { status, body } = await outcomeOf(engine(), answer.body.task_id);
    expect(check('get', query, status, body)).toEqual([]);
  });

  test.each(['smart-beauty', 'face-beauty-pro'] as const)('%s as a task', async (id) => {
    const answer = await postImage(engine(), id, await small(), { task_type: 'async' });
    expect(check('post', operations[id].path, answer.status, answer.body)).toEqual([]);
    const { status, body } = await outcomeOf(engine(), answer.body.task_id);
    expect(check('get', query, status, body)).toEqual([]);
    const postAnswer = await ask(engine(), query, { method: 'POST', body: formOf({ task_id: answer.body.task_id }) });
    expect(check('post', query, postAnswer.status, postAnswer.body)).toEqual([]);
  });

  test.each(['/api/common/query-credits', '/health'])('%s', async (path) => {
    const { status, body } = await ask(engine(), path);
    expect(check('get', path, status, body)).toEqual([]);
  });
});

test('a field without a description is detected', async () => {
  const { path } = operations['portrait-background-removal'];
  const { body } = await postImage(engine(), 'portrait-background-removal', await small());
  expect(check('post', path, 200, { ...body, more: 1 })).not.toEqual([]);
  expect(check('post', path, 200, { ...body, data: { ...body.data, more: 1 } })).not.toEqual([]);
  expect(check('post', path, 200, { ...body, data: {} })).not.toEqual([]);
  expect(check('post', path, 200, { ...body, error_code: 1 })).not.toEqual([]);
});

describe('failures', () => {
  const id: OperationId = 'portrait-background-removal';
  const image = () => imageOf('jpeg', 300, 300);
  const cases: [string, () => Promise<{ status: number; body: unknown }>][] = [
    ['no image', () => post(engine(), id, {})],
    ['a wrong key', () => post(engine(), id, {}, { headers: { 'service-api-key': 'wrong' } })],
    ['too many pixels', async () => postImage(engine(), id, await imageOf('jpeg', 2000, 300))],
    ['not an image', () => postImage(engine(), id, Buffer.from('text'))],
    ['a broken image', async () => postImage(engine(), id, (await image()).subarray(0, 20))],
    ['a strange value', async () => postImage(engine(), id, await image(), { return_form: 'png' })],
    ['a stray file', async () => postImage(engine(), id, await image(), { other: await image() })],
    ['a failing worker', async () => postImage(engine(), id, appendCommand(await image(), { do: 'fail' }))],
  ];
  test.each(cases)('%s', async (_, send) => {
    const { status, body } = await send();
    expect(status).toBeGreaterThanOrEqual(400);
    expect(check('post', operations[id].path, status, body)).toEqual([]);
  });

  test('a failed task, and an unknown one', async () => {
    const sent = await postImage(engine(), 'ai-red-lip-gloss', appendCommand(await small(), { do: 'fail' }));
    const failed = await outcomeOf(engine(), sent.body.task_id);
    expect(check('get', query, 422, failed.body)).toEqual([]);
    const unknown = await ask(engine(), `${query}?task_id=none`);
    expect(check('get', query, 404, unknown.body)).toEqual([]);
  });
});

test('every path of the table is described, and every described path exists', async () => {
  const document = (await ask(engine(), '/openapi.json')).body;
  for (const id of operationIds) expect(Object.keys(document.paths)).toContain(operations[id].path);
  for (const [path, item] of Object.entries<object>(document.paths)) {
    for (const method of Object.keys(item)) {
      const name = path.startsWith(releasePath) ? networkIds[0] : 'none';
      const answer = await fetch(engine().baseUrl + path.replace('{name}', name), {
        method: method.toUpperCase(),
        headers: { 'service-api-key': 'a key for tests' },
      });
      const { error_detail } = (await answer.json()) as { error_detail?: { code: string } };
      expect(['ERROR_METHOD_NOT_ALLOWED', 'ERROR_RESOURCE_NOT_FOUND']).not.toContain(error_detail?.code);
    }
  }
});
