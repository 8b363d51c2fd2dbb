/**
 * Hook `afterPack` of electron-builder: adds a copy of the Windows app that is a console program. A terminal neither
 * waits for the app itself nor gives it a console, so assets/bin/burnish.cmd starts the copy.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AfterPackContext } from 'electron-builder';

const subsystems = { window: 2, console: 3 };

/**
 * Returns a Windows program (PE) as a console program.
 * @throws Error if it is not a program with a window
 */
export function asConsoleProgram(program: Buffer): Buffer {
  const header = program.readUInt32LE(0x3c);
  if (program.toString('latin1', header, header + 4) !== 'PE\0\0') throw new Error('This is not a Windows program.');
  // After the signature and the file header of 20 bytes; the same offset for 32 and 64 bits.
  const subsystem = header + 24 + 68;
  if (program.readUInt16LE(subsystem) !== subsystems.window) throw new Error('This is not a program with a window.');
  const copy = Buffer.from(program);
  copy.writeUInt16LE(subsystems.console, subsystem);
  return copy;
}

/** Runs after the hash of the archive is in the app, and before fuses are set and programs are signed. */
export default async function addConsoleCopy(context: AfterPackContext): Promise<void> {
  if (context.electronPlatformName !== 'win32') return;
  // electron-builder sets them again later, but only in the app.
  // biome-ignore lint/complexity/useLiteralKeys: it is for packagers themselves.
  await context.packager['doAddElectronFuses'](context);
  const app = await readFile(join(context.appOutDir, `${context.packager.appInfo.productFilename}.exe`));
  await writeFile(join(context.appOutDir, 'burnish-cli.exe'), asConsoleProgram(app));
}
