import { createHash } from 'node:crypto';
import { rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { fileAvailability } from '../../../main/files/file-availability.ts';
import { type FailedSource, isSourceFixed } from '../../../main/intake/locate-source.ts';
import { scratchFolder } from '../../helpers/photograph/photographs.ts';
import { errorOf } from '../../helpers/window/window-data.ts';

const sourcePath = join(scratchFolder(), 'one.jpg');
const text = 'half a photograph';
const later = 'half of another!!';

beforeEach(() => writeFileSync(sourcePath, text));

const isFixed = (source: FailedSource) => isSourceFixed(source, fileAvailability());
const failed = (code = 'UNUSABLE_FILE', change: Partial<FailedSource> = {}): FailedSource => ({
  ...{ sourcePath, contentHash: createHash('sha256').update(text).digest('hex'), bytes: text.length, state: 'failed' },
  ...{ createdAt: Date.now() - 60_000, error: errorOf({ code, advice: 'replace-file' }) },
  ...change,
});

it('is a file with other content, even of the same size', async () => {
  expect(await isFixed(failed())).toBe(false);
  for (const content of [`${text}, and the rest`, later]) {
    writeFileSync(sourcePath, content);
    expect(await isFixed(failed())).toBe(true);
  }
  // Its modification time is the capture time, years ago.
  utimesSync(sourcePath, 1_000_000_000, 1_000_000_000);
  expect(await isFixed(failed())).toBe(true);
});

it('is a file that was missing and is available again', async () => {
  expect(await isFixed(failed('SOURCE_MISSING'))).toBe(true);
  rmSync(sourcePath);
  expect([await isFixed(failed('SOURCE_MISSING')), await isFixed(failed())]).toEqual([false, false]);
});

it('is the earlier file if only that helps', async () => {
  expect(await isFixed(failed('SOURCE_CHANGED'))).toBe(true);
  writeFileSync(sourcePath, later);
  expect(await isFixed(failed('SOURCE_CHANGED'))).toBe(false);
});

it('is no link, and nothing for a job that does not wait for a file', async () => {
  writeFileSync(sourcePath, later);
  expect(await isFixed(failed('UNUSABLE_FILE', { state: 'done' }))).toBe(false);
  expect(await isFixed(failed('X', { error: errorOf({ code: 'X', advice: 'edit-recipe' }) }))).toBe(false);
  rmSync(sourcePath);
  symlinkSync('/etc/hostname', sourcePath);
  expect(await isFixed(failed())).toBe(false);
});
