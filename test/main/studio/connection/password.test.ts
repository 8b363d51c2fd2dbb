import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { passwordFrom } from '../../../../main/studio/connection/password.ts';
import { matchingError } from '../../../helpers/run/message-matchers.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-password-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function fileWith(text: string, mode = 0o600): string {
  const file = join(folder, 'password');
  writeFileSync(file, text);
  chmodSync(file, mode);
  return file;
}

test('a password comes from the named variable, or from PostgreSQL’s own', () => {
  expect(passwordFrom({ passwordEnv: 'STUDIO' }, { STUDIO: ' a b ', PGPASSWORD: 'c' })).toBe(' a b ');
  expect(passwordFrom({}, { PGPASSWORD: 'c' })).toBe('c');
  expect(passwordFrom({}, { PGPASSWORD: '' })).toBeNull();
  expect(passwordFrom({}, {})).toBeNull();
  for (const env of [{}, { STUDIO: '' }, { PGPASSWORD: 'c' }]) {
    expect(() => passwordFrom({ passwordEnv: 'STUDIO' }, env)).toThrow(
      matchingError(/variable STUDIO contains no password/),
    );
  }
});

test('a password is the first line of a file', () => {
  for (const text of ['hush', 'hush\n', 'hush\r\nmore', 'hush\n\n']) {
    expect(passwordFrom({ passwordFile: fileWith(text) }, { PGPASSWORD: 'c' })).toBe('hush');
  }
  for (const text of ['', '\n', '\r\nhush']) {
    expect(() => passwordFrom({ passwordFile: fileWith(text) }, {})).toThrow(matchingError(/first line .* is empty/));
  }
  expect(() => passwordFrom({ passwordFile: join(folder, 'none') }, {})).toThrow(
    matchingError(/cannot be read \(ENOENT\)/),
  );
});

test.skipIf(process.platform === 'win32')('a file that others can read is rejected', () => {
  for (const mode of [0o644, 0o640, 0o604, 0o620, 0o777]) {
    const passwordFile = fileWith('hush', mode);
    expect(() => passwordFrom({ passwordFile }, {})).toThrow(matchingError(/Other users of this computer can read/));
  }
  for (const mode of [0o400, 0o600, 0o700])
    expect(passwordFrom({ passwordFile: fileWith('hush', mode) }, {})).toBe('hush');
});
