import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { burnish } from '../../helpers/command-line.ts';
import { scratchFolder } from '../../helpers/photographs.ts';
import { success } from '../../helpers/queue-stage.ts';
import { type ScriptedServer, startScriptedServer } from '../../helpers/scripted-server.ts';

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

it('says in words what a test of a service found', async () => {
  server.script('GET /api/common/query-credits', { json: { ...success, data: [{ balance: 10 }] } });
  const found =
    /The service answered in [\d,]+ ms\. It accepted the key in the header “service-api-key”\. 10 credits are left\.$/;
  expect((await services()).out.trim()).toMatch(found);
  const { findings } = JSON.parse((await services('--json')).out) as { findings: string[] };
  expect(findings.join(' ')).toMatch(found);
});

it('names the options of the command where something is wrong', async () => {
  await server.close();
  const { code, out } = await services();
  expect(code).toBe(1);
  expect(out.trim()).toMatch(
    /Nothing answers at the address of the service\. Check that it is running, and the address that --service gives\.$/,
  );
});
