/**
 * Electron's entry: one instance; the command line when a command is given, else the window. Electron becomes ready only after
 * this module has been evaluated, and the window waits for nothing else: what is not needed for that is imported later.
 */
import { app, Menu } from 'electron';
import { isCommand } from './cli/command-names.ts';
import { usualDataDir } from './data-dir.ts';
import { noticeCrashes } from './desktop/crashes.ts';
import { declareSchemes } from './desktop/page.ts';
import { runDesktop } from './desktop/run.ts';
import { keepToOwner } from './files/private-files.ts';

keepToOwner();

const dataDir = app.commandLine.getSwitchValue('data') || usualDataDir();
// Before a command stand only Electron's switches and, in a checkout, the app's folder.
const command = process.argv.findIndex((word, index) => index > 0 && isCommand(word));

if (command > 0) {
  void app
    .whenReady()
    .then(() => Promise.all([import('./cli.ts'), import('./desktop/engine-process.ts')]))
    .then(([{ runCommandLine }, { launchEngine }]) => runCommandLine(process.argv.slice(command), launchEngine))
    .then((code) => app.exit(code));
} else {
  app.setName('Burnish');
  // Else Electron makes one of its own first.
  Menu.setApplicationMenu(null);
  app.setPath('userData', dataDir);
  declareSchemes();
  if (app.requestSingleInstanceLock()) {
    // As Electron tells of every fault that nobody expected.
    runDesktop(dataDir, noticeCrashes(dataDir)).catch((fault) =>
      process.nextTick(() => {
        throw fault;
      }),
    );
  } else app.quit();
}
