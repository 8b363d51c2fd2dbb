import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDeveloper } from '../../../../main/imaging/develop/developer.ts';
import { heicPath } from '../../../helpers/photograph/heic.ts';
import { scratchFolder } from '../../../helpers/photograph/photographs.ts';
import { messageText } from '../../../helpers/run/message-matchers.ts';

const folder = scratchFolder();
const entry = new URL('../../../helpers/photograph/failing-decoder.ts', import.meta.url);
const asking = (name: string) => ({ path: '/nowhere', kind: 'heic', name, to: join(folder, `${name}.png`) }) as const;

describe('a developer', () => {
  it.each([
    ['dies', { timeoutMs: 600_000 }, 'quit unexpectedly'],
    ['fills its memory', { timeoutMs: 600_000, heapMegabytes: 32 }, 'quit unexpectedly'],
    ['hangs', { timeoutMs: 300 }, 'took too long'],
  ])('continues with the next photograph if a decoder %s', async (name, limits, words) => {
    const { develop } = openDeveloper(limits, entry);
    const [bad, next] = await Promise.allSettled([develop(asking(name)), develop(asking('good'))]);
    expect(bad).toMatchObject({ status: 'rejected', reason: { code: 'DECODER_ENDED' } });
    expect(messageText((bad as PromiseRejectedResult).reason.sentence)).toContain(words);
    // Even the next thread may start too slowly for a limit of 300 ms, so its result is not checked.
    if (name !== 'hangs') expect(next).toMatchObject({ status: 'fulfilled' });
  });

  /** Develops a good photograph, and returns the id of the thread. */
  const threadOf = async ({ develop }: ReturnType<typeof openDeveloper>) =>
    ((await develop(asking('good'))) as unknown as { thread: number }).thread;

  it('leaves no partial file, and does not reuse a decoder that failed', async () => {
    const developer = openDeveloper({}, entry);
    const before = await threadOf(developer);

    await expect(developer.develop(asking('breaks'))).rejects.toThrow('unreachable');

    expect(existsSync(asking('breaks').to)).toBe(false);
    expect(await threadOf(developer)).not.toBe(before);
  });

  it.each([
    ['pictures', { maxPictures: 2 }],
    ['bytes', { maxBytes: 2000 }],
  ])('restarts its thread after a number of %s', async (_, limits) => {
    const developer = openDeveloper(limits, entry);
    const threads = [];
    for (let round = 0; round < 4; round++) threads.push(await threadOf(developer));

    expect(new Set(threads).size).toBe(2);
  });

  it('also counts rejected pictures, because they may leave state in a decoder', async () => {
    const developer = openDeveloper({ maxPictures: 2 }, entry);
    const before = await threadOf(developer);

    await expect(developer.develop(asking('refuses'))).rejects.toMatchObject({ code: 'UNUSABLE_FILE' });

    expect(await threadOf(developer)).not.toBe(before);
  });

  it('can be canceled, and handles the next request', async () => {
    const { develop } = openDeveloper({}, entry);
    const abort = new AbortController();
    const hanging = develop(asking('hangs'), abort.signal);
    abort.abort(new Error('never mind'));
    await expect(hanging).rejects.toThrow('never mind');
    await expect(develop(asking('good'))).resolves.toMatchObject({ from: 'heic' });
  });

  it('develops with the real decoder', async () => {
    const { develop } = openDeveloper();
    const to = join(folder, 'real.png');
    const developed = await develop({ path: heicPath('plain'), kind: 'heic', name: 'plain.heic', to });
    expect(developed).toEqual({ from: 'heic', notes: [], embedded: null });
    expect(existsSync(to)).toBe(true);
  });
});
