/** Electron's entry: one instance; the command line when a command is given, else the window. */
import { app } from 'electron';
import { isCommand, runCommandLine } from './cli.ts';
import { defaultDataDir } from './data-dir.ts';
import { launchEngine } from './desktop/engine-process.ts';
import { declareSchemes } from './desktop/page.ts';
import { runDesktop } from './desktop/run.ts';
import { keepToOwner } from './store/data-folder/private-files.ts';

keepToOwner();

const dataDir = app.commandLine.getSwitchValue('data') || process.env.BURNISH_DATA || defaultDataDir();
// Before a command stand only Electron's switches and, in a checkout, the app's folder.
const command = process.argv.findIndex((word, index) => index > 0 && isCommand(word));

// Electron becomes ready only after this module has been evaluated: nothing here may wait for that.
if (command > 0) {
  void app
    .whenReady()
    .then(() => runCommandLine(process.argv.slice(command), launchEngine))
    .then((code) => app.exit(code));
} else {
  app.setName('Burnish');
  app.setPath('userData', dataDir);
  declareSchemes();
  if (app.requestSingleInstanceLock()) void runDesktop(dataDir);
  else app.quit();
}
