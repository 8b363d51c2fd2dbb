/** `burnish watch` under a service manager: it works until SIGTERM and adds nothing twice. */
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { operations } from '../../../../contract/operations/table.ts';
import { burnish, type Command, type Ended } from '../../../helpers/command/command-line.ts';
import { runInProcess } from '../../../helpers/command/in-process-cli.ts';
import { scratchFolder } from '../../../helpers/photograph/photographs.ts';
import { noisePhoto, success } from '../../../helpers/queue/queue-stage.ts';
import { type ScriptedServer, startScriptedServer } from '../../../helpers/service/scripted-server.ts';

const operation = 'universal-background-removal';
const upload = `POST ${operations[operation].path}`;

let folder: string;
let source: string;
let out: string;
let server: ScriptedServer;
beforeEach(async () => {
  folder = scratchFolder();
  [source, out] = [join(folder, 'incoming'), join(folder, 'out')];
  mkdirSync(source);
  server = await startScriptedServer();
  server.script(upload, { json: { ...success, data: { image_url: `${server.baseUrl}/result.png` } } });
  server.script('GET /result.png', { bytes: await noisePhoto(64, 48, 'png'), type: 'image/png' });
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

const words = (...more: string[]) => ['watch', ...more, '--data', join(folder, 'data'), '--json'];
const service = () => ['--service', server.baseUrl, '--key-env', 'TEST_KEY'];
const key = { TEST_KEY: 'key' };
const aFolder = () => words(source, '--recipe', operation, '--out', out, ...service());
const arrive = async (name: string) => writeFileSync(join(source, name), await noisePhoto(64, 48));
const results = () => readdirSync(out).length;
const lines = (command: Pick<Command, 'output'>) =>
  command
    .output()
    .out.trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

async function outcomeOf({ ended }: { ended: Promise<Ended> }) {
  const { code, signal } = await ended;
  return { code, signal };
}

/** Stops the command in this process. */
function stop(command: { ended: Promise<Ended> }) {
  process.emit('SIGTERM', 'SIGTERM');
  return outcomeOf(command);
}

it('processes new files, ends with 0 on SIGTERM, and adds nothing twice afterwards', async () => {
  await arrive('there.jpg');
  const first = runInProcess(aFolder(), key);
  await expect.poll(() => lines(first).length).toBe(1);
  await arrive('later.jpg');
  await expect.poll(() => lines(first).length).toBe(2);
  expect(lines(first)[1]).toMatchObject({
    file: join(source, 'later.jpg'),
    state: 'done',
    documentId: expect.stringMatching(/^xmp\.did:[0-9a-f]{32}$/),
  });
  expect(await stop(first)).toEqual({ code: 0, signal: null });

  await arrive('meanwhile.jpg');
  // The data folder already knows this folder.
  const second = runInProcess(words(...service()), key);
  await expect.poll(() => lines(second).length).toBe(1);
  expect(lines(second)).toMatchObject([{ file: join(source, 'meanwhile.jpg'), state: 'done' }]);
  expect(await stop(second)).toEqual({ code: 0, signal: null });
  expect([server.requestsOf(upload).length, results()]).toEqual([3, 3]);
});

it('reports a missing folder, and resumes when it is back', { tags: ['long'] }, async () => {
  const command = burnish(aFolder(), key);
  await arrive('one.jpg');
  await expect.poll(() => lines(command).length).toBe(1);
  renameSync(source, join(folder, 'away'));
  await expect.poll(() => command.output().err).toContain('incoming');
  await expect.poll(() => command.output().err.trim().split('\n').length).toBeGreaterThan(1);
  renameSync(join(folder, 'away'), source);
  await arrive('two.jpg');
  await expect.poll(() => lines(command).length).toBe(2);
  expect(lines(command)[1]).toMatchObject({ file: join(source, 'two.jpg'), state: 'done' });
  command.child.kill('SIGTERM');
  expect(await outcomeOf(command)).toEqual({ code: 0, signal: null });
  expect(server.requestsOf(upload)).toHaveLength(2);
});

it('requires a folder with a recipe, or neither if watch folders exist', async () => {
  const runWatch = async (...more: string[]) => {
    const { code, err } = await runInProcess(words(...more)).ended;
    return [code, err.trim()];
  };
  const both = 'Specify a folder and --recipe, or neither to use the watch folders that are set up.';
  expect(await runWatch(source)).toEqual([2, both]);
  expect(await runWatch('--recipe', operation)).toEqual([2, both]);
  expect(await runWatch('--out', out)).toEqual([2, both]);
  expect(await runWatch('--no-subfolders')).toEqual([2, both]);
  expect(await runWatch()).toEqual([2, 'There are no watch folders yet. Specify a folder and --recipe.']);
});
