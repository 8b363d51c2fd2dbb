/** Reacts to sleep and battery, keeps the computer awake during work, and puts it to sleep afterwards if wanted. */
import { execFile, spawn } from 'node:child_process';
import { homedir } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { dialog, powerMonitor, powerSaveBlocker } from 'electron';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import { type MessageDescriptor, msg } from '../../../contract/messages/message.ts';
import type { BurnishApp } from '../../app.ts';
import { withUserUmask } from '../../files/private-files.ts';
import { createCompletionAction, sleepCommand } from '../../pipeline/ending/completion.ts';

/** Interval of the checks for running work. Between two photographs nothing runs for a moment. */
const checkIntervalMs = 10_000;
const countdownMs = 30_000;

export interface PowerOptions {
  readonly burnish: BurnishApp;
  readonly isEnding: () => boolean;
  readonly log: { info(text: string): void; warn(text: string): void };
  readonly notifyUser: (message: MessageDescriptor) => void;
}

export function monitorPower(options: PowerOptions): { stop(): void } {
  const { burnish } = options;
  const { store, power } = burnish.core;
  const awake = createSleepBlocker(() => {
    const { stayAwake, paused } = store.settings.read();
    return stayAwake && !paused && burnish.isAtWork();
  });
  const completion = openCompletionAction(options);

  const suspend = () => burnish.suspend();
  const wake = () => burnish.wake();
  const onBattery = () => power.setOnBattery(true);
  const onMains = () => power.setOnBattery(false);
  powerMonitor.on('suspend', suspend);
  powerMonitor.on('resume', wake);
  powerMonitor.on('on-battery', onBattery);
  powerMonitor.on('on-ac', onMains);
  power.setOnBattery(powerMonitor.isOnBatteryPower());
  const timer = setInterval(awake.update, checkIntervalMs);
  const unsubscribe = store.changes.subscribe(({ lists }) => {
    if (lists.has('settings') || !awake.isBlocking()) awake.update();
    if (store.views.hasOpen()) completion.cancelCountdown();
  });
  burnish.onDrained(() => {
    if (burnish.otherHolder() === null) void completion.allDone();
  });

  return {
    stop() {
      clearInterval(timer);
      unsubscribe();
      completion.cancelCountdown();
      powerMonitor.off('suspend', suspend);
      powerMonitor.off('resume', wake);
      powerMonitor.off('on-battery', onBattery);
      powerMonitor.off('on-ac', onMains);
      awake.stop();
    },
  };
}

/** Prevents the computer from sleeping while `isNeeded`. */
function createSleepBlocker(isNeeded: () => boolean) {
  let blocker: number | null = null;
  const stop = () => {
    if (blocker !== null) powerSaveBlocker.stop(blocker);
    blocker = null;
  };
  return {
    isBlocking: () => blocker !== null,
    update() {
      if (!isNeeded()) stop();
      else blocker ??= powerSaveBlocker.start('prevent-app-suspension');
    },
    stop,
  };
}

function openCompletionAction({ burnish, isEnding, log, notifyUser }: PowerOptions) {
  const { settings, views } = burnish.core.store;
  return createCompletionAction({
    settings: settings.read,
    hasWork: views.hasOpen,
    isEnding,
    countDown,
    sleep: async () => {
      const [program, ...args] = sleepCommand(process.platform);
      log.info('All work is done. Putting the computer to sleep.');
      await promisify(execFile)(program, args).catch((error: Error) => {
        log.warn(error.message);
        notifyUser(msg('desktop.sleep.failed'));
      });
    },
    run: (command) => {
      log.info('All work is done. Running the command from the settings.');
      // The system's shell runs exactly the user's text; no file name or text of a service is inserted.
      const child = withUserUmask(() =>
        spawn(command, { shell: true, detached: true, stdio: 'ignore', cwd: homedir() }),
      );
      child.on('error', (error) => log.warn(error.message));
      child.unref();
    },
  });
}

/** Shows a countdown in a dialog. Returns whether it has ended or the user wants no delay. */
async function countDown(signal: AbortSignal): Promise<boolean> {
  const closing = new AbortController();
  const anySignal = AbortSignal.any([signal, closing.signal]);
  const answer = dialog.showMessageBox({
    type: 'info',
    title: 'Burnish',
    message: formatMessage(msg('desktop.sleep.countdown', { wait: { ms: countdownMs } })),
    buttons: [formatMessage(msg('desktop.sleep.stay')), formatMessage(msg('desktop.sleep.now'))],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
    signal: anySignal,
  });
  const timeout = pause(countdownMs, 'timeout' as const, { signal: anySignal }).catch(() => 'canceled' as const);
  const first = await Promise.race([answer.then(({ response }) => (response === 1 ? 'now' : 'stay')), timeout]);
  closing.abort();
  return !signal.aborted && (first === 'now' || first === 'timeout');
}
