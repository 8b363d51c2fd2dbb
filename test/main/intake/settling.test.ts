import {
  closeSync,
  copyFileSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { type Settling, settling } from '../../../main/intake/settling.ts';
import { sample, scratchFolder } from '../../helpers/photographs.ts';

const photograph = readFileSync(sample('coffee'));
const times = { settleMs: 200, patienceMs: 2_500 };
let open: Settling | null = null;
afterEach(() => open?.close());

function setUp() {
  const folder = scratchFolder();
  const reports: string[] = [];
  const files = settling(times, (path, existing) =>
    reports.push(`${path.slice(folder.length + 1)}${existing ? ' existing' : ''}`),
  );
  open = files;
  return { reports, files, at: (name: string) => join(folder, name) };
}

/** Waits until `check` holds; fails the test when it does not within ten seconds. */
const until = async (check: () => boolean) => {
  for (let i = 0; i < 500 && !check(); i++) await sleep(20);
  expect(check()).toBe(true);
};

describe('settling', () => {
  it('reports a photograph once, when it is still, however often it is told of', async () => {
    const { reports, files, at } = setUp();
    writeFileSync(at('a.png'), photograph);
    for (let i = 0; i < 5; i++) files.look(at('a.png'), false);
    await until(() => reports.length > 0);
    files.look(at('a.png'), false);
    await until(() => !files.busy);
    expect(reports).toEqual(['a.png']);
  });

  it('never reports a copy in progress, even when it pauses for longer than it takes to settle', async () => {
    const { reports, files, at } = setUp();
    const file = openSync(at('slow.png'), 'w');
    files.look(at('slow.png'), false);
    const part = Math.ceil(photograph.length / 4);
    for (let i = 0; i < 4; i++) {
      expect(reports).toEqual([]);
      writeSync(file, photograph, i * part, Math.min(part, photograph.length - i * part));
      if (i < 3) await sleep(450);
    }
    closeSync(file);
    await until(() => reports.length > 0);
    expect(reports).toEqual(['slow.png']);
  });

  it('reports a photograph that stays broken after all patience, so that its reason is shown', async () => {
    const { reports, files, at } = setUp();
    writeFileSync(at('cut.png'), photograph.subarray(0, 90_000));
    files.look(at('cut.png'), false);
    await sleep(800);
    expect(reports).toEqual([]);
    await until(() => reports.length > 0);
    expect(reports).toEqual(['cut.png']);
  });

  it('reports a file again when its content changed, and not when it only came back', async () => {
    const { reports, files, at } = setUp();
    writeFileSync(at('a.png'), photograph);
    files.look(at('a.png'), false);
    await until(() => reports.length === 1);
    renameSync(at('a.png'), at('away'));
    files.forget(at('a.png'));
    renameSync(at('away'), at('a.png'));
    files.look(at('a.png'), true);
    await until(() => !files.busy);
    expect(reports).toEqual(['a.png']);
    copyFileSync(sample('chelsea'), at('a.png'));
    files.look(at('a.png'), false);
    await until(() => reports.length === 2);
  });

  it('takes old files of a scan without waiting, and skips what it is told to until it changes', async () => {
    const { reports, files, at } = setUp();
    writeFileSync(at('known.png'), photograph);
    files.skip(at('known.png'));
    files.look(at('known.png'), true);
    await until(() => !files.busy);
    expect(reports).toEqual([]);
    utimesSync(at('known.png'), new Date(), new Date(Date.now() - 5_000));
    files.look(at('known.png'), true);
    await until(() => reports.length === 1);
    expect(reports).toEqual(['known.png existing']);
  });

  it('forgets a file that goes away while it waits, and stops for good when closed', async () => {
    const { reports, files, at } = setUp();
    writeFileSync(at('a.png'), photograph);
    files.look(at('a.png'), false);
    rmSync(at('a.png'));
    await until(() => !files.busy);
    writeFileSync(at('b.png'), photograph);
    files.look(at('b.png'), false);
    await files.close();
    await sleep(500);
    expect(reports).toEqual([]);
  });
});
