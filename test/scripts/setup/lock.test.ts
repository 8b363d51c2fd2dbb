import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { withLock } from '../../../scripts/setup/lock.ts';
import { scratchFolder } from '../../helpers/photograph/photographs.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = scratchFolder();
  file = join(folder, 'new', 'a.lock');
});

describe('withLock', () => {
  it('admits one caller at a time, and reports once that the others wait', async () => {
    const events: string[] = [];
    let waits = 0;
    const waiting = Promise.withResolvers<void>();
    const onWait = () => {
      waits += 1;
      waiting.resolve();
    };
    const work = (name: string) =>
      withLock(file, onWait, async () => {
        events.push(`${name} in`);
        await waiting.promise;
        events.push(`${name} out`);
      });
    await Promise.all([work('one'), work('other')]);
    expect(events).toHaveLength(4);
    expect(events[0]?.replace('in', 'out')).toBe(events[1]);
    expect(events[2]?.replace('in', 'out')).toBe(events[3]);
    expect(waits).toBe(1);
    expect(existsSync(file)).toBe(false);
  });

  const lock = <T>(work: () => Promise<T>) => withLock(file, () => {}, work);

  it('takes over from a dead process', async () => {
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    await lock(async () => {});
    await writeFile(file, String(pid));

    expect(await lock(async () => 'got in')).toBe('got in');
  });

  it('is free again after a failure', async () => {
    const fail = () => lock(() => Promise.reject(new Error('no')));
    await expect(fail()).rejects.toThrow('no');
    await expect(fail()).rejects.toThrow('no');
    expect(existsSync(file)).toBe(false);
  });
});
