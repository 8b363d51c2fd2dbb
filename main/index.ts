/**
 * Electron's entry: starts the command line, or the only window. Electron becomes ready after the evaluation of this module, so
 * everything else is imported later.
 */
import { app, Menu } from 'electron';
import { commandArguments } from './cli/command-list.ts';
import { configuredDataDir } from './default-data-dir.ts';
import { startCrashReporter } from './desktop/crash-reporter.ts';
import { declareSchemes } from './desktop/protocols/page-origin.ts';
import { runDesktop } from './desktop/run-desktop.ts';
import { cacheCompiledCode } from './desktop/system/code-cache.ts';
import { restrictToOwner } from './files/private-files.ts';

restrictToOwner();
cacheCompiledCode();

const dataDir = app.commandLine.getSwitchValue('data') || configuredDataDir();
const isMac = process.platform === 'darwin';
const commandLine = commandArguments(process.argv);

if (commandLine !== null) {
  // Warnings of packages are for developers, not for a terminal.
  process.removeAllListeners('warning');
  void app
    .whenReady()
    .then(() => Promise.all([import('./cli.ts'), import('./desktop/system/engine-process.ts')]))
    .then(([{ runCommandLine }, { launchEngine }]) => runCommandLine(commandLine, launchEngine))
    .then((code) => app.exit(code));
} else {
  app.setName('Burnish');
  // Replaces Electron's default menu. The bar keeps its height, so that the page does not move when it is filled.
  Menu.setApplicationMenu(isMac ? null : Menu.buildFromTemplate([{ label: ' ', enabled: false }]));
  app.setPath('userData', dataDir);
  declareSchemes();
  if (app.requestSingleInstanceLock()) {
    // Electron reports uncaught errors.
    runDesktop(dataDir, startCrashReporter(dataDir)).catch((error) =>
      process.nextTick(() => {
        throw error;
      }),
    );
  } else app.quit();
}
