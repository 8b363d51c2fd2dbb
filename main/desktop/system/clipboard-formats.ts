/** Files as the clipboards of different systems write them down. Pure. */
import { pathToFileURL } from 'node:url';

/** As file managers of Linux read them; `x-special/gnome-copied-files` says besides that they are to be copied. */
export const toUriList = (paths: readonly string[]): string =>
  paths.map((path) => `${pathToFileURL(path).href}\r\n`).join('');
export const toGnomeCopiedFiles = (paths: readonly string[]): string =>
  ['copy', ...paths.map((path) => pathToFileURL(path).href)].join('\n');

/** A property list, as the Finder reads it. */
export function toPropertyList(paths: readonly string[]): string {
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const strings = paths.map((path) => `<string>${escaped(path)}</string>`).join('');
  return `<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd"><plist version="1.0"><array>${strings}</array></plist>`;
}

/** What PowerShell runs to put files on the clipboard: they come by its input, so that no name is ever part of a command. */
export const setClipboardScript = [
  '-NoProfile',
  '-NonInteractive',
  '-Command',
  '[Console]::InputEncoding = [Text.Encoding]::UTF8; Set-Clipboard -LiteralPath ([Console]::In.ReadToEnd() | ConvertFrom-Json)',
] as const;
