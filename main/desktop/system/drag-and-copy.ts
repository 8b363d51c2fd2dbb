/** Hands files to other programs: dragged out of the window, or copied as files. Which ones, main knows from its database. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
// As a whole: what only later versions have, must not be named.
import * as electron from 'electron';
import { clipboard, nativeImage, type WebContents } from 'electron';
import { setClipboardScript, toGnomeCopiedFiles, toPropertyList, toUriList } from './clipboard-formats.ts';

/** @param picture a PNG of what is dragged; null = the program's icon at `iconPath` */
export function dragOut(page: WebContents, paths: readonly string[], picture: Buffer | null, iconPath: string): void {
  const [file] = paths;
  if (file === undefined) return;
  const drawn = picture === null ? nativeImage.createEmpty() : nativeImage.createFromBuffer(picture);
  const icon = drawn.isEmpty() ? nativeImage.createFromPath(iconPath).resize({ width: 64 }) : drawn;
  page.startDrag({ file, files: [...paths], icon });
}

export async function copyFiles(paths: readonly string[]): Promise<void> {
  switch (process.platform) {
    case 'darwin':
      return write({ NSFilenamesPboardType: toPropertyList(paths) });
    case 'win32': {
      // Electron has no way to write a list of files there.
      const shell = spawn('powershell.exe', setClipboardScript, {
        windowsHide: true,
        stdio: ['pipe', 'ignore', 'ignore'],
      });
      shell.stdin.end(JSON.stringify(paths));
      await once(shell, 'exit');
      return;
    }
    default:
      return write({ 'text/uri-list': toUriList(paths), 'x-special/gnome-copied-files': toGnomeCopiedFiles(paths) });
  }
}

/** As Electron wrote to the clipboard before it had items; versions of both kinds run this. */
interface EarlierClipboard {
  writeBuffer?(format: string, buffer: Buffer): void;
}

async function write(formats: Readonly<Record<string, string>>): Promise<void> {
  const earlier = clipboard as EarlierClipboard;
  if (earlier.writeBuffer === undefined) {
    const items = Object.entries(formats).map(([type, text]) => [type, new Blob([text], { type })] as const);
    await clipboard.write([new electron.ClipboardItem(Object.fromEntries(items))]);
    return;
  }
  // It takes one format at a time: Dolphin reads addresses, all others what GNOME began.
  const names = Object.keys(formats);
  const isKde = (process.env.XDG_CURRENT_DESKTOP ?? '').includes('KDE');
  const format = (isKde ? names[0] : names.at(-1)) ?? '';
  earlier.writeBuffer(format, Buffer.from(formats[format] ?? ''));
}
