import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { replaceFileAtomic } from '../../files/atomic-write.ts';

/** The file that makes a Linux desktop start Burnish at login (XDG autostart). Its existence is the setting. */
export interface AutostartFile {
  isOn(): boolean;
  /** @throws the file system's error */
  set(isOn: boolean): void;
  /** Updates the path in an existing file, because an AppImage may have been moved. */
  renew(): void;
}

const disabledLine = /^(Hidden\s*=\s*true|X-GNOME-Autostart-enabled\s*=\s*false)\s*$/im;

export function openAutostartFile(
  program: string,
  args: readonly string[],
  home: string,
  env = process.env,
): AutostartFile {
  const config = env.XDG_CONFIG_HOME ?? '';
  const path = join(isAbsolute(config) ? config : join(home, '.config'), 'autostart', 'burnish.desktop');
  const command = [program, ...args].map(quoteArgument).join(' ');
  const text = `[Desktop Entry]\nType=Application\nName=Burnish\nExec=${command}\n`;
  const isOn = () => {
    try {
      return !disabledLine.test(readFileSync(path, 'utf8'));
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
    set: (shouldBeOn) => (shouldBeOn ? write() : rmSync(path, { force: true })),
    renew() {
      if (isOn() && readFileSync(path, 'utf8') !== text) write();
    },
  };
}

/** Quotes an argument of `Exec` and escapes it as a string, both by the Desktop Entry Specification. */
function quoteArgument(argument: string): string {
  const inQuotes = argument.replaceAll('%', '%%').replace(/["`$\\]/g, '\\$&');
  const escaped = inQuotes.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
  return `"${escaped.replaceAll('\t', '\\t')}"`;
}
