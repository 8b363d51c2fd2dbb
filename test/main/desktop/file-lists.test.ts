import { expect, test } from 'vitest';
import { gnomeCopied, propertyList, uriList } from '../../../main/desktop/file-lists.ts';

const paths = ['/out/a b#1.png', '/out/猫 & <x>.jpg'];

test('files for clipboards: addresses escaped, names whole', () => {
  expect(uriList(paths)).toBe('file:///out/a%20b%231.png\r\nfile:///out/%E7%8C%AB%20&%20%3Cx%3E.jpg\r\n');
  expect(gnomeCopied(paths)).toBe('copy\nfile:///out/a%20b%231.png\nfile:///out/%E7%8C%AB%20&%20%3Cx%3E.jpg');
  expect(propertyList(paths)).toContain('<string>/out/猫 &amp; &lt;x&gt;.jpg</string></array>');
});
