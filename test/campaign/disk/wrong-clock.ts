/** Sets the clock of a running command with libfaketime, which reads the time from a file. */
import { existsSync, globSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Round, runWords, settleAndCheck } from '../runner/round.ts';
import { refusal } from '../service/fault.ts';
import { healthy } from '../service/ledger-service.ts';
import { until } from './disk-troubles.ts';

const library = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')[0] ?? '';

export const canSetClocks = (): boolean => existsSync(library);

/** @param by ms of fast time */
export async function setClock(round: Round, by: number): Promise<void> {
  const { scene, service, chance } = round;
  // Some jobs wait for a retry when the clock is set.
  service.behave({
    ...healthy,
    latency: () => 60,
    upload: (nth) => (nth % 3 === 1 && nth < 12 ? refusal('EXCEEDING_LIMITS', 'new') : null),
  });
  const file = join(scene.root, 'time');
  await writeFile(file, '+0');
  const env = {
    ...{ BURNISH_LOG: '', LD_PRELOAD: library, FAKETIME_TIMESTAMP_FILE: file },
    ...{ FAKETIME_NO_CACHE: '1', FAKETIME_DONT_FAKE_MONOTONIC: '1' },
  };
  const words = runWords(round);
  const running = round.start(words, { limitMs: 120_000, env });
  const uploads = 1 + chance.below(scene.photographs.length - 2);
  await until(running, () => service.ledger.last >= uploads, 60_000);
  const seconds = by / 1000 / round.speed;
  await writeFile(file, `${seconds < 0 ? '' : '+'}${seconds.toFixed(3)}`);
  const { code, err, ms } = round.check(await running.ended);
  round.peak('ms with a wrong clock', ms);
  if (code !== 0) round.violate('failed', `exit ${code}: ${err.slice(-300)}`);
  await settleAndCheck(round, words);
}
