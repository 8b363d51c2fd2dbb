/** Notices what crashes, from before the first window on. Nothing of it is sent to anybody, by Chromium neither. */
import { mkdirSync } from 'node:fs';
import { release } from 'node:os';
import { join } from 'node:path';
import { app, crashReporter } from 'electron';
import { type CrashReports, openCrashReports } from '../crashes/crash-reports.ts';
import type { EngineChild } from '../service/engine/engine-host.ts';
import { engineName, graphicsName } from './system/engine-process.ts';

/** What was killed from outside counts once this is still at work (ms): at the end of a session all of it is killed. */
const outlives = 2000;
/** How long (ms) the last words of the engine take into the log. */
const lastWords = 500;

/** Must run before Electron is ready. @param dataDir absolute */
export function startCrashReporter(dataDir: string): CrashReports {
  const folder = join(dataDir, 'crashes');
  keepMemoryIn(join(folder, 'memory'));
  const reports = openCrashReports({
    folder,
    logFile: join(dataDir, 'logs', 'burnish.log'),
    about: `Burnish ${app.getVersion()}, ${versions()}\n${process.platform} ${process.arch} ${release()}`,
  });
  process.on('uncaughtExceptionMonitor', (fault) => reports.record('fault', fault));
  app.on('render-process-gone', (_, __, { reason, exitCode }) =>
    unlessEnding(reason, () =>
      reports.record('window', `The window process ended unexpectedly: ${reason}, ${exitCode}`),
    ),
  );
  app.on('child-process-gone', (_, { type, name, reason, exitCode }) => {
    // Of the engine its own process tells (`reportEngineCrash`): it alone knows whether it was to end.
    if (name === engineName) return;
    // The engine ends one that is slow, and shows in the window that one has crashed.
    if (name === graphicsName) return;
    unlessEnding(reason, () =>
      reports.record('part', `A process ended unexpectedly: ${name ?? type}, ${reason}, ${exitCode}`),
    );
  });
  return reports;
}

/** The same child; when it ends without being asked to, that is reported. */
export function reportEngineCrash(child: EngineChild, reports: Pick<CrashReports, 'record'>): EngineChild {
  let isStopRequested = false;
  child.onExit((code) => {
    if (isStopRequested) return;
    setTimeout(
      () => reports.record('engine', `The built-in engine process ended unexpectedly: ${code}`),
      lastWords,
    ).unref();
  });
  return {
    ...child,
    stop: () => {
      isStopRequested = true;
      child.stop();
    },
  };
}

export const versions = (): string =>
  `Electron ${process.versions.electron}, Chromium ${process.versions.chrome}, Node ${process.versions.node}`;

function keepMemoryIn(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    app.setPath('crashDumps', folder);
  } catch {
    return; // Where nothing can be written, the start will say so.
  }
  // The system’s own reports may be sent by it.
  crashReporter.start({ uploadToServer: false, ignoreSystemCrashHandler: true });
}

function unlessEnding(reason: string, report: () => void): void {
  if (reason === 'clean-exit') return;
  if (reason === 'killed') setTimeout(report, outlives).unref();
  else report();
}
