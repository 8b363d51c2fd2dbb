import { expect, it } from 'vitest';
import { updateErrorMessage } from '../../../../main/desktop/updates/update-error.ts';

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
])('is %s for %s (%s)', (name, code, message) => {
  expect(updateErrorMessage(Object.assign(new Error(message), code ? { code } : {})).key).toBe(
    `desktop.updates.${name}`,
  );
});
