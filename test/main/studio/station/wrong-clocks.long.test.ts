/** A daily limit over stations with wrong clocks: real stations, a real PostgreSQL, a service that charges. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test, vi } from 'vitest';
import { noCosts } from '../../../../contract/services/costs.ts';
import { profileSchema } from '../../../../contract/services/profile.ts';
import { openStore } from '../../../../main/store/index.ts';
import { startChargingService } from '../../../helpers/service/charging-service.ts';
import { startPostgres } from '../../../helpers/studio/postgres.ts';
import { openStudioStage } from '../../../helpers/studio/studio-stage.ts';

// PostgreSQL and stations are separate processes.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const hour = 3_600_000;
const perDay = 6;
const photographCount = 12;
const preload = new URL('../../../campaign/runner/preload.ts', import.meta.url).href;

test('a daily limit of six holds over stations with clocks two days ahead and two days behind', async () => {
  const picture = (brightness: number) =>
    sharp({ create: { width: 64, height: 64, channels: 3, background: { r: brightness, g: 99, b: 99 } } });
  const service = await startChargingService({ picture: (await picture(0).png().toBuffer()).toString('base64') });
  const postgres = await startPostgres();
  const stage = await openStudioStage(postgres, { beat: 200, lease: 5000 });
  try {
    for (const folder of ['in', 'out']) mkdirSync(join(stage.mounts[0], folder));
    for (let index = 0; index < photographCount; index += 1)
      writeFileSync(
        join(stage.mounts[0], 'in', `${index}.jpg`),
        await picture(10 + index * 15)
          .jpeg()
          .toBuffer(),
      );
    const prices = { 'face-beauty-pro': 1 };
    const costs = { ...noCosts, prices, perDay };
    const { baseUrl } = service;
    const desk = [
      'run',
      join(stage.mounts[0], 'in'),
      '--recipe',
      'face-beauty-pro',
      '--out',
      join(stage.mounts[0], 'out'),
    ];
    stage.station('desk', [...desk, '--service', baseUrl]);
    for (const [name, offset] of [
      ['ahead', 48 * hour],
      ['behind', -48 * hour],
      ['right', 0],
    ] as const) {
      const store = openStore({ folder: join(stage.folder, `data-${name}`) });
      store.profiles.save(profileSchema.parse({ id: 'account', kind: 'remote', name: 'Account', baseUrl, costs }));
      store.close();
      const clock = { epoch: Date.now(), speed: 1, offset };
      const env = {
        KEY: 'secret',
        NODE_OPTIONS: `--import ${preload}`,
        BURNISH_CAMPAIGN: JSON.stringify({ clock, kill: null }),
      };
      stage.station(name, ['worker', '--service', baseUrl, '--key-env', 'KEY'], { env });
    }
    const sentCount = async () => {
      const [row] = await stage.rows<{ count: number }>('SELECT count(*)::integer AS count FROM burnish.attempts');
      return row?.count ?? 0;
    };
    await stage.eventually(async () => (await sentCount()) >= perDay && service.charges.length >= perDay);
    // Each of them has requested one more upload, and has been rejected.
    await stage.eventually(
      async () => (await stage.rows(`SELECT FROM burnish.jobs WHERE state = 'done'`)).length === perDay,
    );
    const [now] = await stage.rows<{ at: Date }>(`SELECT now() + interval '3 seconds' AS at`);
    const heard = `SELECT FROM burnish.stations WHERE name IN ('ahead', 'behind', 'right') AND heard_at > $1`;
    await stage.eventually(async () => (await stage.rows(heard, [now?.at])).length === 3);
    expect(service.charges).toHaveLength(perDay);
  } finally {
    await stage.close();
    await postgres.close();
    await service.close();
  }
});
