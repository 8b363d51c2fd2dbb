import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { operations } from '../../../contract/operations/table.ts';
import { burnish, type Command } from '../../helpers/command-line.ts';
import { scratchFolder } from '../../helpers/photographs.ts';
import { noisePhoto, success } from '../../helpers/queue-stage.ts';
import { type ScriptedServer, startScriptedServer } from '../../helpers/scripted-server.ts';

const operation = 'universal-background-removal';
const upload = `POST ${operations[operation].path}`;
const credits = 'GET /api/common/query-credits';
const stopped = 'Stopped. The rest goes on when you run it again.';

let folder: string;
let source: string;
let out: string;
let server: ScriptedServer;
beforeEach(async () => {
  folder = scratchFolder();
  [source, out] = [join(folder, 'src'), join(folder, 'out')];
  mkdirSync(source);
  server = await startScriptedServer();
  server.script(upload, { json: { ...success, data: { image_url: `${server.baseUrl}/result.png` } } });
  server.script('GET /result.png', { bytes: await noisePhoto(64, 48, 'png'), type: 'image/png' });
  server.script(credits, { json: { ...success, data: [{ balance: 10 }] } });
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

async function photographs(count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) writeFileSync(join(source, `${index}.jpg`), await noisePhoto(64, 48));
}
const say = (...words: string[]): Command =>
  burnish([...words, '--data', join(folder, 'data'), '--service', server.baseUrl, '--key-env', 'TEST_KEY'], {
    TEST_KEY: 'test-key',
  });
const run = () => say('run', source, '--recipe', operation, '--out', out);
const expectRequest = (route: string) => expect.poll(() => server.requestsOf(route).length).toBeGreaterThan(0);

describe('Ctrl-C', () => {
  it('is heard while a folder is still taken in', { tags: ['long'] }, async () => {
    await photographs(60);
    const command = run();
    await expectRequest(upload);
    command.child.kill('SIGINT');
    const { code, err } = await command.ended;
    expect(code).toBe(1);
    expect(err).toContain(stopped);
  });

  it('is heard while a service is tested that is silent', { tags: ['long'] }, async () => {
    server.script(credits, { hang: true });
    const command = say('services');
    await expectRequest(credits);
    command.child.kill('SIGINT');
    const { code, err } = await command.ended;
    expect([code, err.trim()]).toEqual([1, 'Stopped.']);
  });

  it('does not wait for a service that does not say what it offers', { tags: ['long'] }, async () => {
    await photographs(1);
    server.script('GET /health', { hang: true });
    const command = run();
    await expectRequest('GET /health');
    command.child.kill('SIGINT');
    const { code, err } = await command.ended;
    expect(code).toBe(1);
    expect(err).toContain(stopped);
    expect(server.requestsOf(upload)).toEqual([]);
  });

  it('says what it waits for, and ends at once the second time', async () => {
    await photographs(1);
    server.script(upload, { hang: true });
    const command = run();
    await expect.poll(() => server.requestsOf(upload)[0]?.complete).toBe(true);
    let stderr = '';
    command.child.stderr!.on('data', (chunk) => {
      stderr += chunk;
    });
    command.child.kill('SIGINT');
    await expect.poll(() => stderr).toContain('Stopping: waiting up to 20 s for an answer to what was sent.');
    command.child.kill('SIGINT');
    const { code, err } = await command.ended;
    expect(code).toBe(130);
    expect(err).not.toContain(stopped);
  });
});

it('goes on to the end when nobody reads what it prints', async () => {
  await photographs(3);
  const command = run();
  command.child.stdout!.destroy();
  command.child.stderr!.destroy();
  expect((await command.ended).code).toBe(0);
  expect(existsSync(out) && readdirSync(out)).toHaveLength(3);
});
