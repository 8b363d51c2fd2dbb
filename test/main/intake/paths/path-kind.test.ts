import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pathKind, readErrorMessage } from '../../../../main/intake/paths/path-kind.ts';
import { scratchFolder } from '../../../helpers/photograph/photographs.ts';
import { matchingMessage, messageText } from '../../../helpers/run/message-matchers.ts';

describe('pathKind', () => {
  it('follows links to files and folders', async () => {
    const root = scratchFolder();
    writeFileSync(join(root, 'file'), '');
    mkdirSync(join(root, 'folder'));
    symlinkSync('file', join(root, 'to-file'));
    symlinkSync('folder', join(root, 'to-folder'));
    expect(
      await Promise.all(['file', 'folder', 'to-file', 'to-folder'].map((name) => pathKind(join(root, name)))),
    ).toEqual(['file', 'folder', 'file', 'folder']);
    expect(await pathKind(join(root, 'file/below'))).toEqual({
      message: matchingMessage('“below” can no longer be found.'),
    });
  });
});

describe('readErrorMessage', () => {
  it.each([
    ['ENOENT', '“a.jpg” can no longer be found.'],
    ['ENOTDIR', '“a.jpg” can no longer be found.'],
    ['EACCES', '“a.jpg” cannot be read: your account does not have permission.'],
    ['EPERM', '“a.jpg” cannot be read: your account does not have permission.'],
    ['ELOOP', '“a.jpg” is a link that leads back to itself.'],
    ['ENAMETOOLONG', '“a.jpg” has a name that is too long.'],
    ['EIO', '“a.jpg” cannot be read: the disk or network folder is not responding.'],
  ])('explains %s', async (code, sentence) => {
    const error = Object.assign(new Error(code), { code });
    expect(messageText(await readErrorMessage('/no such folder/a.jpg', error))).toBe(sentence);
  });
});
