import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { type FileAvailabilityOptions, fileAvailability } from '../../../main/files/file-availability.ts';
import { scratchFolder } from '../../helpers/photograph/photographs.ts';
import { createManualClock } from '../../helpers/run/manual-clock.ts';

let folder: string;
beforeEach(() => {
  folder = scratchFolder();
});

const put = (...names: string[]) => {
  const path = join(folder, ...names);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, 'x');
  return path;
};

it('distinguishes an existing file from a missing one and from a folder', async () => {
  const availability = fileAvailability();
  expect(await availability.at(put('a.jpg'))).toBe('here');
  expect(await availability.at(join(folder, 'none.jpg'))).toBe('gone');
  expect(await availability.at(join(folder, 'a.jpg', 'b.jpg'))).toBe('gone');
  mkdirSync(join(folder, 'c.jpg'));
  expect(await availability.at(join(folder, 'c.jpg'))).toBe('gone');
});

it('reports files of an unmounted card as away, and files missing on a mounted card as gone', async () => {
  const mounts = async () => [
    { mountPoint: '/', type: 'ext4' },
    { mountPoint: '/media/anna/here', type: 'exfat' },
  ];
  // The mounted card, and a real disk for everything else.
  const ask = (path: string) => stat(path === '/media/anna/here' ? folder : path);
  const availability = fileAvailability({ mounts, ask });
  expect(await availability.at('/media/anna/out/a.jpg')).toBe('away');
  expect(await availability.at('/media/anna/here/a.jpg')).toBe('gone');
});

it('caches results for some seconds, and forgets them on request', async () => {
  const { monotonic, advance } = createManualClock();
  const availability = fileAvailability({ monotonic });
  const path = join(folder, 'a.jpg');
  expect(await availability.at(path)).toBe('gone');
  put('a.jpg');
  expect(await availability.at(path)).toBe('gone');
  advance(60_000);
  expect(await availability.at(path)).toBe('here');
  rmSync(path);
  expect(await availability.at(path)).toBe('here');
  availability.forget(path);
  expect(await availability.at(path)).toBe('gone');
});

/** Simulates a share that hangs until released, because a test cannot hang a real one. */
function hangingShare(root: string) {
  const requestedPaths: string[] = [];
  const { promise: answers, resolve: answer } = Promise.withResolvers<void>();
  const ask: FileAvailabilityOptions['ask'] = async (path) => {
    if (path.startsWith(root)) {
      requestedPaths.push(path);
      await answers;
    }
    return { isFile: () => true };
  };
  return { ask, asked: requestedPaths, answer };
}

it('queries a hanging share once, and other disks in parallel', async () => {
  const { monotonic, advance } = createManualClock();
  const share = hangingShare('/mnt/nas');
  const mounts = async () => [
    { mountPoint: '/', type: 'ext4' },
    { mountPoint: '/mnt/nas', type: 'nfs4' },
  ];
  const availability = fileAvailability({ monotonic, mounts, ask: share.ask, patienceMs: 20 });
  const names = ['/mnt/nas/a.jpg', '/mnt/nas/b.jpg', '/mnt/nas/c/d.jpg'];
  expect(await Promise.all(names.map(availability.at))).toEqual(['away', 'away', 'away']);
  expect(share.asked).toEqual(['/mnt/nas/a.jpg']);
  expect(await availability.at('/home/anna/a.jpg')).toBe('here');
  advance(60_000);
  expect(await availability.at('/mnt/nas/a.jpg')).toBe('away');
  expect(share.asked).toHaveLength(1);

  share.answer();
  await new Promise(setImmediate);
  advance(60_000);
  expect(await availability.at('/mnt/nas/a.jpg')).toBe('here');
  expect(share.asked).toHaveLength(2);
});

it('skips a disk on which a read hangs', async () => {
  const path = put('a.jpg');
  const mounts = async () => [
    { mountPoint: '/', type: 'ext4' },
    { mountPoint: folder, type: 'nfs4' },
  ];
  const { monotonic, advance } = createManualClock();
  const availability = fileAvailability({ mounts, monotonic });
  expect(await availability.at(path)).toBe('here');
  const { promise: reading, resolve: end } = Promise.withResolvers<void>();
  await availability.markSilent(path, reading);
  expect(await availability.at(path)).toBe('away');
  end();
  await new Promise(setImmediate);
  advance(60_000);
  expect(await availability.at(path)).toBe('here');
});
