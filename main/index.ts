/** Electron's entry: one instance; the command line when a command is given, else the window. */
import { app } from 'electron';
import { isCommand, runCommandLine } from './cli.ts';
import { defaultDataDir } from './data-dir.ts';
import { launchEngine } from './desktop/engine-process.ts';
import { declareSchemes } from './desktop/page.ts';
import { runDesktop } from './desktop/run.ts';

const dataDir = app.commandLine.getSwitchValue('data') || process.env.BURNISH_DATA || defaultDataDir();
// Before a command stand only Electron's switches and, in a checkout, the app's folder.
const command = process.argv.findIndex((word, index) => index > 0 && isCommand(word));

if (command > 0) {
  await app.whenReady();
  app.exit(await runCommandLine(process.argv.slice(command), launchEngine));
} else {
  app.setName('Burnish');
  app.setPath('userData', dataDir);
  declareSchemes();
  if (app.requestSingleInstanceLock()) await runDesktop(dataDir);
  else app.quit();
}
