import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { balance, type CommandStage, test, upload } from '../../helpers/command/command-stage.ts';

const stopped = 'Stopped. Run the command again to continue with the rest.';

const run = (stage: CommandStage) => stage.spawn(...stage.runWords());
const expectRequest = ({ server }: CommandStage, route: string) =>
  expect.poll(() => server.requestsOf(route).length).toBeGreaterThan(0);

describe('Ctrl-C', () => {
  test('works during the scan of a folder', { tags: ['long'] }, async ({ stage }) => {
    await stage.photographs(...Array.from({ length: 60 }, (_, index) => `${index}.jpg`));
    const command = run(stage);
    await expectRequest(stage, upload);

    command.child.kill('SIGINT');

    expect(await command.ended).toMatchObject({ code: 1, err: expect.stringContaining(stopped) });
  });

  test('works during the test of a service that does not respond', { tags: ['long'] }, async ({ stage }) => {
    stage.server.script(balance, { hang: true });
    const command = stage.spawn('services', ...stage.service);
    await expectRequest(stage, balance);

    command.child.kill('SIGINT');

    expect(await command.ended).toMatchObject({ code: 1, err: 'Stopped.\n' });
  });

  test('does not wait for a service that does not list its operations', { tags: ['long'] }, async ({ stage }) => {
    await stage.photographs('a.jpg');
    stage.server.script('GET /health', { hang: true });
    const command = run(stage);
    await expectRequest(stage, 'GET /health');

    command.child.kill('SIGINT');

    expect(await command.ended).toMatchObject({ code: 1, err: expect.stringContaining(stopped) });
    expect(stage.uploads()).toBe(0);
  });

  test('reports what it waits for, and ends at once the second time', async ({ stage }) => {
    await stage.photographs('a.jpg');
    stage.server.script(upload, { hang: true });
    const command = run(stage);
    await expect.poll(() => stage.server.requestsOf(upload)[0]?.complete).toBe(true);

    command.child.kill('SIGINT');
    const waiting = 'Stopping: waiting up to 20 s for responses to requests already sent.';
    await expect.poll(() => command.output().err).toContain(waiting);
    command.child.kill('SIGINT');

    const { code, err } = await command.ended;
    expect(code).toBe(130);
    expect(err).not.toContain(stopped);
  });
});

describe('a closed terminal', () => {
  /** Accepts three photographs, and holds all responses until released. */
  async function heldService(stage: CommandStage) {
    await stage.photographs('a.jpg', 'b.jpg', 'c.jpg');
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const json = async () => {
      await released;
      return stage.response.json;
    };
    stage.server.script(upload, { json });
    return release;
  }
  const areSent = ({ server }: CommandStage) =>
    expect.poll(() => server.requestsOf(upload).filter((each) => each.complete).length).toBe(3);
  async function expectNothingSentAgain(stage: CommandStage) {
    expect(await stage.status()).toMatchObject({ counts: { uncertain: 0 }, runBy: null });
    expect((await stage.run()).code).toBe(0);
    expect([stage.results().length, stage.uploads()]).toEqual([3, 3]);
  }

  test('waits for the responses to uploads, however often it signals', async ({ stage }) => {
    const release = await heldService(stage);
    const command = run(stage);
    await areSent(stage);

    command.child.kill('SIGHUP');
    await expect.poll(() => command.output().err).toContain('Stopping: waiting up to 20 s');
    command.child.kill('SIGHUP');
    release();

    expect((await command.ended).code).toBe(1);
    await expectNothingSentAgain(stage);
  });

  const hasTerminals = spawnSync('script', ['--version']).error === undefined;
  test.runIf(hasTerminals)('ends the output, but waits for the responses to uploads', async ({ stage }) => {
    const release = await heldService(stage);
    const words = [join(import.meta.dirname, '../../../main/cli.ts'), ...stage.runWords('--data', stage.data)];
    const line = [process.execPath, ...words].map((word) => `'${word}'`).join(' ');
    const terminal = spawn('script', ['-qfec', `exec ${line}`, '/dev/null'], {
      env: { ...process.env, TEST_KEY: 'key' },
      stdio: ['ignore', 'ignore', 'ignore'],
    });
    await areSent(stage);

    terminal.kill('SIGKILL');
    await once(terminal, 'close');
    release();

    await expect.poll(async () => (await stage.status()).runBy).toBeNull();
    await expectNothingSentAgain(stage);
  });
});

test('lets the command finish although its output is not read', async ({ stage }) => {
  await stage.photographs('a.jpg', 'b.jpg', 'c.jpg');
  const command = run(stage);

  command.child.stdout!.destroy();
  command.child.stderr!.destroy();

  expect((await command.ended).code).toBe(0);
  expect(stage.results()).toHaveLength(3);
});
