/**
 * Electron's entry: the command line when a command is given or its launcher was started, else the window, of which there is one.
 * Electron becomes ready only after this module has been evaluated, and the window waits for nothing else: what is not needed for
 * that is imported later.
 */
import { app, Menu } from 'electron';
import { commandArguments } from './cli/command-list.ts';
import { configuredDataDir } from './default-data-dir.ts';
import { keepCompiledCode } from './desktop/code-cache.ts';
import { startCrashReporter } from './desktop/crash-reporter.ts';
import { declareSchemes } from './desktop/page-origin.ts';
import { runDesktop } from './desktop/run-desktop.ts';
import { restrictToOwner } from './files/private-files.ts';

restrictToOwner();
keepCompiledCode();

const dataDir = app.commandLine.getSwitchValue('data') || configuredDataDir();
const isMac = process.platform === 'darwin';
const words = commandArguments(process.argv);

if (words !== null) {
  // What packages warn developers of is not for a terminal.
  process.removeAllListeners('warning');
  void app
    .whenReady()
    .then(() => Promise.all([import('./cli.ts'), import('./desktop/engine-process.ts')]))
    .then(([{ runCommandLine }, { launchEngine }]) => runCommandLine(words, launchEngine))
    .then((code) => app.exit(code));
} else {
  app.setName('Burnish');
  // Else Electron makes one of its own first. The bar has its height, so that the page does not move when it is filled.
  Menu.setApplicationMenu(isMac ? null : Menu.buildFromTemplate([{ label: ' ', enabled: false }]));
  app.setPath('userData', dataDir);
  declareSchemes();
  if (app.requestSingleInstanceLock()) {
    // As Electron tells of every fault that nobody expected.
    runDesktop(dataDir, startCrashReporter(dataDir)).catch((fault) =>
      process.nextTick(() => {
        throw fault;
      }),
    );
  } else app.quit();
}
