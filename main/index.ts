/** Electron's entry: one instance; the command line when a command is given, else the window. */
import { app } from 'electron';
import { isCommand, runCommandLine } from './cli.ts';
import { defaultDataDir } from './data-dir.ts';
import { declareSchemes } from './desktop/page.ts';
import { runDesktop } from './desktop/run.ts';

/** What the user typed, without Electron's and Chromium's own words. */
const words = process.argv.slice(app.isPackaged ? 1 : 2).filter((word) => word !== '--no-sandbox');
const dataDir = app.commandLine.getSwitchValue('data') || process.env.BURNISH_DATA || defaultDataDir();

if (isCommand(words[0])) {
  await app.whenReady();
  app.exit(await runCommandLine(words));
} else {
  app.setPath('userData', dataDir);
  app.setName('Burnish');
  declareSchemes();
  if (app.requestSingleInstanceLock()) await runDesktop(dataDir);
  else app.quit();
}
