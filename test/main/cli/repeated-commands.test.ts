import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { operations } from '../../../contract/operations/table.ts';
import { openStore } from '../../../main/store/index.ts';
import { burnish, type Ended } from '../../helpers/command/command-line.ts';
import { numbersOf } from '../../helpers/command/command-numbers.ts';
import { runInProcess } from '../../helpers/command/in-process-cli.ts';
import { noisePhoto, recipeOf, success } from '../../helpers/queue/queue-stage.ts';
import { type ScriptedServer, startScriptedServer } from '../../helpers/service/scripted-server.ts';

const operation = 'universal-background-removal';
const upload = `POST ${operations[operation].path}`;
const result = 'GET /result.png';

let folder: string;
let source: string;
let server: ScriptedServer;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-going-on-'));
  source = join(folder, 'src');
  mkdirSync(source);
  server = await startScriptedServer();
  server.script(upload, { json: { ...success, data: { image_url: `${server.baseUrl}/result.png` } } });
  server.script(result, { bytes: await noisePhoto(64, 48, 'png'), type: 'image/png' });
  server.script('GET /api/common/query-credits', { json: { ...success, data: [{ balance: 10 }] } });
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

async function photographs(...names: string[]): Promise<void> {
  for (const name of names) writeFileSync(join(source, name), await noisePhoto(64, 48));
}
const words = (...more: string[]) => [
  ...more,
  '--data',
  join(folder, 'data'),
  '--service',
  server.baseUrl,
  '--key-env',
  'TEST_KEY',
];
const say = (...more: string[]): Promise<Ended> => runInProcess(words(...more), { TEST_KEY: 'key' }).ended;
const run = (out: string, ...more: string[]) => say('run', source, '--recipe', operation, '--out', out, ...more);
const runWords = (from: string, ...more: string[]) =>
  words('run', from, '--recipe', operation, '--out', join(folder, 'out'), ...more);
/** Runs in a separate process that can be killed or run alongside another one. */
const processOn = (from: string, ...more: string[]) => burnish(runWords(from, ...more), { TEST_KEY: 'key' });
const uploads = () => server.requestsOf(upload).length;
const written = (out: string) =>
  readdirSync(out, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(out, join(parentPath, name)))
    .sort();

describe('the same command again', () => {
  it('pays nothing, and does not add results as photographs', async () => {
    await photographs('a.jpg', 'b.jpg');
    const out = join(source, 'finished');
    expect((await run(out)).code).toBe(0);
    const second = await run(out);
    expect(second.code).toBe(0);
    expect(second.err).toContain('2 photographs were already finished (use --again to process them again).');
    expect(second.err).toContain('2 files in the folder are Burnish results');
    await run(out);
    expect(uploads()).toBe(2);
    expect(written(out)).toHaveLength(2);
    expect((await run(out, '--again')).code).toBe(0);
    expect(uploads()).toBe(4);
  });

  it('resumes a paid job whose download failed', { tags: ['long'] }, async () => {
    await photographs('a.jpg', 'b.jpg');
    server.script(result, { status: 500 });
    const first = processOn(source);
    await expect.poll(() => server.requestsOf(result).length).toBeGreaterThan(1);
    first.child.kill('SIGINT');
    expect((await first.ended).code).toBe(1);
    server.script(result, { bytes: await noisePhoto(64, 48, 'png'), type: 'image/png' });
    const second = await run(join(folder, 'out'));
    expect(second.err).toContain('2 photographs resume their earlier jobs.');
    expect(second.code, second.err).toBe(0);
    expect(uploads()).toBe(2);
    expect(written(join(folder, 'out'))).toHaveLength(2);
  });

  it('sends nothing again automatically after the list was lost, whichever command finds that', async () => {
    // The daily backup precedes the work and does not contain it.
    const store = openStore({ folder: join(folder, 'data') });
    await store.copyIfDue(new AbortController().signal);
    await store.endBeside();
    store.close();
    await photographs('a.jpg', 'b.jpg');
    const out = join(folder, 'out');
    expect((await run(out)).code).toBe(0);
    rmSync(join(folder, 'data', 'burnish.db'));
    const status = await runInProcess(['status', '--data', join(folder, 'data')]).ended;
    expect([status.code, status.err]).toEqual([1, expect.stringContaining('has been repaired')]);
    const second = await run(out);
    expect([second.code, uploads()]).toEqual([1, 2]);
    expect(second.err).toContain('2 photographs need your decision (DATABASE_DAMAGED)');
    // A later photograph cannot have been lost.
    await photographs('new.jpg');
    await run(out);
    expect(uploads()).toBe(3);
    await runInProcess(['decide', 'send-again', '--all', '--data', join(folder, 'data')]).ended;
    expect((await run(out)).code).toBe(0);
    expect(uploads()).toBe(5);
  });

  it('places into another folder too, for free', async () => {
    await photographs('a.jpg', 'b.jpg');
    await run(join(folder, 'out'));
    expect((await run(join(folder, 'elsewhere'))).code).toBe(0);
    expect(uploads()).toBe(2);
    const [name] = written(join(folder, 'elsewhere'));
    expect(written(join(folder, 'elsewhere'))).toEqual(written(join(folder, 'out')));
    expect(readFileSync(join(folder, 'elsewhere', name!))).toEqual(readFileSync(join(folder, 'out', name!)));
  });

  it('asks for approval to pay again for a missing result', async () => {
    await photographs('a.jpg');
    const out = join(folder, 'out');
    await run(out);
    rmSync(out, { recursive: true });
    const same = await run(out);
    expect(same.err).toContain('The result of one of them is missing.');
    const otherRun = await run(join(folder, 'elsewhere'));
    expect([otherRun.code, uploads()]).toEqual([1, 1]);
    expect(otherRun.err).toContain('PAID_BEFORE');
    expect((await runInProcess(['decide', 'send-again', '--all', '--data', join(folder, 'data')]).ended).code).toBe(0);
    expect((await say('retry')).code).toBe(0);
    expect([uploads(), written(join(folder, 'elsewhere')).length]).toEqual([2, 1]);
  });
});

describe('two commands at once', () => {
  it('cause one charge for each photograph', async () => {
    await photographs('a.jpg', 'b.jpg', 'c.jpg', 'd.jpg', 'e.jpg', 'f.jpg');
    const out = join(folder, 'out');
    const both = [processOn(source), processOn(source)];
    const ended = await Promise.all(both.map((each) => each.ended));
    expect(ended.map(({ code, err }) => (code === 0 ? 'well' : err))).toEqual(['well', 'well']);
    expect(uploads()).toBe(6);
    expect(written(out)).toHaveLength(6);
  });
});

describe('the numbers of a command', () => {
  const names = Array.from({ length: 12 }, (_, index) => `p${index}.jpg`);
  const runOn = (from: string) => runInProcess(runWords(from), { TEST_KEY: 'key' });

  it('add up after a kill, whatever ended before it was counted', async () => {
    await photographs(...names);
    const fullResponse = { bytes: await noisePhoto(64, 48, 'png'), type: 'image/png' };
    server.script(result, fullResponse, fullResponse, fullResponse, fullResponse, { hang: true });
    const killed = processOn(source);
    let stdout = '';
    killed.child.stdout!.on('data', (chunk) => {
      stdout += chunk;
    });
    await expect.poll(() => stdout.split('\n').length - 1).toBe(4);
    killed.child.kill('SIGKILL');
    await killed.ended;
    server.script(result, fullResponse);
    // Scanned before the others, which are in progress.
    const more = names.map((name) => `a${name}`);
    await photographs(...more);
    const { code, err, out } = await runOn(source).ended;
    const { made, continuing, before, ended, left } = numbersOf(err);
    // The kill may have come before all photographs were added.
    expect([made + continuing + before, ended, left], err).toEqual([24, made + continuing, 0]);
    expect(made, err).toBeGreaterThanOrEqual(12);
    expect(before, err).toBeGreaterThanOrEqual(4);
    expect(out.trim().split('\n'), err).toHaveLength(ended);
    // An upload in progress may have been charged.
    expect(code === 0, err).toBe(!err.includes('uncertain'));
  });

  it('cover its own photographs, whichever process runs the queue', { tags: ['long'] }, async () => {
    const [a, b] = [join(source, 'a'), join(source, 'b')];
    for (const each of [a, b]) mkdirSync(each);
    await photographs(...names.map((name, index) => join(index < 5 ? 'a' : 'b', name)));
    const ended = await Promise.all([processOn(a, '--json').ended, processOn(b, '--json').ended]);
    for (const [index, { code, out, err }] of ended.entries()) {
      const count = [5, 7][index]!;
      expect(numbersOf(err), err).toEqual({ made: count, continuing: 0, before: 0, ended: count, left: 0 });
      const files = out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).file as string);
      expect([code, files.length, files.every((file) => file.startsWith([a, b][index]!))]).toEqual([0, count, true]);
    }
  });

  it('include photographs that wait for a decision', { tags: ['long'] }, async () => {
    await photographs('a.jpg');
    server.script(upload, { bytes: '<html>Welcome to the hotel</html>', type: 'text/html' });
    await runOn(source).ended;
    const { code, err } = await runOn(source).ended;
    expect([code, numbersOf(err)]).toEqual([1, { made: 0, continuing: 1, before: 0, ended: 1, left: 0 }]);
    expect(err).toContain('0 done, 0 failed, 1 uncertain');
    // A command with other photographs is not affected.
    mkdirSync(join(folder, 'else'));
    writeFileSync(join(folder, 'else', 'b.jpg'), await noisePhoto(64, 48));
    server.script(upload, { json: { ...success, data: { image_url: `${server.baseUrl}/result.png` } } });
    const otherRun = await runOn(join(folder, 'else')).ended;
    expect(otherRun.code, otherRun.err).toBe(0);
    expect(otherRun.err.trim().split('\n').slice(-2)).toEqual([
      '1 done, 0 failed',
      'One photograph from other commands needs your decision (see burnish status).',
    ]);
  });
});

describe('files with the same content', () => {
  it('are sent once, and each gets a result under its own name', async () => {
    await photographs('a.jpg');
    for (const name of ['one', 'two', 'three']) {
      mkdirSync(join(source, name));
      copyFileSync(join(source, 'a.jpg'), join(source, name, `${name}.jpg`));
    }
    const { code } = await run(join(folder, 'out'));
    expect(code).toBe(0);
    expect(uploads()).toBe(1);
    const title = operations[operation].title;
    expect(written(join(folder, 'out'))).toEqual(
      [`a-${title}.jpg`, `one/one-${title}.jpg`, `three/three-${title}.jpg`, `two/two-${title}.jpg`].sort(),
    );
  });
});

describe('an uncertain charge', () => {
  it('is repeated only by the user’s decision, as both run and status report', async () => {
    await photographs('a.jpg');
    // The service has no balance query, so the command does not wait for one.
    server.script('GET /api/common/query-credits', { status: 404 });
    server.script(upload, { bytes: '<html>Welcome to the hotel</html>', type: 'text/html' });
    const out = join(folder, 'out');
    const first = await run(out);
    expect([first.code, uploads()]).toEqual([1, 1]);
    expect(first.err).toContain('burnish decide');
    for (const again of [await run(out), await say('retry')]) expect(again.code).toBe(1);
    expect(uploads()).toBe(1);
    const status = await runInProcess(['status', '--data', join(folder, 'data'), '--json']).ended;
    expect(status.code).toBe(1);
    expect(JSON.parse(status.out).undecided).toMatchObject([{ cause: 'ANSWER_IS_WEB_PAGE', count: 1 }]);

    server.script(upload, { json: { ...success, data: { image_url: `${server.baseUrl}/result.png` } } });
    const decide = (...more: string[]) => runInProcess(['decide', ...more, '--data', join(folder, 'data')]).ended;
    expect((await decide('send-again')).code).toBe(2);
    expect((await decide('send-again', '--cause', 'ANOTHER')).code).toBe(1);
    expect((await decide('send-again', '--cause', 'ANSWER_IS_WEB_PAGE')).code).toBe(0);
    expect((await run(out)).code).toBe(0);
    expect([uploads(), written(out).length]).toEqual([2, 1]);
  });

  it('is given up by the user’s decision', { tags: ['long'] }, async () => {
    await photographs('a.jpg');
    server.script(upload, { resetBeforeAnswer: true });
    await run(join(folder, 'out'));
    expect((await runInProcess(['decide', 'give-up', '--all', '--data', join(folder, 'data')]).ended).code).toBe(0);
    const status = await runInProcess(['status', '--data', join(folder, 'data')]).ended;
    expect(status.out).toContain('1 canceled');
    expect([status.code, uploads()]).toEqual([0, 1]);
    // The next run over the folder does not send it either.
    const again = await run(join(folder, 'out'));
    expect(again.err).toContain('One photograph was given up earlier and may have been charged.');
    expect(again.err).not.toContain('already finished');
    expect(again.code).toBe(1);
    expect(uploads()).toBe(1);
  });
});

describe('--again-with', () => {
  it('processes existing photographs with another recipe, and continues from paid steps', async () => {
    await photographs('a.jpg', 'b.jpg');
    const out = join(folder, 'out');
    expect((await run(out)).code).toBe(0);
    const store = openStore({ folder: join(folder, 'data') });
    const steps = [{ operation }, { operation: 'smart-skin-advanced', params: { smart_skin: true } }] as const;
    store.recipes.save({ ...recipeOf(steps), id: 'then', name: 'Then' });
    store.close();
    const skin = `POST ${operations['smart-skin-advanced'].path}`;
    server.script(skin, { json: { ...success, data: { image_url: `${server.baseUrl}/result.png` } } });
    const again = await say('run', '--again-with', 'Then', '--search', 'a.jpg', '--out', out);
    expect([again.code, uploads(), server.requestsOf(skin).length]).toEqual([0, 2, 1]);
    expect(written(out)).toHaveLength(3);
  });

  it('reports missing arguments', async () => {
    expect((await say('run')).err).toContain('Specify exactly one: --recipe or --again-with.');
    expect((await say('run', '--recipe', operation)).err).toContain('Specify the photographs');
    expect((await say('run', source, '--recipe', operation, '--batch', '1')).err).toContain('require --again-with');
    expect((await say('run', source, '--again-with', operation, '--batch', '1')).err).toContain('Specify either paths');
  });
});
