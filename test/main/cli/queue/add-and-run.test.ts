import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished } from 'vitest';
import { type CommandStage, test as commandTest, databaseIn, upload } from '../../../helpers/command/command-stage.ts';
import { startScriptedServer } from '../../../helpers/service/scripted-server.ts';

const count = 12;

interface KilledStage extends CommandStage {
  /** Kills a run of `count` photographs during the first uploads, after all were added; returns the number of uploads. */
  killWhileSending(...more: string[]): Promise<number>;
  /** Number of answered, and so charged, requests. */
  charged(): number;
}

const test = commandTest.extend<{ killed: KilledStage }>({
  killed: async ({ stage }, use) => {
    const { server, data } = stage;
    let charged = 0;
    const json = () => {
      charged += 1;
      return stage.response.json;
    };
    await use({
      ...stage,
      charged: () => charged,
      async killWhileSending(...more) {
        await stage.photographs(...Array.from({ length: count }, (_, index) => `p${10 + index}.jpg`));
        server.script(upload, { hang: true });
        const { child, ended } = stage.spawn(...stage.runWords(...more));
        const jobs = (condition: string) =>
          databaseIn(data).read<{ n: number }>(`SELECT count(*) AS n FROM jobs WHERE ${condition}`)[0]!.n;
        await expect.poll(() => stage.uploads() > 0 && jobs('TRUE') === count).toBe(true);
        child.kill('SIGKILL');
        expect((await ended).signal).toBe('SIGKILL');
        server.script(upload, { json });
        return jobs("state = 'submitting'");
      },
    });
  },
});

describe('--max-credits after a killed run', () => {
  test('applies from the first request of that run’s remaining jobs', async ({ killed }) => {
    const sent = await killed.killWhileSending();
    // Sorted first, so that the scan is still running when the queue starts.
    await killed.photographs('a0.jpg');
    const first = join(killed.source, 'a0.jpg');
    for (let index = 1; index < 100; index += 1) copyFileSync(first, join(killed.source, `a${index}.jpg`));

    const none = await killed.run('--max-credits', '2');
    expect([none.code, killed.charged()], none.err).toEqual([1, 0]);

    const some = await killed.run('--max-credits', String(5 * (sent + 2) + 2));
    expect([some.code, killed.charged()], some.err).toEqual([1, 2]);
    expect(some.err).toContain('with a higher --max-credits');
  });

  test('applies until it is replaced, to new photographs too', async ({ killed }) => {
    const sent = await killed.killWhileSending('--max-credits', '15');
    await killed.photographs('a new one.jpg');

    const kept = await killed.run();
    expect(kept.err).toContain('The limit of 15 credits set by an earlier command still applies.');
    expect([kept.code, killed.charged()], kept.err).toEqual([1, 3 - sent]);

    const all = await killed.run('--max-credits', '100');
    expect(all.err).not.toContain('earlier command');
    // The interrupted uploads are left to the user.
    expect([all.code, killed.charged()], all.err).toEqual([1, count + 1 - sent]);
  });

  test('does not limit jobs of other commands', async ({ killed }) => {
    const sent = await killed.killWhileSending();
    await killed.photographs('../other/a.jpg', '../other/b.jpg');

    const { err } = await killed.burnish(
      ...['run', join(killed.folder, 'other'), ...killed.processing],
      ...['--max-credits', '5'],
    );

    expect(err).toContain('from other commands were also processed');
    expect(killed.charged(), err).toBe(count - sent + 1);
  });
});

describe('--trial after a killed run', () => {
  const waits = (number: number) => `${number} photographs are waiting until you have looked at the first ones.`;

  test('counts the uploads of that run, holds the rest, and reports how to continue', async ({ killed }) => {
    const sent = await killed.killWhileSending();

    const first = await killed.run('--trial', String(sent + 2));
    expect([first.code, killed.charged()], first.err).toEqual([1, 2]);
    expect(first.err).toContain(waits(count - sent - 2));

    await killed.run('--trial', String(sent + 2));
    expect(killed.charged()).toBe(2);

    const more = await killed.run('--trial', String(sent + 5));
    expect([more.code, killed.charged()], more.err).toEqual([1, 5]);

    await killed.run();
    expect(killed.charged()).toBe(count - sent);
  });

  test('limits both runs together, with new photographs too', async ({ killed }) => {
    const sent = await killed.killWhileSending('--trial', '3');
    await killed.photographs('a new one.jpg');

    const again = await killed.run('--trial', '3');

    expect([again.code, killed.charged()], again.err).toEqual([1, 3 - sent]);
    expect(again.err).toContain(waits(count + 1 - 3));
  });
});

test('a photograph whose charge is uncertain at one service is sent to another one only by the user’s decision', async ({
  stage,
}) => {
  const other = await startScriptedServer();
  onTestFinished(() => other.close());
  other.script(upload, stage.response);
  await stage.photographs('a.jpg');
  stage.server.script(upload, { resetBeforeAnswer: true });
  await stage.run();
  const uploadsThere = () => other.requestsOf(upload).length;
  const runThere = () => stage.run('--service', other.baseUrl);

  for (const asked of [await runThere(), await runThere()]) {
    expect([asked.code, uploadsThere()], asked.err).toEqual([1, 0]);
    expect(asked.err).toContain('One photograph needs your decision (UNCERTAIN_ELSEWHERE)');
  }

  const decided = await stage.burnish('decide', 'send-again', '--cause', 'UNCERTAIN_ELSEWHERE');
  expect(decided.out).toContain('will send one photograph again');
  const sent = await runThere();
  expect([sent.code, uploadsThere(), stage.uploads()], sent.err).toEqual([0, 1, 1]);
});
