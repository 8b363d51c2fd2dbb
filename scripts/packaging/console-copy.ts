/**
 * electron-builder's hook `afterPack`: for Windows, a copy of the app that is a console program. The app itself is none, so a
 * terminal neither waits for it nor hands it a console; the copy is what assets/bin/burnish.cmd starts.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AfterPackContext } from 'electron-builder';

const subsystems = { window: 2, console: 3 };

/**
 * A program for Windows (PE) as one for the console.
 * @throws Error when it is no program with a window
 */
export function asConsoleProgram(program: Buffer): Buffer {
  const header = program.readUInt32LE(0x3c);
  if (program.toString('latin1', header, header + 4) !== 'PE\0\0') throw new Error('This is not a Windows program.');
  // Behind the signature and the file's header of 20 bytes; at the same place for 32 and 64 bits.
  const subsystem = header + 24 + 68;
  if (program.readUInt16LE(subsystem) !== subsystems.window) throw new Error('This is not a program with a window.');
  const copy = Buffer.from(program);
  copy.writeUInt16LE(subsystems.console, subsystem);
  return copy;
}

/** After the archive's hash was written into the app, and before fuses are set and programs are signed. */
export default async function addConsoleCopy(context: AfterPackContext): Promise<void> {
  if (context.electronPlatformName !== 'win32') return;
  // Set once more afterwards, but in the app alone.
  // biome-ignore lint/complexity/useLiteralKeys: it is for packagers themselves.
  await context.packager['doAddElectronFuses'](context);
  const app = await readFile(join(context.appOutDir, `${context.packager.appInfo.productFilename}.exe`));
  await writeFile(join(context.appOutDir, 'burnish-cli.exe'), asConsoleProgram(app));
}
