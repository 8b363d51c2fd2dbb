import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { updatesDisabledReason } from '../../../../main/desktop/updates/updates-disabled-reason.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-updates-off-'));
});
afterEach(() => {
  chmodSync(folder, 0o700);
  rmSync(folder, { recursive: true, force: true });
});

const nameFeed = () =>
  writeFileSync(join(folder, 'app-update.yml'), 'provider: generic\nurl: https://updates.example\n');

it('are off in a checkout, and in a build that names no feed', () => {
  expect(updatesDisabledReason(false, folder, {})).toBe('checkout');
  expect(updatesDisabledReason(true, folder, {})).toBe('no-feed');
});

describe.runIf(process.platform === 'linux')('on Linux', () => {
  it('are on for an AppImage alone', () => {
    nameFeed();
    expect(updatesDisabledReason(true, folder, {})).toBe('system-package');
    expect(updatesDisabledReason(true, folder, { APPIMAGE: join(folder, 'Burnish.AppImage') })).toBeNull();
  });

  // Who is root may write everywhere.
  it.runIf(process.getuid?.() !== 0)('are off where the AppImage cannot be replaced', () => {
    nameFeed();
    const place = join(folder, 'place');
    mkdirSync(place, { mode: 0o500 });
    expect(updatesDisabledReason(true, folder, { APPIMAGE: join(place, 'Burnish.AppImage') })).toBe('read-only');
  });
});
