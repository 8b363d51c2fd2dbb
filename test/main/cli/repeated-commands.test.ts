import { copyFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { operations } from '../../../contract/operations/table.ts';
import { openStore } from '../../../main/store/index.ts';
import { numbersOf } from '../../helpers/command/command-numbers.ts';
import { balance, download, operation, test, upload } from '../../helpers/command/command-stage.ts';
import { recipeOf } from '../../helpers/queue/queue-stage.ts';

const webPage = { bytes: '<html>Welcome to the hotel</html>', type: 'text/html' };

describe('the same command again', () => {
  test('pays nothing, and does not add results as photographs', async ({ stage }) => {
    await stage.photographs('a.jpg', 'b.jpg');
    const out = join(stage.source, 'finished');
    const run = (...more: string[]) => stage.run('--out', out, ...more);
    expect((await run()).code).toBe(0);

    const second = await run();

    expect(second.code).toBe(0);
    expect(second.err).toContain('2 photographs were already finished (use --again to process them again).');
    expect(second.err).toContain('2 files in the folder are Burnish results');
    expect([stage.uploads(), stage.results(out).length]).toEqual([2, 2]);
    expect((await run('--again')).code).toBe(0);
    expect(stage.uploads()).toBe(4);
  });

  test('resumes a paid job whose download failed', { tags: ['long'] }, async ({ stage }) => {
    await stage.photographs('a.jpg', 'b.jpg');
    stage.server.script(download, { status: 500 });
    const first = stage.spawn(...stage.runWords());
    await expect.poll(() => stage.server.requestsOf(download).length).toBeGreaterThan(1);
    first.child.kill('SIGINT');
    expect((await first.ended).code).toBe(1);
    stage.server.script(download, stage.result);

    const second = await stage.run();

    expect(second.err).toContain('2 photographs resume their earlier jobs.');
    expect(second.code, second.err).toBe(0);
    expect([stage.uploads(), stage.results().length]).toEqual([2, 2]);
  });

  test('sends nothing again automatically after the list was lost, whichever command finds that', async ({ stage }) => {
    // The daily backup precedes the work and does not contain it.
    const store = openStore({ folder: stage.data });
    await store.copyIfDue(new AbortController().signal);
    await store.endBeside();
    store.close();
    await stage.photographs('a.jpg', 'b.jpg');
    expect((await stage.run()).code).toBe(0);
    rmSync(join(stage.data, 'burnish.db'));

    const status = await stage.burnish('status');
    const second = await stage.run();

    expect([status.code, status.err]).toEqual([1, expect.stringContaining('has been repaired')]);
    expect([second.code, stage.uploads()]).toEqual([1, 2]);
    expect(second.err).toContain('2 photographs need your decision (DATABASE_DAMAGED)');
    // A later photograph cannot have been lost.
    await stage.photographs('new.jpg');
    await stage.run();
    expect(stage.uploads()).toBe(3);
    await stage.burnish('decide', 'send-again', '--all');
    expect((await stage.run()).code).toBe(0);
    expect(stage.uploads()).toBe(5);
  });

  test('places into another folder too, for free', async ({ stage }) => {
    await stage.photographs('a.jpg', 'b.jpg');
    await stage.run();
    const elsewhere = join(stage.folder, 'elsewhere');

    expect((await stage.run('--out', elsewhere)).code).toBe(0);

    expect(stage.uploads()).toBe(2);
    expect(stage.results(elsewhere)).toEqual(stage.results());
    const contents = [elsewhere, stage.out].map((out) => readFileSync(join(out, stage.results()[0]!)));
    expect(contents[0]).toEqual(contents[1]);
  });

  test('asks for approval to pay again for a missing result', async ({ stage }) => {
    await stage.photographs('a.jpg');
    await stage.run();
    rmSync(stage.out, { recursive: true });
    const elsewhere = join(stage.folder, 'elsewhere');

    const same = await stage.run();
    const otherRun = await stage.run('--out', elsewhere);

    expect(same.err).toContain('The result of one of them is missing.');
    expect([otherRun.code, stage.uploads()]).toEqual([1, 1]);
    expect(otherRun.err).toContain('PAID_BEFORE');
    expect((await stage.burnish('decide', 'send-again', '--all')).code).toBe(0);
    expect((await stage.burnish('retry', ...stage.service)).code).toBe(0);
    expect([stage.uploads(), stage.results(elsewhere).length]).toEqual([2, 1]);
  });
});

test('two commands at once cause one charge for each photograph', async ({ stage }) => {
  await stage.photographs('a.jpg', 'b.jpg', 'c.jpg', 'd.jpg', 'e.jpg', 'f.jpg');

  const both = [stage.spawn(...stage.runWords()), stage.spawn(...stage.runWords())];

  const ended = await Promise.all(both.map((each) => each.ended));
  expect(ended.map(({ code, err }) => (code === 0 ? 'well' : err))).toEqual(['well', 'well']);
  expect([stage.uploads(), stage.results().length]).toEqual([6, 6]);
});

describe('the numbers of a command', () => {
  const names = Array.from({ length: 12 }, (_, index) => `p${index}.jpg`);

  test('add up after a kill, whatever ended before it was counted', async ({ stage }) => {
    await stage.photographs(...names);
    const { server, result } = stage;
    server.script(download, result, result, result, result, { hang: true });
    const killed = stage.spawn(...stage.runWords());
    await expect.poll(() => killed.output().out.split('\n').length - 1).toBe(4);
    killed.child.kill('SIGKILL');
    await killed.ended;
    server.script(download, result);
    // Scanned before the others, which are in progress.
    await stage.photographs(...names.map((name) => `a${name}`));

    const { code, err, out } = await stage.run();

    const { made, continuing, before, ended, left } = numbersOf(err);
    // The kill may have come before all photographs were added.
    expect([made + continuing + before, ended, left], err).toEqual([24, made + continuing, 0]);
    expect(made, err).toBeGreaterThanOrEqual(12);
    expect(before, err).toBeGreaterThanOrEqual(4);
    expect(out.trim().split('\n'), err).toHaveLength(ended);
    // An upload in progress may have been charged.
    expect(code === 0, err).toBe(!err.includes('uncertain'));
  });

  test('cover its own photographs, whichever process runs the queue', { tags: ['long'] }, async ({ stage }) => {
    await stage.photographs(...names.map((name, index) => join(index < 5 ? 'a' : 'b', name)));
    const [a, b] = [join(stage.source, 'a'), join(stage.source, 'b')];

    const both = [a, b].map((from) => stage.spawn('run', from, ...stage.processing, '--json').ended);

    for (const [index, { code, out, err }] of (await Promise.all(both)).entries()) {
      const count = [5, 7][index]!;
      const lines = out.trim().split('\n');
      const files = lines.map((line) => JSON.parse(line).file as string);
      expect(numbersOf(err), err).toEqual({ made: count, continuing: 0, before: 0, ended: count, left: 0 });
      expect([code, files.length, files.every((file) => file.startsWith([a, b][index]!))]).toEqual([0, count, true]);
    }
  });

  test('include photographs that wait for a decision', { tags: ['long'] }, async ({ stage }) => {
    await stage.photographs('some/a.jpg', 'else/b.jpg');
    const run = (of: string) => stage.burnish('run', join(stage.source, of), ...stage.processing);
    stage.server.script(upload, webPage);
    await run('some');

    const { code, err } = await run('some');

    expect([code, numbersOf(err)]).toEqual([1, { made: 0, continuing: 1, before: 0, ended: 1, left: 0 }]);
    expect(err).toContain('0 done, 0 failed, 1 uncertain');
    // A command with other photographs is not affected.
    stage.server.script(upload, stage.response);
    const otherRun = await run('else');
    expect(otherRun.code, otherRun.err).toBe(0);
    expect(otherRun.err.trim().split('\n').slice(-2)).toEqual([
      '1 done, 0 failed',
      'One photograph from other commands needs your decision (see burnish status).',
    ]);
  });
});

test('files with the same content are sent once, and each gets a result under its own name', async ({ stage }) => {
  await stage.photographs('a.jpg');
  for (const name of ['one', 'two', 'three']) {
    mkdirSync(join(stage.source, name));
    copyFileSync(join(stage.source, 'a.jpg'), join(stage.source, name, `${name}.jpg`));
  }

  expect((await stage.run()).code).toBe(0);

  expect(stage.uploads()).toBe(1);
  const { title } = operations[operation];
  expect(stage.results()).toEqual(
    [`a-${title}.jpg`, `one/one-${title}.jpg`, `three/three-${title}.jpg`, `two/two-${title}.jpg`].sort(),
  );
});

describe('an uncertain charge', () => {
  test('is repeated only by the user’s decision, as both run and status report', async ({ stage }) => {
    await stage.photographs('a.jpg');
    // The service has no balance query, so the command does not wait for one.
    stage.server.script(balance, { status: 404 });
    stage.server.script(upload, webPage);
    const first = await stage.run();
    expect([first.code, stage.uploads()]).toEqual([1, 1]);
    expect(first.err).toContain('burnish decide');

    const again = [await stage.run(), await stage.burnish('retry', ...stage.service)];

    expect([again.map(({ code }) => code), stage.uploads()]).toEqual([[1, 1], 1]);
    const status = await stage.burnish('status', '--json');
    expect(status.code).toBe(1);
    expect(JSON.parse(status.out).undecided).toMatchObject([{ cause: 'ANSWER_IS_WEB_PAGE', count: 1 }]);
    stage.server.script(upload, stage.response);
    const decide = (...more: string[]) => stage.burnish('decide', 'send-again', ...more);
    expect((await decide()).code).toBe(2);
    expect((await decide('--cause', 'ANOTHER')).code).toBe(1);
    expect((await decide('--cause', 'ANSWER_IS_WEB_PAGE')).code).toBe(0);
    expect((await stage.run()).code).toBe(0);
    expect([stage.uploads(), stage.results().length]).toEqual([2, 1]);
  });

  test('is given up by the user’s decision', { tags: ['long'] }, async ({ stage }) => {
    await stage.photographs('a.jpg');
    stage.server.script(upload, { resetBeforeAnswer: true });
    await stage.run();

    expect((await stage.burnish('decide', 'give-up', '--all')).code).toBe(0);

    const status = await stage.burnish('status');
    expect(status.out).toContain('1 canceled');
    expect([status.code, stage.uploads()]).toEqual([0, 1]);
    // The next run over the folder does not send it either.
    const again = await stage.run();
    expect(again.err).toContain('One photograph was given up earlier and may have been charged.');
    expect(again.err).not.toContain('already finished');
    expect([again.code, stage.uploads()]).toEqual([1, 1]);
  });
});

describe('--again-with', () => {
  test('processes existing photographs with another recipe, and continues from paid steps', async ({ stage }) => {
    await stage.photographs('a.jpg', 'b.jpg');
    expect((await stage.run()).code).toBe(0);
    const store = openStore({ folder: stage.data });
    const steps = [{ operation }, { operation: 'smart-skin-advanced', params: { smart_skin: true } }] as const;
    store.recipes.save({ ...recipeOf(steps), id: 'then', name: 'Then' });
    store.close();
    const skin = `POST ${operations['smart-skin-advanced'].path}`;
    stage.server.script(skin, stage.response);

    const options = ['--search', 'a.jpg', '--out', stage.out, ...stage.service];
    const again = await stage.burnish('run', '--again-with', 'Then', ...options);

    expect([again.code, stage.uploads(), stage.server.requestsOf(skin).length]).toEqual([0, 2, 1]);
    expect(stage.results()).toHaveLength(3);
  });

  test.for([
    [[], 'Specify exactly one: --recipe or --again-with.'],
    [['--recipe', operation], 'Specify the photographs'],
    [['src', '--recipe', operation, '--batch', '1'], 'require --again-with'],
    [['src', '--again-with', operation, '--batch', '1'], 'Specify either paths'],
  ] as const)('run %j reports missing arguments', async ([words, message], { stage }) => {
    expect((await stage.burnish('run', ...words)).err).toContain(message);
  });
});
