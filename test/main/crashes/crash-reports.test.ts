import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type CrashReports,
  maxReportBytes,
  maxReports,
  openCrashReports,
} from '../../../main/crashes/crash-reports.ts';

let data: string;
let folder: string;
let clock: number;
let reports: CrashReports;
const open = () =>
  openCrashReports({ folder, logFile: join(data, 'burnish.log'), about: 'Burnish 1.2.3', now: () => clock });
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'burnish-crashes-'));
  folder = join(data, 'crashes');
  clock = Date.UTC(2026, 10, 28, 14, 0);
  reports = open();
});
afterEach(() => rmSync(data, { recursive: true, force: true }));

/** Writes the files Chromium leaves after a crash. */
function dump(name: string, bytes: number, at = clock): string {
  mkdirSync(join(folder, 'pending'), { recursive: true });
  const path = join(folder, 'pending', `${name}.dmp`);
  for (const file of [path, join(folder, 'pending', `${name}.meta`)]) writeFileSync(file, '');
  truncateSync(path, bytes);
  utimesSync(path, at / 1000, at / 1000);
  return path;
}
const next = () => {
  clock += 3_600_000;
};

describe('a report', () => {
  it('contains time, error, code location and the last log lines, without secrets', () => {
    writeFileSync(join(data, 'burnish.log'), `${'long ago\n'.repeat(5000)}it began\nkey: hunter2SECRET\n`);
    reports.record('fault', new TypeError('no such thing'));
    const [head] = reports.list();
    expect(head).toMatchObject({ occurredAt: clock, kind: 'fault' });
    const text = reports.text(head!.id)!;
    expect(text).toContain('2026-11-28T14:00:00.000Z\nBurnish 1.2.3\n');
    expect(text).toMatch(/TypeError: no such thing\n\s+at .*reports\.test\.ts/);
    expect(text).toContain('it began\nkey: (removed)\n');
    expect(text.split('long ago').length).toBeLessThan(61);
    if (process.platform !== 'win32') expect(statSync(join(folder, `${head!.id}.txt`)).mode & 0o777).toBe(0o600);
  });

  it('is written once for a repeated error', () => {
    const fault = new Error('again');
    reports.record('fault', fault);
    next();
    reports.record('fault', fault);
    expect(reports.list()).toHaveLength(1);
    for (let tries = 0; tries < 5; tries += 1) {
      clock += 2000;
      reports.record('engine', 'exit code 1');
    }
    expect(reports.list()).toHaveLength(2);
    next();
    reports.record('engine', 'exit code 1');
    expect(reports.list()).toHaveLength(3);
  });

  it('has lines of limited length, which never end within a key', () => {
    const key = `unknown/${'k'.repeat(80)}`;
    reports.record('fault', `${'word '.repeat(190)}${key} and more\n${'x'.repeat(5_000_000)}\nthe end`);
    const text = reports.text(reports.list()[0]!.id)!;
    expect(text).not.toContain('unknown');
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThan(1010);
    expect(text.length).toBeLessThan(66_000);
  });

  it('causes no further error', () => {
    writeFileSync(folder, 'a file in its place');
    reports.record('window', 'crashed');
    expect(reports.list()).toEqual([]);
    expect(reports.text('../../etc/passwd')).toBeNull();
  });
});

describe('the stored data', () => {
  it(`is ${maxReports} reports at most, the newest, with their memory`, () => {
    const first = dump('first', 10);
    for (let count = 0; count < maxReports + 3; count += 1) {
      reports.record('engine', `exit code ${count}`);
      next();
    }
    const kept = reports.list();
    expect(kept).toHaveLength(maxReports);
    expect(reports.text(kept[0]!.id)).toContain(`exit code ${maxReports + 2}`);
    expect(existsSync(first)).toBe(false);
  });

  it('is 50 MB at most; the text of the newest stays', () => {
    const old = dump('old', maxReportBytes / 2);
    reports.record('window', 'crashed');
    next();
    const larger = dump('larger', maxReportBytes * 0.6);
    reports.record('window', 'crashed');
    expect([existsSync(old), existsSync(larger), reports.list().length]).toEqual([false, true, 1]);
    next();
    const huge = dump('huge', maxReportBytes * 2);
    reports.record('window', 'crashed');
    expect([existsSync(larger), existsSync(huge), reports.list().length]).toEqual([false, false, 1]);
  });

  it('is deleted on request, including memory dumps', () => {
    const memory = dump('one', 10);
    reports.record('window', 'crashed');
    reports.clear();
    expect(reports.list()).toEqual([]);
    expect([memory, memory.replace(/dmp$/, 'meta')].some(existsSync)).toBe(false);
  });
});

describe('the next start', () => {
  it('reports leftover memory dumps, once', () => {
    reports.record('window', 'crashed');
    dump('of the window', 10);
    next();
    dump('of Burnish', 10);
    next();
    for (const again of [open(), open()]) again.recordPreviousCrash();
    expect(reports.list().map(({ kind }) => kind)).toEqual(['ended', 'window']);
  });

  it('reports once that Burnish or its window crashed, and nothing else', () => {
    expect(open().news()).toBe(false);
    reports.record('engine', 'exit code 1');
    reports.record('fault', 'something');
    next();
    expect(open().news()).toBe(false);
    reports.record('window', 'crashed');
    // The user has seen a crash of this run in the window.
    expect(reports.news()).toBe(false);
    next();
    const later = open();
    expect([later.news(), later.news(), open().news()]).toEqual([true, false, false]);
    expect(readFileSync(join(folder, 'told'), 'utf8')).toMatch(/-window$/);
  });
});
