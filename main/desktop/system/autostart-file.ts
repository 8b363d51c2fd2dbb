/** The file by which a Linux desktop starts Burnish at login (XDG autostart); that it is there is the setting. */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { replaceFileAtomic } from '../../files/atomic-write.ts';

export interface AutostartFile {
  /** False also where the desktop's own settings have switched it off. */
  isOn(): boolean;
  /** @throws the file system's error */
  set(isOn: boolean): void;
  /** Where it is on, names the program as it is called now: an AppImage may have been moved or updated. */
  renew(): void;
}

/** How desktops switch such a file off, in a line of its own. */
const off = /^(Hidden\s*=\s*true|X-GNOME-Autostart-enabled\s*=\s*false)\s*$/im;

/** @param program absolute path. @param home the user's folder */
export function autostartFile(
  program: string,
  args: readonly string[],
  home: string,
  env = process.env,
): AutostartFile {
  const config = env.XDG_CONFIG_HOME ?? '';
  const path = join(isAbsolute(config) ? config : join(home, '.config'), 'autostart', 'burnish.desktop');
  const command = [program, ...args].map(quoted).join(' ');
  const text = `[Desktop Entry]\nType=Application\nName=Burnish\nExec=${command}\n`;
  const isOn = () => {
    try {
      return !off.test(readFileSync(path, 'utf8'));
    } catch {
      return false;
    }
  };
  const write = () => {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    replaceFileAtomic(path, text);
  };
  return {
    isOn,
    set: (wanted) => (wanted ? write() : rmSync(path, { force: true })),
    renew() {
      if (isOn() && readFileSync(path, 'utf8') !== text) write();
    },
  };
}

/** One argument of `Exec`: quoted as the Desktop Entry Specification says, and then escaped as all its strings are. */
function quoted(argument: string): string {
  const inQuotes = argument.replaceAll('%', '%%').replace(/["`$\\]/g, '\\$&');
  const escaped = inQuotes.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
  return `"${escaped.replaceAll('\t', '\\t')}"`;
}
