/** Formats of copied files on each system. Pure. */
import { pathToFileURL } from 'node:url';

/** Texts by format, or a process that puts files on the clipboard. */
export type ClipboardFiles =
  | { readonly kind: 'formats'; readonly formats: Readonly<Record<string, string>> }
  | { readonly kind: 'process'; readonly program: string; readonly args: readonly string[]; readonly input: string };

export function clipboardFilesOf(paths: readonly string[], platform: NodeJS.Platform): ClipboardFiles {
  switch (platform) {
    case 'darwin':
      return { kind: 'formats', formats: { NSFilenamesPboardType: toPropertyList(paths) } };
    case 'win32':
      // Electron cannot write lists of files there.
      return {
        kind: 'process',
        program: 'powershell.exe',
        args: ['-NoProfile', '-NonInteractive', '-Command', setClipboardCommand],
        input: JSON.stringify(paths),
      };
    default:
      return {
        kind: 'formats',
        formats: { 'text/uri-list': toUriList(paths), 'x-special/gnome-copied-files': toGnomeCopiedFiles(paths) },
      };
  }
}

/** Reads the paths from standard input, so that no file name is ever part of a command. */
const setClipboardCommand =
  '[Console]::InputEncoding = [Text.Encoding]::UTF8; Set-Clipboard -LiteralPath ([Console]::In.ReadToEnd() | ConvertFrom-Json)';

const toUriList = (paths: readonly string[]): string => paths.map((path) => `${pathToFileURL(path).href}\r\n`).join('');

const toGnomeCopiedFiles = (paths: readonly string[]): string =>
  ['copy', ...paths.map((path) => pathToFileURL(path).href)].join('\n');

/** Returns a property list for the Finder. */
function toPropertyList(paths: readonly string[]): string {
  const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const strings = paths.map((path) => `<string>${escapeXml(path)}</string>`).join('');
  return `<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd"><plist version="1.0"><array>${strings}</array></plist>`;
}

/**
 * Returns the only format for a clipboard that holds one. Dolphin reads URI lists, all other file managers of Linux the
 * format of GNOME.
 * @param desktop `XDG_CURRENT_DESKTOP`
 */
export function singleFormatOf(formats: Readonly<Record<string, string>>, desktop = ''): readonly [string, string] {
  const entries = Object.entries(formats);
  return (desktop.includes('KDE') ? entries[0] : entries.at(-1)) ?? ['', ''];
}
