import { expect, it } from 'vitest';
import { readErrorMessage } from '../../../../main/intake/paths/path-kind.ts';
import { messageText } from '../../../helpers/run/message-matchers.ts';

it.each([
  ['ENOENT', '“a.jpg” can no longer be found.'],
  ['ENOTDIR', '“a.jpg” can no longer be found.'],
  ['EACCES', '“a.jpg” cannot be read: your account does not have permission.'],
  ['EPERM', '“a.jpg” cannot be read: your account does not have permission.'],
  ['ELOOP', '“a.jpg” is a link that leads back to itself.'],
  ['ENAMETOOLONG', '“a.jpg” has a name that is too long.'],
  ['EIO', '“a.jpg” cannot be read: the disk or network folder is not responding.'],
])('the message explains %s', async (code, sentence) => {
  const error = Object.assign(new Error(code), { code });
  expect(messageText(await readErrorMessage('/no such folder/a.jpg', error))).toBe(sentence);
});
