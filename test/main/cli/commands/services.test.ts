import { expect, onTestFinished } from 'vitest';
import { test } from '../../../helpers/command/command-stage.ts';
import { success } from '../../../helpers/queue/queue-stage.ts';
import { type RecordedRequest, startScriptedServer } from '../../../helpers/service/scripted-server.ts';

/** Responds to task queries with the field `job_id` only. */
const jobs = (request: RecordedRequest) => ({
  ...success,
  error_detail: { code: request.query.has('job_id') ? 'ERROR_CONTENT_NOT_FOUND' : 'MISSING_PARAMETERS' },
});

test('names the options for a form of task query that the service understands', async ({ stage }) => {
  stage.server.script('GET /jobs', { json: jobs });

  const { code, out } = await stage.burnish('services', ...stage.service, '--query-path', '/jobs');

  expect(code).toBe(0);
  expect(out.trim()).toMatch(
    /with “job_id” at \/jobs\. To use it, add --query-method GET --query-path \/jobs --query-field job_id\.$/,
  );
});

test('rejects an interval shorter than the interface’s, except for a service on this computer', async ({ stage }) => {
  const run = (address: string) => stage.burnish('services', '--service', address, '--poll-interval', '4');

  const remote = await run('https://images.example');
  const local = await run(stage.server.baseUrl);

  expect(remote.code).toBe(2);
  expect(remote.err.trim()).toMatch(/--poll-interval.*every 5 to 60 seconds\.$/);
  expect(local.code).toBe(1);
});

test('reports the result of a service test as text', async ({ stage }) => {
  stage.server.script('GET /api/common/query-async-task-result', { json: { ...success, task_status: 3 } });

  const { out } = await stage.burnish('services', ...stage.service);
  const { findings } = JSON.parse((await stage.burnish('services', ...stage.service, '--json')).out);

  const found =
    /The service responded in [\d,]+ ms\. It accepted the key in the header “service-api-key”\. 42 credits are left\. It supports task queries by GET with “task_id” at [\w/-]+\.$/;
  expect(out.trim()).toMatch(found);
  expect(findings.join(' ')).toMatch(found);
});

test('names the command’s options in an error message', async ({ stage }) => {
  await stage.server.close();

  const { code, out } = await stage.burnish('services', ...stage.service);

  expect(code).toBe(1);
  expect(out.trim()).toMatch(
    /There is no response at the service’s address\. Check that it is running and that the address given with --service is correct\.$/,
  );
});

test('sends a key to the service that is named with it, and to no other', async ({ stage }) => {
  const other = await startScriptedServer();
  onTestFinished(() => other.close());
  // Without a key it is not asked; it is known from now on.
  expect((await stage.burnish('services', '--service', other.baseUrl, '--json')).code).toBe(1);

  const { code, out } = await stage.burnish('services', ...stage.service, '--json');

  expect(JSON.parse(out)).toMatchObject({ address: stage.server.baseUrl, ok: true, credits: 42 });
  expect(code).toBe(0);
  const keys = stage.server.requests.map(({ headers }) => headers['service-api-key']);
  expect(new Set(keys)).toEqual(new Set(['key']));
  expect(other.requests).toEqual([]);
});
