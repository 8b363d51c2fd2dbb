import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { operations } from '../../../contract/operations/table.ts';
import { type Profile, profileSchema } from '../../../contract/services/profile.ts';
import { type BurnishApp, createApp } from '../../../main/app.ts';
import { createMemoryKeyStore } from '../../../main/service/keys/key-store.ts';
import { queueHolders } from '../../../main/store/index.ts';
import { burnish, type Ended } from '../../helpers/command/command-line.ts';
import { runInProcess } from '../../helpers/command/in-process-cli.ts';
import { scratchFolder } from '../../helpers/photograph/photographs.ts';
import { noisePhoto, success } from '../../helpers/queue/queue-stage.ts';
import { messageText } from '../../helpers/run/message-matchers.ts';
import { type ScriptedServer, startScriptedServer } from '../../helpers/service/scripted-server.ts';

const operation = 'universal-background-removal';
const upload = `POST ${operations[operation].path}`;
const kept = 'One photograph is not finished and stays in the queue.';
const runs = `The Burnish window is running the queue (process ${process.pid}).`;

let folder: string;
let server: ScriptedServer;
let apps: BurnishApp[];
beforeEach(async () => {
  folder = scratchFolder();
  apps = [];
  server = await startScriptedServer();
  worksWell(server);
});
afterEach(async () => {
  for (const app of apps) await app.stop();
  await server.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

function worksWell(service: ScriptedServer): void {
  service.script(upload, { json: { ...success, data: { image_url: `${service.baseUrl}/result.png` } } });
  service.script('GET /result.png', { bytes: resultPng, type: 'image/png' });
}
const resultPng = await noisePhoto(64, 48, 'png');

const studio = (): Profile =>
  profileSchema.parse({ id: 'studio', kind: 'remote', name: 'Studio', baseUrl: server.baseUrl });

/** An app that keeps running the queue of the data folder, like the window; it has the profile “Studio”. */
async function openWindow(key?: string, who: string = queueHolders.window): Promise<BurnishApp> {
  const keys = createMemoryKeyStore();
  if (key !== undefined) keys.set('studio', key, server.baseUrl);
  const app = await createApp({
    dataDir: join(folder, 'data'),
    samples: [],
    galleryParts: '',
    models: '',
    version: '1',
    picturesFolder: folder,
    who,
    showsServices: false,
    keys: () => keys,
    launchEngine: () => {
      throw new Error('nobody needs the engine here');
    },
    log: { info: () => undefined, warn: () => undefined },
    toWords: messageText,
  });
  app.core.store.profiles.save(studio());
  apps.push(app);
  app.start();
  return app;
}

/** Returns the arguments that run one photograph of this name through a service, with or without a key. */
async function runWords(name: string, service: string, key?: string): Promise<string[]> {
  const source = join(folder, name);
  mkdirSync(source);
  writeFileSync(join(source, 'a.jpg'), await noisePhoto(64, 48));
  const words = ['run', source, '--recipe', operation, '--out', join(folder, 'out'), '--data', join(folder, 'data')];
  const keyed = key === undefined ? [] : ['--key-env', 'TEST_KEY'];
  return [...words, '--service', service, ...keyed];
}

const run = async (name: string, service: string, key?: string) =>
  runInProcess(await runWords(name, service, key), { TEST_KEY: key });

/** Runs in a separate process, alongside another command. */
async function runInChildProcess(name: string, service: string, key?: string) {
  const command = burnish(await runWords(name, service, key), { TEST_KEY: key });
  let stderr = '';
  command.child.stderr?.on('data', (chunk) => {
    stderr += chunk;
  });
  return { ...command, stderrText: () => stderr };
}

/** Returns the exit code and the last two lines of a command. */
async function endOf({ ended }: { ended: Promise<Ended> }): Promise<readonly [number | null, string[]]> {
  const { code, err } = await ended;
  return [code, err.trim().split('\n').slice(-2)];
}

const waitFor = (command: { stderrText(): string }, text: string) => expect.poll(command.stderrText).toContain(text);

describe('next to a window, a command reports the necessary action and ends with 1 if', () => {
  it('the window has no key, even if the command has one', { tags: ['long'] }, async () => {
    await openWindow();
    expect(await endOf(await run('a', 'Studio', 'key'))).toEqual([
      1,
      [
        kept,
        `${runs} It has no key for “Studio”. Enter the key under Services in the window, or quit the Burnish app and run this command again.`,
      ],
    ]);
    expect((await endOf(await run('b', 'Studio')))[1][1]).toBe(
      `${runs} It has no key for “Studio”. Enter the key under Services in the window, or quit the Burnish app and run this command again with --key-env <variable>.`,
    );
    expect(apps[0]?.core.store.views.counts().queued).toBe(2);
  });

  it('the window’s key is rejected', { tags: ['long'] }, async () => {
    server.script(upload, { status: 401 });
    await openWindow('wrong-key');
    expect(await endOf(await run('a', 'Studio', 'key'))).toEqual([
      1,
      [
        kept,
        `${runs} Studio: The service did not accept the API key. Check the key under Services in the window. Then press “Try now” under Services, or quit the Burnish app and run this command again.`,
      ],
    ]);
  });

  it('there are no credits left', { tags: ['long'] }, async () => {
    server.script(upload, { status: 402 });
    await openWindow('key');
    expect(await endOf(await run('a', 'Studio', 'key'))).toEqual([
      1,
      [
        kept,
        `${runs} Studio: The account has no credits left. Top it up at the service. Then press “Try now” under Services, or quit the Burnish app and run this command again.`,
      ],
    ]);
  });

  it('the queue is paused', async () => {
    const { core } = await openWindow('key');
    core.store.settings.save({ paused: true });
    expect(await endOf(await run('a', 'Studio', 'key'))).toEqual([
      1,
      [kept, 'The queue is paused. Press “Resume the queue” in the window.'],
    ]);
  });

  it('its photographs are paused', { tags: ['long'] }, async () => {
    const { core } = await openWindow('key');
    core.store.settings.save({ paused: true });
    await (await run('a', 'Studio', 'key')).ended;
    for (const { id } of core.store.batches.list()) core.store.batches.setHeld(id, true);
    core.store.settings.save({ paused: false });
    const again = runInProcess(['retry', '--data', join(folder, 'data')]);
    expect(await endOf(again)).toEqual([
      1,
      [kept, 'One photograph is paused, individually or with its batch. Resume it in the window.'],
    ]);
  });

  it('the service has been removed', { tags: ['long'] }, async () => {
    const { core } = await openWindow('key');
    core.store.settings.save({ paused: true });
    await (await run('a', 'Studio', 'key')).ended;
    core.store.profiles.remove('studio');
    core.store.settings.save({ paused: false });
    expect(await endOf(runInProcess(['retry', '--data', join(folder, 'data')]))).toEqual([
      1,
      [
        kept,
        'One photograph was assigned to a service that is no longer set up. Run it again with --service, or cancel it with burnish cancel.',
      ],
    ]);
  });
});

describe('next to a window, a command waits', () => {
  it('if work resumes automatically, and reports that', async () => {
    server.script(upload, { status: 429, headers: { 'Retry-After': '20' } });
    const { core } = await openWindow('key');
    const command = await run('a', 'Studio', 'key');
    await waitFor(command, 'Studio: The service asked us to slow down; next try in ');
    expect(command.stderrText()).toContain('Burnish will resume automatically. Press Ctrl-C to stop.');
    worksWell(server);
    core.tryNow('studio');
    expect((await command.ended).code).toBe(0);
    expect(command.stderrText()).not.toContain('Try now');
  });

  it('and reports its own photographs alone', { tags: ['long'] }, async () => {
    server.script(upload, { status: 429, headers: { 'Retry-After': '600' } });
    const { core } = await openWindow('key');
    const commands = [await runInChildProcess('a', 'Studio', 'key'), await runInChildProcess('b', 'Studio', 'key')];
    for (const command of commands) await waitFor(command, 'Studio: The service asked us to slow down');
    worksWell(server);
    core.tryNow('studio');
    for (const { ended } of commands) {
      const { code, out, err } = await ended;
      expect([code, out.trim().split('\n').length], err).toEqual([0, 1]);
      expect(err.split('\n')).toContain('1 done, 0 failed');
    }
  });

  it('until the window is quit, and then continues with its own key', { tags: ['long'] }, async () => {
    const window = await openWindow('key');
    server.script(upload, { status: 429, headers: { 'Retry-After': '600' } });
    const command = await runInChildProcess('a', 'Studio', 'own-key');
    await waitFor(command, 'Studio: The service asked us to slow down');
    worksWell(server);
    await window.stop();
    const { code, err } = await command.ended;
    expect([code, err.trim().split('\n').at(-1)]).toEqual([0, '1 done, 0 failed']);
    expect(server.requestsOf(upload).at(-1)?.headers['service-api-key']).toBe('own-key');
  });
});

describe('two commands', () => {
  /** A running command that waits for its service, the server of another service, and that service's name. */
  async function waiting(): Promise<readonly [Awaited<ReturnType<typeof runInChildProcess>>, ScriptedServer, string]> {
    server.script(upload, { status: 429, headers: { 'Retry-After': '600' } });
    const first = await runInChildProcess('a', server.baseUrl, 'first-key');
    await waitFor(first, 'The service asked us to slow down');
    const otherServer = await startScriptedServer();
    worksWell(otherServer);
    return [first, otherServer, new URL(otherServer.baseUrl).host];
  }

  it('with keys for two services run in turn, and the second reports why it waits', {
    tags: ['long'],
  }, async () => {
    const [first, other, name] = await waiting();
    const second = await runInChildProcess('b', other.baseUrl, 'second-key');
    await waitFor(
      second,
      `Another burnish command is running the queue (process ${first.child.pid}). It has no key for “${name}”. This command takes over when the other one ends. Press Ctrl-C to stop.`,
    );
    first.child.kill('SIGKILL');
    const { code, err } = await second.ended;
    expect([code, err]).toEqual([0, expect.stringContaining('1 done')]);
    expect(err).toContain('One photograph from other commands is not finished (see burnish status).');
    expect(other.requestsOf(upload).map(({ headers }) => headers['service-api-key'])).toEqual(['second-key']);
    await other.close();
  });

  it('the second ends if it has no key either', { tags: ['long'] }, async () => {
    const [first, other, name] = await waiting();
    const { code, err } = await (await run('b', other.baseUrl)).ended;
    expect([code, err]).toEqual([1, expect.stringContaining(kept)]);
    expect(err.trim().split('\n').at(-1)).toBe(
      `There is no key for “${name}”. Run this command again with --key-env <variable>.`,
    );
    first.child.kill('SIGKILL');
    await first.ended;
    await other.close();
  });

  it('next to “watch”, which never ends, the second reports how to stop that', { tags: ['long'] }, async () => {
    await openWindow(undefined, queueHolders.watch);
    expect((await endOf(await run('a', 'Studio', 'key')))[1][1]).toBe(
      `burnish watch is running the queue (process ${process.pid}). It has no key for “Studio”. Stop it with Ctrl-C, then run this command again.`,
    );
  });
});

describe('“status” next to a window', () => {
  const say = (...more: string[]) => runInProcess(['status', '--data', join(folder, 'data'), ...more]).ended;

  it('reports what blocks the queue, and ends with 1 while that needs the user', { tags: ['long'] }, async () => {
    await openWindow();
    await (await run('a', 'Studio', 'key')).ended;
    const { code, out } = await say();
    expect([code, out.trim().split('\n')]).toEqual([
      1,
      [
        '0 of 1 · 1 waiting: Studio is stopped',
        '1 queued',
        'Studio: 1 unfinished.',
        runs,
        'Studio: Enter the key for “Studio” under Services in the window.',
      ],
    ]);
    const { conditions, runBy } = JSON.parse((await say('--json')).out);
    expect([runBy, conditions]).toEqual([
      queueHolders.window,
      [expect.objectContaining({ service: 'Studio', condition: 'no-key', needsYou: true })],
    ]);
  });

  it('ignores the state of a process that has ended', { tags: ['long'] }, async () => {
    const window = await openWindow();
    await (await run('a', 'Studio', 'key')).ended;
    await window.stop();
    const { code, out } = await say();
    expect([code, out.trim().split('\n')]).toEqual([
      1,
      [
        '0 of 1 · The queue is not running',
        '1 queued',
        'Studio: 1 unfinished.',
        'To continue, run burnish retry or open the window.',
      ],
    ]);
    const { standing } = JSON.parse((await say('--json')).out);
    expect(standing).toMatchObject({ state: 'unattended', finished: 0, total: 1, perMinute: null, waits: [] });
  });
});

it('“watch” reports the cause of a standstill, and ends with 1 while jobs are open', { tags: ['long'] }, async () => {
  const window = await openWindow('key');
  window.core.store.settings.save({ paused: true });
  await window.stop();
  const source = join(folder, 'a');
  mkdirSync(source);
  writeFileSync(join(source, 'a.jpg'), await noisePhoto(64, 48));
  const command = burnish(['watch', source, '--recipe', operation, '--data', join(folder, 'data')]);
  let stderr = '';
  command.child.stderr?.on('data', (chunk) => {
    stderr += chunk;
  });
  await waitFor({ stderrText: () => stderr }, 'The queue is paused. Press “Resume the queue” in the window.');
  command.child.kill('SIGINT');
  const { code, err } = await command.ended;
  expect([code, err.trim().split('\n').at(-1)]).toEqual([
    1,
    'One photograph is not finished. Run the command again to continue.',
  ]);
});
