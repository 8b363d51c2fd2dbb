import {
  chmodSync,
  closeSync,
  copyFileSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, describe, expect, it } from 'vitest';
import { WriteFinishWatch } from '../../../../main/intake/watch/write-finish-watch.ts';
import { sample, scratchFolder } from '../../../helpers/photograph/photographs.ts';
import { createManualClock } from '../../../helpers/run/manual-clock.ts';

const photograph = readFileSync(sample('coffee'));
const times = { settleMs: 200, slowSettleMs: 1_000, maxStallMs: 2_500 };
let open: WriteFinishWatch | null = null;
afterEach(() => open?.close());

function setUp() {
  const folder = scratchFolder();
  const reports: string[] = [];
  // A manual clock, so that a busy machine cannot exceed the timeout. It matches the time of the disk.
  const clock = createManualClock(Date.now());
  const files = new WriteFinishWatch(
    times,
    (path, existing) => reports.push(`${path.slice(folder.length + 1)}${existing ? ' existing' : ''}`),
    clock,
  );
  open = files;
  /** Advances by `ms`, with every check due in that time. */
  const pass = (ms: number) => {
    const end = clock.monotonic() + ms;
    return clock.until(() => clock.monotonic() >= end);
  };
  const at = (name: string) => join(folder, name);
  /** Writes a file, as an event of the folder reports. */
  const arrive = (name: string, bytes: Uint8Array = photograph) => {
    writeFileSync(at(name), bytes);
    files.check(at(name), false);
  };
  const untilReported = (count = 1) => clock.until(() => reports.length >= count);
  return { reports, files, clock, pass, until: clock.until, untilReported, at, arrive };
}

describe('WriteFinishWatch', () => {
  it('reports a photograph once, when it is stable, however many events it gets', async () => {
    const { reports, files, until, untilReported, at } = setUp();
    writeFileSync(at('a.png'), photograph);
    for (let i = 0; i < 5; i++) files.check(at('a.png'), false);
    await untilReported();
    files.check(at('a.png'), false);
    await until(() => !files.busy);
    expect(reports).toEqual(['a.png']);
  });

  it('waits from the given file status on, unless that changes', async () => {
    const { reports, files, pass, until, untilReported, at } = setUp();
    writeFileSync(at('a.png'), photograph.subarray(0, 90_000));
    files.check(at('a.png'), false, statSync(at('a.png')));
    writeFileSync(at('a.png'), photograph);
    await pass(times.settleMs + 100);
    // No event reports this change; the check at the end of the settle time finds it.
    expect(reports).toEqual([]);
    await untilReported();
    files.check(at('a.png'), false, statSync(at('a.png')));
    await until(() => !files.busy);
    expect(reports).toEqual(['a.png']);
  });

  it('waits for a JPEG that has its start and end, and is still written in between', async () => {
    const { reports, pass, untilReported, arrive } = setUp();
    const jpeg = await sharp(sample('coffee')).jpeg().toBuffer();
    const gappy = Buffer.from(jpeg).fill(0, 8_192, 16_384);
    arrive('a.jpg', gappy);
    await pass(5 * times.settleMs);
    expect(reports).toEqual([]);
    arrive('a.jpg', jpeg);
    await untilReported();
    expect(reports).toEqual(['a.jpg']);
  });

  // Like a file on Windows that another program has opened exclusively.
  it.skipIf(process.getuid?.() === 0)('waits for a file that may not be opened yet', async () => {
    const { reports, files, pass, untilReported, at } = setUp();
    writeFileSync(at('a.png'), photograph, { mode: 0 });
    files.check(at('a.png'), false);
    await pass(5 * times.settleMs);
    expect([reports, files.busy]).toEqual([[], true]);
    chmodSync(at('a.png'), 0o600);
    await untilReported();
    expect(reports).toEqual(['a.png']);
  });

  it('gives files of cards and networks more time to settle', async () => {
    const { reports, files, pass, untilReported, arrive } = setUp();
    files.slowDown();
    arrive('a.png');
    await pass(times.slowSettleMs - times.settleMs);
    expect(reports).toEqual([]);
    await untilReported();
  });

  it('never reports a copy in progress, even when it pauses for longer than it takes to settle', async () => {
    const { reports, files, pass, untilReported, at } = setUp();
    const file = openSync(at('slow.png'), 'w');
    files.check(at('slow.png'), false);
    const part = Math.ceil(photograph.length / 4);
    for (let i = 0; i < 4; i++) {
      expect(reports).toEqual([]);
      writeSync(file, photograph, i * part, Math.min(part, photograph.length - i * part));
      if (i < 3) await pass(450);
    }
    closeSync(file);
    await untilReported();
    expect(reports).toEqual(['slow.png']);
  });

  it('reports a photograph that stays damaged after the timeout, so that its reason is shown', async () => {
    const { reports, pass, untilReported, arrive } = setUp();
    arrive('cut.png', photograph.subarray(0, 90_000));
    await pass(800);
    expect(reports).toEqual([]);
    await untilReported();
    expect(reports).toEqual(['cut.png']);
  });

  it('reports a file again if its content changed, and not if it only reappeared', async () => {
    const { reports, files, until, untilReported, at, arrive } = setUp();
    arrive('a.png');
    await untilReported();
    renameSync(at('a.png'), at('away'));
    files.forget(at('a.png'));
    renameSync(at('away'), at('a.png'));
    files.check(at('a.png'), true);
    await until(() => !files.busy);
    expect(reports).toEqual(['a.png']);
    copyFileSync(sample('chelsea'), at('a.png'));
    files.check(at('a.png'), false);
    await untilReported(2);
  });

  it('reports old files of a scan without waiting, and skips given files until they change', async () => {
    const { reports, files, until, untilReported, at } = setUp();
    writeFileSync(at('known.png'), photograph);
    files.skip(at('known.png'));
    files.check(at('known.png'), true);
    await until(() => !files.busy);
    expect(reports).toEqual([]);
    utimesSync(at('known.png'), new Date(), new Date(Date.now() - 5_000));
    files.check(at('known.png'), true);
    await untilReported();
    expect(reports).toEqual(['known.png existing']);
  });

  it('forgets a file that disappears while it waits, and stops permanently when closed', async () => {
    const { reports, files, clock, until, at, arrive } = setUp();
    arrive('a.png');
    rmSync(at('a.png'));
    await until(() => !files.busy);
    arrive('b.png');
    await files.close();
    clock.advance(60_000);
    expect(reports).toEqual([]);
  });
});
