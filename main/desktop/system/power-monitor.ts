/** The computer's power: told of sleep and battery, kept awake while work runs, and put to sleep when the user wants it so. */
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

/** How often it is looked whether work still runs, in ms: between two photographs nothing runs for a moment. */
const checkEvery = 10_000;
const countdownMs = 30_000;

export interface PowerOptions {
  readonly burnish: BurnishApp;
  /** True once Burnish was told to stop. */
  readonly isEnding: () => boolean;
  readonly log: { info(text: string): void; warn(text: string): void };
  /** Tells the user, with a sentence. */
  readonly notifyUser: (sentence: MessageDescriptor) => void;
}

export function monitorPower({ burnish, isEnding, log, notifyUser }: PowerOptions): { stop(): void } {
  const { store, power } = burnish.core;
  let blocker: number | null = null;

  const stayAwake = () => {
    const { stayAwake: wanted, paused } = store.settings.read();
    const isNeeded = wanted && !paused && burnish.isAtWork();
    if (isNeeded && blocker === null) blocker = powerSaveBlocker.start('prevent-app-suspension');
    if (!isNeeded && blocker !== null) {
      powerSaveBlocker.stop(blocker);
      blocker = null;
    }
  };

  const done = createCompletionAction({
    settings: store.settings.read,
    hasWork: store.views.hasOpen,
    isEnding,
    countDown,
    sleep: async () => {
      const [program, ...args] = sleepCommand(process.platform);
      log.info('All work is done. Putting the computer to sleep.');
      await promisify(execFile)(program, args).catch((fault: Error) => {
        log.warn(fault.message);
        notifyUser(msg('desktop.sleep.failed'));
      });
    },
    run: (command) => {
      log.info('All work is done. Running the command from the settings.');
      // As the user typed it, by the system's shell: nothing of ours and nothing of a file or a service is put into it.
      const child = withUserUmask(() =>
        spawn(command, { shell: true, detached: true, stdio: 'ignore', cwd: homedir() }),
      );
      child.on('error', (fault) => log.warn(fault.message));
      child.unref();
    },
  });

  const suspend = () => burnish.suspend();
  const wake = () => burnish.wake();
  const onBattery = () => power.setOnBattery(true);
  const onMains = () => power.setOnBattery(false);
  powerMonitor.on('suspend', suspend);
  powerMonitor.on('resume', wake);
  powerMonitor.on('on-battery', onBattery);
  powerMonitor.on('on-ac', onMains);
  power.setOnBattery(powerMonitor.isOnBatteryPower());
  const timer = setInterval(stayAwake, checkEvery);
  const unsubscribe = store.changes.subscribe(({ lists }) => {
    if (lists.has('settings')) stayAwake();
    if (store.views.hasOpen()) done.cancelCountdown();
    if (blocker === null) stayAwake();
  });
  burnish.onDrained(() => {
    if (burnish.otherHolder() === null) void done.allDone();
  });

  return {
    stop() {
      clearInterval(timer);
      unsubscribe();
      done.cancelCountdown();
      powerMonitor.off('suspend', suspend);
      powerMonitor.off('resume', wake);
      powerMonitor.off('on-battery', onBattery);
      powerMonitor.off('on-ac', onMains);
      if (blocker !== null) powerSaveBlocker.stop(blocker);
    },
  };
}

/** A dialog of main's own, which closes by itself: true when the time is over or the user says so. */
async function countDown(signal: AbortSignal): Promise<boolean> {
  const over = new AbortController();
  const dialogResult = dialog.showMessageBox({
    type: 'info',
    title: 'Burnish',
    message: formatMessage(msg('desktop.sleep.countdown', { wait: { ms: countdownMs } })),
    buttons: [formatMessage(msg('desktop.sleep.stay')), formatMessage(msg('desktop.sleep.now'))],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
    signal: AbortSignal.any([signal, over.signal]),
  });
  const waited = pause(countdownMs, 'over' as const, { signal: AbortSignal.any([signal, over.signal]) }).catch(
    () => 'called off' as const,
  );
  const first = await Promise.race([dialogResult.then(({ response }) => (response === 1 ? 'now' : 'stay')), waited]);
  over.abort();
  return !signal.aborted && (first === 'now' || first === 'over');
}
