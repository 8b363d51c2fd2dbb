import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { updateErrorMessage, updatesDisabledReason } from '../../../../main/desktop/updates/update-errors.ts';
import { scratchFolder } from '../../../helpers/photograph/photographs.ts';

it.each([
  ['altered', 'ERR_CHECKSUM_MISMATCH', 'sha512 checksum mismatch'],
  ['unsigned', 'ERR_UPDATER_INVALID_SIGNATURE', 'New version 0.2.0 is not signed by the application owner'],
  ['unsigned', '', 'Code signature at URL file:///x did not pass validation'],
  ['noRoom', 'ENOSPC', 'no space left on device'],
  ['unreadable', 'HTTP_ERROR_404', '404'],
  ['unreadable', 'ERR_UPDATER_INVALID_UPDATE_INFO', 'Cannot parse update info'],
  ['unreachable', '', 'net::ERR_NAME_NOT_RESOLVED'],
  ['unreachable', 'ECONNREFUSED', 'connect ECONNREFUSED'],
  ['unreachable', 'ENOTFOUND', 'getaddrinfo ENOTFOUND'],
  ['failed', '', 'Cannot update while running on a read-only volume'],
])('the message is %s for %s (%s)', (name, code, message) => {
  expect(updateErrorMessage(Object.assign(new Error(message), code ? { code } : {})).key).toBe(
    `desktop.updates.${name}`,
  );
});

let folder: string;

beforeEach(() => {
  folder = scratchFolder();
});
afterEach(() => {
  chmodSync(folder, 0o700);
});

const nameFeed = () =>
  writeFileSync(join(folder, 'app-update.yml'), 'provider: generic\nurl: https://updates.example\n');

it('updates are off in a checkout, and in a build that names no feed', () => {
  expect(updatesDisabledReason(false, folder, {})).toBe('checkout');
  expect(updatesDisabledReason(true, folder, {})).toBe('no-feed');
});

describe.runIf(process.platform === 'linux')('updates on Linux', () => {
  it('are on only for an AppImage', () => {
    nameFeed();
    expect(updatesDisabledReason(true, folder, {})).toBe('system-package');
    expect(updatesDisabledReason(true, folder, { APPIMAGE: join(folder, 'Burnish.AppImage') })).toBeNull();
  });

  // Root can write everywhere.
  it.runIf(process.getuid?.() !== 0)('are off where the AppImage cannot be replaced', () => {
    nameFeed();
    const place = join(folder, 'place');
    mkdirSync(place, { mode: 0o500 });
    expect(updatesDisabledReason(true, folder, { APPIMAGE: join(place, 'Burnish.AppImage') })).toBe('read-only');
  });
});
