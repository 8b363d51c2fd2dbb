import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { profileSchema } from '../../../contract/services/profile.ts';
import { type BurnishApp, createApp } from '../../../main/app.ts';
import { createMemoryKeyStore } from '../../../main/service/keys/key-store.ts';
import { queueHolders } from '../../../main/store/index.ts';
import { burnish, type Command, type Ended } from '../../helpers/command/command-line.ts';
import {
  type CommandStage,
  test as commandTest,
  download,
  operation,
  upload,
} from '../../helpers/command/command-stage.ts';
import { messageText } from '../../helpers/run/message-matchers.ts';
import { type ScriptedServer, startScriptedServer } from '../../helpers/service/scripted-server.ts';

const kept = 'One photograph is not finished and stays in the queue.';
const runs = `The Burnish window is running the queue (process ${process.pid}).`;
const slowDown = 'Studio: The service asked us to slow down';

/** Opens an app that keeps running the queue of the data folder, like the window; it has the profile “Studio”. */
async function openApp(
  { folder, data, server }: CommandStage,
  key: string | undefined,
  who: string,
): Promise<BurnishApp> {
  const keys = createMemoryKeyStore();
  if (key !== undefined) keys.set('studio', key, server.baseUrl);
  const app = await createApp({
    dataDir: data,
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
  const profile = { id: 'studio', kind: 'remote', name: 'Studio', baseUrl: server.baseUrl };
  app.core.store.profiles.save(profileSchema.parse(profile));
  app.start();
  return app;
}

interface Fixtures {
  /** Opens a window, with the key of its service if given, that is quit after the test. */
  openWindow(key?: string, who?: string): Promise<BurnishApp>;
  /** A command that waits for its service, and another service with its name. */
  waiting: { readonly first: Command; readonly other: ScriptedServer; readonly name: string };
}

const test = commandTest.extend<Fixtures>({
  openWindow: async ({ stage }, use) => {
    const apps: BurnishApp[] = [];
    await use(async (key, who = queueHolders.window) => {
      const app = await openApp(stage, key, who);
      apps.push(app);
      return app;
    });
    for (const app of apps) await app.stop();
  },
  waiting: async ({ stage }, use) => {
    stage.server.script(upload, { status: 429, headers: { 'Retry-After': '600' } });
    const first = await runInChildProcess(stage, 'a', stage.server.baseUrl, 'first-key');
    await waitFor(first, 'The service asked us to slow down');
    const other = await startScriptedServer();
    other.script(upload, stage.response);
    other.script(download, stage.result);
    await use({ first, other, name: new URL(other.baseUrl).host });
    first.child.kill('SIGKILL');
    await first.ended;
    await other.close();
  },
});

/** Returns the arguments that run one photograph in a folder of this name through a service, with or without a key. */
async function runWords(stage: CommandStage, name: string, service = 'Studio', hasKey = true): Promise<string[]> {
  await stage.photographs(join(name, 'a.jpg'));
  const words = ['run', join(stage.source, name), '--recipe', operation, '--out', stage.out, '--service', service];
  return [...words, ...(hasKey ? ['--key-env', 'TEST_KEY'] : [])];
}

const run = async (stage: CommandStage) => stage.start(...(await runWords(stage, 'a')));

/** Runs in a separate process, alongside another command. */
async function runInChildProcess(stage: CommandStage, name: string, service?: string, key = 'key') {
  const words = await runWords(stage, name, service);
  return burnish([...words, '--data', stage.data], { TEST_KEY: key });
}

/** Returns the exit code and the last two lines of a command. */
async function endOf({ ended }: { ended: Promise<Ended> }): Promise<readonly [number | null, string[]]> {
  const { code, err } = await ended;
  return [code, err.trim().split('\n').slice(-2)];
}

const waitFor = (command: { output(): { err: string } }, text: string) =>
  expect.poll(() => command.output().err).toContain(text);

describe('next to a window, a command reports the necessary action and ends with 1 if', () => {
  test.for([
    {
      name: 'the window has no key, even if the command has one',
      windowKey: undefined,
      status: 200,
      reason:
        'It has no key for “Studio”. Enter the key under Services in the window, or quit the Burnish app and run this command again.',
    },
    {
      name: 'neither has a key',
      windowKey: undefined,
      hasKey: false,
      status: 200,
      reason:
        'It has no key for “Studio”. Enter the key under Services in the window, or quit the Burnish app and run this command again with --key-env <variable>.',
    },
    {
      name: 'the window’s key is rejected',
      windowKey: 'wrong-key',
      status: 401,
      reason:
        'Studio: The service did not accept the API key. Check the key under Services in the window. Then press “Try now” under Services, or quit the Burnish app and run this command again.',
    },
    {
      name: 'there are no credits left',
      windowKey: 'key',
      status: 402,
      reason:
        'Studio: The account has no credits left. Top it up at the service. Then press “Try now” under Services, or quit the Burnish app and run this command again.',
    },
  ])('$name', { tags: ['long'] }, async ({ windowKey, hasKey, status, reason }, { stage, openWindow }) => {
    stage.server.script(upload, { status });
    const { core } = await openWindow(windowKey);

    const command = stage.start(...(await runWords(stage, 'a', 'Studio', hasKey)));

    expect(await endOf(command)).toEqual([1, [kept, `${runs} ${reason}`]]);
    expect(core.store.views.counts().queued).toBe(1);
  });

  test('the queue is paused', async ({ stage, openWindow }) => {
    const { core } = await openWindow('key');
    core.store.settings.save({ paused: true });

    const command = await run(stage);

    const reason = 'The queue is paused. Press “Resume the queue” in the window.';
    expect(await endOf(command)).toEqual([1, [kept, reason]]);
  });

  test.for<[string, string, (core: BurnishApp['core']) => void]>([
    [
      'its photographs are paused',
      'One photograph is paused, individually or with its batch. Resume it in the window.',
      ({ store }) => {
        for (const { id } of store.batches.list()) store.batches.setHeld(id, true);
      },
    ],
    [
      'the service has been removed',
      'One photograph was assigned to a service that is no longer set up. Run it again with --service, or cancel it with burnish cancel.',
      ({ store }) => store.profiles.remove('studio'),
    ],
  ])('%s', { tags: ['long'] }, async ([, reason, change], { stage, openWindow }) => {
    const { core } = await openWindow('key');
    core.store.settings.save({ paused: true });
    await (await run(stage)).ended;
    change(core);
    core.store.settings.save({ paused: false });

    const command = stage.start('retry');

    expect(await endOf(command)).toEqual([1, [kept, reason]]);
  });
});

describe('next to a window, a command waits', () => {
  test('if work resumes automatically, and reports that', async ({ stage, openWindow }) => {
    stage.server.script(upload, { status: 429, headers: { 'Retry-After': '20' } });
    const { core } = await openWindow('key');

    const command = await run(stage);

    await waitFor(command, `${slowDown}; next try in `);
    expect(command.stderrText()).toContain('Burnish will resume automatically. Press Ctrl-C to stop.');
    stage.server.script(upload, stage.response);
    core.tryNow('studio');
    expect((await command.ended).code).toBe(0);
    expect(command.stderrText()).not.toContain('Try now');
  });

  test('and reports its own photographs alone', { tags: ['long'] }, async ({ stage, openWindow }) => {
    stage.server.script(upload, { status: 429, headers: { 'Retry-After': '600' } });
    const { core } = await openWindow('key');

    const commands = [await runInChildProcess(stage, 'a'), await runInChildProcess(stage, 'b')];

    for (const command of commands) await waitFor(command, slowDown);
    stage.server.script(upload, stage.response);
    core.tryNow('studio');
    for (const { ended } of commands) {
      const { code, out, err } = await ended;
      expect([code, out.trim().split('\n').length], err).toEqual([0, 1]);
      expect(err.split('\n')).toContain('1 done, 0 failed');
    }
  });

  test('until the window is quit, and then continues with its own key', { tags: ['long'] }, async ({
    stage,
    openWindow,
  }) => {
    const window = await openWindow('key');
    stage.server.script(upload, { status: 429, headers: { 'Retry-After': '600' } });
    const command = await runInChildProcess(stage, 'a', 'Studio', 'own-key');
    await waitFor(command, slowDown);
    stage.server.script(upload, stage.response);

    await window.stop();

    const { code, err } = await command.ended;
    expect([code, err.trim().split('\n').at(-1)]).toEqual([0, '1 done, 0 failed']);
    expect(stage.server.requestsOf(upload).at(-1)?.headers['service-api-key']).toBe('own-key');
  });
});

describe('two commands', () => {
  test('with keys for two services run in turn, and the second reports why it waits', {
    tags: ['long'],
  }, async ({ stage, waiting: { first, other, name } }) => {
    const second = await runInChildProcess(stage, 'b', other.baseUrl, 'second-key');
    await waitFor(
      second,
      `Another burnish command is running the queue (process ${first.child.pid}). It has no key for “${name}”. This command takes over when the other one ends. Press Ctrl-C to stop.`,
    );

    first.child.kill('SIGKILL');

    const { code, err } = await second.ended;
    expect([code, err]).toEqual([0, expect.stringContaining('1 done')]);
    expect(err).toContain('One photograph from other commands is not finished (see burnish status).');
    expect(other.requestsOf(upload).map(({ headers }) => headers['service-api-key'])).toEqual(['second-key']);
  });

  test('the second ends if it has no key either', { tags: ['long'] }, async ({ stage, waiting: { other, name } }) => {
    const second = stage.start(...(await runWords(stage, 'b', other.baseUrl, false)));

    const reason = `There is no key for “${name}”. Run this command again with --key-env <variable>.`;
    const { code, err } = await second.ended;
    expect([code, err]).toEqual([1, expect.stringContaining(kept)]);
    expect(err.trim().split('\n').at(-1)).toBe(reason);
  });

  test('next to “watch”, which never ends, the second reports how to stop that', { tags: ['long'] }, async ({
    stage,
    openWindow,
  }) => {
    await openWindow(undefined, queueHolders.watch);

    const [, lines] = await endOf(await run(stage));

    expect(lines[1]).toBe(
      `burnish watch is running the queue (process ${process.pid}). It has no key for “Studio”. Stop it with Ctrl-C, then run this command again.`,
    );
  });
});

describe('“status” next to a window', () => {
  test('reports what blocks the queue, and ends with 1 while that needs the user', { tags: ['long'] }, async ({
    stage,
    openWindow,
  }) => {
    await openWindow();
    await (await run(stage)).ended;

    const { code, out } = await stage.burnish('status');
    const { conditions, runBy } = await stage.status();

    expect(code).toBe(1);
    expect(out.trim().split('\n')).toEqual([
      '0 of 1 · 1 waiting: Studio is stopped',
      '1 queued',
      'Studio: 1 unfinished.',
      runs,
      'Studio: Enter the key for “Studio” under Services in the window.',
    ]);
    expect(runBy).toBe(queueHolders.window);
    expect(conditions).toMatchObject([{ service: 'Studio', condition: 'no-key', needsYou: true }]);
  });

  test('ignores the state of a process that has ended', { tags: ['long'] }, async ({ stage, openWindow }) => {
    const window = await openWindow();
    await (await run(stage)).ended;
    await window.stop();

    const { code, out } = await stage.burnish('status');
    const { standing } = await stage.status();

    expect(code).toBe(1);
    expect(out.trim().split('\n')).toEqual([
      '0 of 1 · The queue is not running',
      '1 queued',
      'Studio: 1 unfinished.',
      'To continue, run burnish retry or open the window.',
    ]);
    expect(standing).toMatchObject({ state: 'unattended', finished: 0, total: 1, perMinute: null, waits: [] });
  });
});

test('“watch” reports the cause of a standstill, and ends with 1 while jobs are open', { tags: ['long'] }, async ({
  stage,
  openWindow,
}) => {
  const window = await openWindow('key');
  window.core.store.settings.save({ paused: true });
  await window.stop();
  await stage.photographs('a.jpg');
  const command = stage.spawn('watch', stage.source, '--recipe', operation);
  await waitFor(command, 'The queue is paused. Press “Resume the queue” in the window.');

  command.child.kill('SIGINT');

  const [code, lines] = await endOf(command);
  expect([code, lines.at(-1)]).toEqual([1, 'One photograph is not finished. Run the command again to continue.']);
});
