/** Runs a command and the real window on one data folder with the same photographs; the window may be killed. */
import { setTimeout as sleep } from 'node:timers/promises';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import type { Bridge } from '../../../preload/channels.ts';
import { openWindow } from '../../helpers/window/window.ts';
import { type Round, runWords, settleAndCheck } from '../runner/round.ts';

interface PageGlobals {
  readonly burnish: Bridge;
}

export async function runWithWindow(round: Round): Promise<void> {
  const { scene, chance } = round;
  const window = await openWindow(scene.data);
  // Playwright forgets the process when the app ends.
  const running = window.app.process();
  try {
    const snapshot = await window.snapshot();
    const profile = snapshot.profiles.find(({ id }) => id === 'ledger');
    if (!profile) throw new Error('the window does not know the service');
    const saved = await window.page.evaluate(
      (request) => (globalThis as unknown as PageGlobals).burnish.profiles.save(request),
      { profile, key: scene.key },
    );
    if (!saved.ok) throw new Error(formatMessage(saved.message));
    await window.changeSettings({ outputFolder: scene.out });
    const drop = async () => {
      await sleep(chance.below(1500));
      await window.drop([scene.source]);
    };
    if (chance.chance(0.4)) {
      const command = round.run(runWords(round));
      await drop();
      await sleep(chance.below(1500));
      running.kill('SIGKILL');
      round.count('kills');
      await command;
    } else {
      const [{ code }] = await Promise.all([round.run(runWords(round)), drop()]);
      if (code !== 0) round.violate('exit code', `${code} beside a window`);
      await window.atRest(scene.photographs.length);
      for (const fault of window.faults) round.violate('failed', `in the window: ${fault}`);
      await window.quit();
    }
  } finally {
    running.kill('SIGKILL');
  }
  await settleAndCheck(round, runWords(round));
}
