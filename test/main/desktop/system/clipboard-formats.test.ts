import { expect, test } from 'vitest';
import { clipboardFilesOf, singleFormatOf } from '../../../../main/desktop/system/clipboard-formats.ts';

const paths = ['/out/a b#1.png', '/out/猫 & <x>.jpg'];

test('files for clipboards have escaped URLs and complete names', () => {
  expect(clipboardFilesOf(paths, 'linux')).toEqual({
    kind: 'formats',
    formats: {
      'text/uri-list': 'file:///out/a%20b%231.png\r\nfile:///out/%E7%8C%AB%20&%20%3Cx%3E.jpg\r\n',
      'x-special/gnome-copied-files': 'copy\nfile:///out/a%20b%231.png\nfile:///out/%E7%8C%AB%20&%20%3Cx%3E.jpg',
    },
  });
  expect(clipboardFilesOf(paths, 'darwin')).toMatchObject({
    formats: { NSFilenamesPboardType: expect.stringContaining('<string>/out/猫 &amp; &lt;x&gt;.jpg</string></array>') },
  });
});

test('on Windows, no file name is part of a command', () => {
  const copied = clipboardFilesOf(paths, 'win32');
  expect(copied).toMatchObject({ kind: 'process', program: 'powershell.exe', input: JSON.stringify(paths) });
  expect(JSON.stringify(copied.kind === 'process' && copied.args)).not.toContain('猫');
});

test.each([
  ['GNOME', 'x-special/gnome-copied-files'],
  [undefined, 'x-special/gnome-copied-files'],
  ['KDE', 'text/uri-list'],
])('one format at a time, for the file manager of %s', (desktop, format) => {
  const formats = { 'text/uri-list': 'a', 'x-special/gnome-copied-files': 'b' };
  expect(singleFormatOf(formats, desktop)[0]).toBe(format);
});
