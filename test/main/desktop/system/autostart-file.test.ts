import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { openAutostartFile } from '../../../../main/desktop/system/autostart-file.ts';
import { scratchFolder } from '../../../helpers/photograph/photographs.ts';

let home: string;
let path: string;
beforeEach(() => {
  home = scratchFolder();
  path = join(home, '.config', 'autostart', 'burnish.desktop');
});

const opened = (program = '/opt/Burnish/burnish', env: NodeJS.ProcessEnv = {}) =>
  openAutostartFile(program, ['--hidden'], home, env);
const commandIn = (file: string) => /^Exec=(.*)$/m.exec(readFileSync(file, 'utf8'))?.[1];

it('exists while Burnish starts at login, complete and alone in its folder, and is removed afterwards', () => {
  const file = opened();
  expect(file.isOn()).toBe(false);
  file.set(false);
  file.set(true);
  expect(file.isOn()).toBe(true);
  expect(readFileSync(path, 'utf8')).toBe(
    '[Desktop Entry]\nType=Application\nName=Burnish\nExec="/opt/Burnish/burnish" "--hidden"\n',
  );
  expect(readdirSync(dirname(path))).toEqual(['burnish.desktop']);
  file.set(false);
  expect(file.isOn()).toBe(false);
  expect(existsSync(path)).toBe(false);
});

it.each([
  ['/home/a b/Burnish.AppImage', '"/home/a b/Burnish.AppImage"'],
  ['/home/猫/Burnish', '"/home/猫/Burnish"'],
  ['/100%/Burnish', '"/100%%/Burnish"'],
  ['/"/Burnish', String.raw`"/\\"/Burnish"`],
  ['/$HOME/`x`/Burnish', '"/\\\\$HOME/\\\\`x\\\\`/Burnish"'],
  ['/back\\slash/Burnish', String.raw`"/back\\\\slash/Burnish"`],
  ['/line\nbreak/Burnish', String.raw`"/line\nbreak/Burnish"`],
])('quotes the program %j', (program, expected) => {
  opened(program).set(true);
  expect(commandIn(path)).toBe(`${expected} "--hidden"`);
});

it('is in XDG_CONFIG_HOME if that is an absolute path', () => {
  const elsewhere = join(home, 'elsewhere');
  opened(undefined, { XDG_CONFIG_HOME: elsewhere }).set(true);
  expect(readdirSync(join(elsewhere, 'autostart'))).toEqual(['burnish.desktop']);
  expect(existsSync(path)).toBe(false);
  for (const useless of ['', 'relative']) {
    opened(undefined, { XDG_CONFIG_HOME: useless }).set(true);
    expect(existsSync(path)).toBe(true);
    rmSync(path);
  }
});

it('follows the program to its new location if enabled', () => {
  opened('/apps/Burnish-1.0.0.AppImage').renew();
  expect(existsSync(path)).toBe(false);
  opened('/apps/Burnish-1.0.0.AppImage').set(true);
  opened('/apps/Burnish-1.1.0.AppImage').renew();
  expect(commandIn(path)).toBe('"/apps/Burnish-1.1.0.AppImage" "--hidden"');
});

it.each(['Hidden=true', 'X-GNOME-Autostart-enabled=false'])('is off if the desktop entry has %s', (line) => {
  mkdirSync(dirname(path), { recursive: true });
  const text = `[Desktop Entry]\nType=Application\nExec=other\n${line}\n`;
  writeFileSync(path, text);
  const file = opened();
  expect(file.isOn()).toBe(false);
  file.renew();
  expect(readFileSync(path, 'utf8')).toBe(text);
  file.set(true);
  expect(file.isOn()).toBe(true);
});
