import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openCrashReports } from '../../../main/crashes/crash-reports.ts';
import { zipReports } from '../../../main/crashes/export-reports.ts';
import { unzip } from '../../helpers/run/unzip.ts';

let data: string;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'burnish-crash-export-'));
});
afterEach(() => rmSync(data, { recursive: true, force: true }));

it('holds all reports without keys, names and memory; a photograph has the same alias in all', async () => {
  let clock = Date.UTC(2026, 10, 28);
  const folder = join(data, 'crashes');
  const reports = openCrashReports({ folder, logFile: join(data, 'no.log'), about: 'Burnish', now: () => clock });
  reports.record('fault', `open '/home/zoe/Miller wedding/kiss.jpg' with letmeinplease`);
  clock += 3_600_000;
  reports.record('engine', `https://x.example/kiss.jpg?sig=1 kiss.jpg, hug.jpg`);
  writeFileSync(join(folder, 'memory.dmp'), 'letmeinplease');
  const path = await zipReports(
    reports,
    { places: { app: '/opt/app', data, home: '/home/zoe' }, secrets: { keys: ['letmeinplease'], hosts: [] } },
    data,
  );
  const files = unzip(readFileSync(path));
  expect(Object.keys(files)).toEqual(reports.list().map(({ id }) => `${id}.txt`));
  const all = Object.values(files).join('\n');
  expect(all).toContain(`open '~/…/photo-1.jpg' with (removed)`);
  expect(all).toContain('https://(removed) photo-1.jpg, photo-2.jpg');
  expect(all).not.toMatch(/Miller|kiss|hug|zoe|letmein/);
});
