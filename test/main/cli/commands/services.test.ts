import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { burnish } from '../../../helpers/command/command-line.ts';
import { scratchFolder } from '../../../helpers/photograph/photographs.ts';
import { success } from '../../../helpers/queue/queue-stage.ts';
import {
  type RecordedRequest,
  type ScriptedServer,
  startScriptedServer,
} from '../../../helpers/service/scripted-server.ts';

let folder: string;
let server: ScriptedServer;
beforeEach(async () => {
  folder = scratchFolder();
  server = await startScriptedServer();
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

const services = (...more: string[]) =>
  burnish(['services', ...more, '--data', join(folder, 'data'), '--service', server.baseUrl, '--key-env', 'TEST_KEY'], {
    TEST_KEY: 'test-key',
  }).ended;

/** Responds to task queries with the field `job_id` only. */
const jobs = (request: RecordedRequest) => ({
  ...success,
  error_detail: { code: request.query.has('job_id') ? 'ERROR_CONTENT_NOT_FOUND' : 'MISSING_PARAMETERS' },
});

it('names the options for a form of task query that the service understands', async () => {
  server.script('GET /api/common/query-credits', { json: { ...success, data: [{ balance: 10 }] } });
  server.script('GET /jobs', { json: jobs });
  const { code, out } = await services('--query-path', '/jobs');
  expect([code, out.trim()]).toEqual([
    0,
    expect.stringMatching(
      /with “job_id” at \/jobs\. To use it, add --query-method GET --query-path \/jobs --query-field job_id\.$/,
    ),
  ]);
});

it('rejects an interval shorter than the interface’s, except for a service on this computer', async () => {
  const run = (address: string) =>
    burnish(['services', '--data', join(folder, 'data'), '--service', address, '--poll-interval', '4'], {}).ended;
  const { code, err } = await run('https://images.example');
  expect([code, err.trim()]).toEqual([2, expect.stringMatching(/--poll-interval.*every 5 to 60 seconds\./)]);
  expect((await run(server.baseUrl)).code).toBe(1);
});

it('reports the result of a service test as text', async () => {
  server.script('GET /api/common/query-credits', { json: { ...success, data: [{ balance: 10 }] } });
  server.script('GET /api/common/query-async-task-result', { json: { ...success, task_status: 3 } });
  const found =
    /The service responded in [\d,]+ ms\. It accepted the key in the header “service-api-key”\. 10 credits are left\. It supports task queries by GET with “task_id” at [\w/-]+\.$/;
  expect((await services()).out.trim()).toMatch(found);
  const { findings } = JSON.parse((await services('--json')).out) as { findings: string[] };
  expect(findings.join(' ')).toMatch(found);
});

it('names the command’s options in an error message', async () => {
  await server.close();
  const { code, out } = await services();
  expect(code).toBe(1);
  expect(out.trim()).toMatch(
    /There is no response at the service’s address\. Check that it is running and that the address given with --service is correct\.$/,
  );
});
