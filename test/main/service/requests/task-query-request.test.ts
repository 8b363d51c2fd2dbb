import { createHash } from 'node:crypto';
import { describe, expect } from 'vitest';
import type { TaskQuery } from '../../../../contract/services/task-query-form.ts';
import { failureOf, type Stage, test, testKey } from '../../../helpers/service/service-stage.ts';
import { ok, photograph, skinRoute } from '../../../helpers/service/service-submissions.ts';

describe('the form of a task query', () => {
  const pending = { json: { ...ok, task_status: 1 } };
  const query = (stage: Stage, profile: Partial<TaskQuery>, taskId = 't 1&x=2') =>
    stage.clientWith(profile).query('smart-skin-advanced', taskId, stage.dir);
  const text = 't 1&x=2';

  test.for([
    ['multipart', /^multipart\/form-data; boundary=/],
    ['urlencoded', /^application\/x-www-form-urlencoded$/],
    ['json', /^application\/json$/],
  ] as const)('is a POST, %s', async ([taskQueryBody, type], { stage }) => {
    stage.server.script('POST /jobs', pending);
    const form = { taskQueryMethod: 'POST', taskQueryPath: '/jobs', taskQueryField: 'job_id', taskQueryBody } as const;
    expect(await query(stage, form)).toMatchObject({ kind: 'pending' });
    const [request] = stage.server.requests;
    expect(request?.headers['content-type']).toMatch(type);
    expect(request?.headers['service-api-key']).toBe(testKey);
    const parts = taskQueryBody === 'multipart' ? request?.parts().map((part) => [part.name, part.text]) : null;
    const body = request?.bodyHash;
    const hashOf = (words: string) => createHash('sha256').update(words).digest('hex');
    if (parts) expect(parts).toEqual([['job_id', text]]);
    else if (taskQueryBody === 'json') expect(body).toBe(hashOf(JSON.stringify({ job_id: text })));
    else expect(body).toBe(hashOf('job_id=t+1%26x%3D2'));
  });

  test('is a GET with another name', async ({ stage }) => {
    stage.server.script('GET /jobs', pending);
    await query(stage, { taskQueryPath: '/jobs', taskQueryField: 'job-id' });
    expect([...stage.server.requests[0]!.query]).toEqual([['job-id', text]]);
  });

  test.for(['GET', 'POST'] as const)('is a %s with the id in the path', async (taskQueryMethod, { stage }) => {
    stage.server.script(`${taskQueryMethod} /jobs/*`, pending);
    await query(stage, { taskQueryMethod, taskQueryPath: '/jobs/{task_id}/state' });
    const [request] = stage.server.requests;
    expect([request?.path, [...request!.query], request?.bodyBytes]).toEqual(['/jobs/t%201%26x%3D2/state', [], 0]);
  });

  test.for([
    ['..', '/jobs/{task_id}'],
    ['.', '/jobs/.{task_id}'],
    ['../jobs', '/tasks/{task_id}'],
    ['smart-beauty', '/api/portrait/effects/{task_id}'],
    ['portrait/effects/smart-beauty', '/api/{task_id}'],
  ] as const)('requests no other location with the id %j', async ([taskId, taskQueryPath], { stage }) => {
    const failure = await failureOf(query(stage, { taskQueryMethod: 'POST', taskQueryPath }, taskId));
    expect(failure).toMatchObject({ kind: 'uncertain', code: 'TASK_ID_UNUSABLE' });
    expect(stage.server.requests).toEqual([]);
  });

  test('restores the key for a service that put it into the id', async ({ stage }) => {
    const form = { taskQueryMethod: 'POST', taskQueryPath: '/jobs' } as const;
    stage.server.script('POST /jobs', pending);
    stage.server.script(skinRoute, { json: { ...ok, task_id: `1 ${testKey}` } });
    const client = stage.clientWith(form);
    const submission = await client.submit(await photograph(stage, 'smart-skin-advanced', 3000));
    await client.query('smart-skin-advanced', submission.kind === 'task' ? submission.taskId : '', stage.dir);
    expect(stage.server.requestsOf('POST /jobs')[0]?.parts()[0]?.text).toBe(`1 ${testKey}`);
  });
});
