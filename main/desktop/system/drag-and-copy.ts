/** Transfer of files to other programs by dragging and copying. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
// Earlier versions lack `ClipboardItem`, and importing a missing name fails.
import * as electron from 'electron';
import { clipboard, nativeImage, type WebContents } from 'electron';
import { clipboardFilesOf, singleFormatOf } from './clipboard-formats.ts';

/** @param picture PNG to show at the pointer; null shows the icon at `iconPath` */
export function dragOut(page: WebContents, paths: readonly string[], picture: Buffer | null, iconPath: string): void {
  const [file] = paths;
  if (file === undefined) return;
  const image = picture === null ? nativeImage.createEmpty() : nativeImage.createFromBuffer(picture);
  const icon = image.isEmpty() ? nativeImage.createFromPath(iconPath).resize({ width: 64 }) : image;
  page.startDrag({ file, files: [...paths], icon });
}

export async function copyFiles(paths: readonly string[]): Promise<void> {
  const files = clipboardFilesOf(paths, process.platform);
  if (files.kind === 'formats') return writeFormats(files.formats);
  const shell = spawn(files.program, files.args, { windowsHide: true, stdio: ['pipe', 'ignore', 'ignore'] });
  shell.stdin.end(files.input);
  await once(shell, 'exit');
}

/** The clipboard of Electron versions before `ClipboardItem`. The app runs with both. */
interface EarlierClipboard {
  writeBuffer?(format: string, buffer: Buffer): void;
}

async function writeFormats(formats: Readonly<Record<string, string>>): Promise<void> {
  const earlier = clipboard as EarlierClipboard;
  if (earlier.writeBuffer === undefined) {
    const items = Object.entries(formats).map(([type, text]) => [type, new Blob([text], { type })] as const);
    await clipboard.write([new electron.ClipboardItem(Object.fromEntries(items))]);
    return;
  }
  const [format, text] = singleFormatOf(formats, process.env.XDG_CURRENT_DESKTOP);
  earlier.writeBuffer(format, Buffer.from(text));
}
