/** A daily limit over stations with wrong clocks: real stations, a real PostgreSQL, a service that charges. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { noCosts } from '../../../../contract/services/costs.ts';
import { profileSchema } from '../../../../contract/services/profile.ts';
import { openStore } from '../../../../main/store/index.ts';
import { smallPhotographs } from '../../../helpers/photograph/small-photographs.ts';
import { commandStudios } from '../../../helpers/studio/studio-tests.ts';

const openStudio = commandStudios();
const hour = 3_600_000;
const perDay = 6;
const photographCount = 12;
const preload = new URL('../../../campaign/runner/preload.ts', import.meta.url).href;

test('a daily limit of six holds over stations with clocks two days ahead and two days behind', async () => {
  const stage = await openStudio({ beat: 200, lease: 5000 });
  const { service } = stage;
  await smallPhotographs(join(stage.mounts[0], 'in'), photographCount);
  const costs = { ...noCosts, prices: { 'face-beauty-pro': 1 }, perDay };
  const { baseUrl } = service;
  stage.run('desk');

  for (const [name, offset] of [
    ['ahead', 48 * hour],
    ['behind', -48 * hour],
    ['right', 0],
  ] as const) {
    const store = openStore({ folder: join(stage.folder, `data-${name}`) });
    store.profiles.save(profileSchema.parse({ id: 'account', kind: 'remote', name: 'Account', baseUrl, costs }));
    store.close();
    const clock = { epoch: Date.now(), speed: 1, offset };
    const campaign = JSON.stringify({ clock, kill: null });
    stage.worker(name, { env: { NODE_OPTIONS: `--import ${preload}`, BURNISH_CAMPAIGN: campaign } });
  }
  await stage.eventually(async () => (await stage.count(`state = 'done'`)) === perDay);

  // Each of them has requested one more upload, and has been rejected.
  const [now] = await stage.rows<{ at: Date }>(`SELECT now() + interval '3 seconds' AS at`);
  const heard = `SELECT FROM burnish.stations WHERE name IN ('ahead', 'behind', 'right') AND heard_at > $1`;
  await stage.eventually(async () => (await stage.rows(heard, [now?.at])).length === 3);
  expect(service.charges).toHaveLength(perDay);
});
