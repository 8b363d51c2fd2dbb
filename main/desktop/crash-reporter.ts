/** Reports crashes of all processes to `main/crashes`, from before the first window. Nothing is sent, not by Chromium either. */
import { mkdirSync } from 'node:fs';
import { release } from 'node:os';
import { join } from 'node:path';
import { app, crashReporter } from 'electron';
import { type CrashReports, openCrashReports } from '../crashes/crash-reports.ts';
import type { EngineChild } from '../service/engine/engine-host.ts';
import { engineName, graphicsName } from './system/engine-process.ts';

/** A killed process counts as crashed if Burnish still runs after this time; at the end of a session, all is killed. */
const killReportDelayMs = 2000;
/** Lets the engine's last lines reach the log. */
const logDelayMs = 500;

/** Must run before Electron is ready. @param dataDir absolute */
export function startCrashReporter(dataDir: string): CrashReports {
  const folder = join(dataDir, 'crashes');
  storeDumpsIn(join(folder, 'memory'));
  const reports = openCrashReports({
    folder,
    logFile: join(dataDir, 'logs', 'burnish.log'),
    about: `Burnish ${app.getVersion()}, ${versions()}\n${process.platform} ${process.arch} ${release()}`,
  });
  process.on('uncaughtExceptionMonitor', (error) => reports.record('fault', error));
  app.on('render-process-gone', (_, __, { reason, exitCode }) =>
    reportUnlessEnding(reason, () =>
      reports.record('window', `The window process ended unexpectedly: ${reason}, ${exitCode}`),
    ),
  );
  app.on('child-process-gone', (_, { type, name, reason, exitCode }) => {
    // `reportEngineCrash` covers the engine, whose host knows whether it was stopped. The engine itself stops a slow
    // graphics process, and the window shows a crashed one.
    if (name === engineName || name === graphicsName) return;
    reportUnlessEnding(reason, () =>
      reports.record('part', `A process ended unexpectedly: ${name ?? type}, ${reason}, ${exitCode}`),
    );
  });
  return reports;
}

/** Wraps a child so that its end is reported unless it was stopped. */
export function reportEngineCrash(child: EngineChild, reports: Pick<CrashReports, 'record'>): EngineChild {
  let isStopRequested = false;
  child.onExit((code) => {
    if (isStopRequested) return;
    setTimeout(
      () => reports.record('engine', `The built-in engine process ended unexpectedly: ${code}`),
      logDelayMs,
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

function storeDumpsIn(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    app.setPath('crashDumps', folder);
  } catch {
    return; // The start reports an unwritable folder.
  }
  // The system may send its own reports.
  crashReporter.start({ uploadToServer: false, ignoreSystemCrashHandler: true });
}

function reportUnlessEnding(reason: string, report: () => void): void {
  if (reason === 'clean-exit') return;
  if (reason === 'killed') setTimeout(report, killReportDelayMs).unref();
  else report();
}
