import { expect, test } from 'vitest';
import { toGnomeCopiedFiles, toPropertyList, toUriList } from '../../../../main/desktop/system/clipboard-formats.ts';

const paths = ['/out/a b#1.png', '/out/猫 & <x>.jpg'];

test('files for clipboards: addresses escaped, names whole', () => {
  expect(toUriList(paths)).toBe('file:///out/a%20b%231.png\r\nfile:///out/%E7%8C%AB%20&%20%3Cx%3E.jpg\r\n');
  expect(toGnomeCopiedFiles(paths)).toBe('copy\nfile:///out/a%20b%231.png\nfile:///out/%E7%8C%AB%20&%20%3Cx%3E.jpg');
  expect(toPropertyList(paths)).toContain('<string>/out/猫 &amp; &lt;x&gt;.jpg</string></array>');
});
