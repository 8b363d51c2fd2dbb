/** A worker without a window renders the previews that desks request. */
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { requestPreviewsSql } from '../../../../main/studio/previews/preview-sql.ts';
import { smallPhotographs, squarePicture } from '../../../helpers/photograph/small-photographs.ts';
import { startChargingService } from '../../../helpers/service/charging-service.ts';
import { startPostgres } from '../../../helpers/studio/postgres.ts';
import { openStudioStage } from '../../../helpers/studio/studio-stage.ts';

// A database and three commands start in turn.
test('of its results and of their photographs', { timeout: 120_000, tags: ['long'] }, async () => {
  const postgres = await startPostgres();
  const stage = await openStudioStage(postgres, { beat: 300, lease: 4000 });
  const service = await startChargingService({ picture: await squarePicture(), latency: 10 });
  try {
    const [share] = stage.mounts;
    await smallPhotographs(join(share, 'in'), 1);
    const at = ['--service', service.baseUrl];
    stage.station('worker', ['worker', ...at, '--key-env', 'KEY'], { env: { KEY: 'secret' } });
    const words = ['run', join(share, 'in'), '--recipe', 'face-beauty-pro', '--out', join(share, 'out'), ...at];
    expect((await stage.station('desk', words).ended).code).toBe(0);
    const wishes = [0, -1].map((output) => ({ job: 1, element: '', output }));
    await stage.rows(requestPreviewsSql, [JSON.stringify(wishes)]);
    const made = () => stage.rows<{ picture: Buffer }>('SELECT picture FROM burnish.previews ORDER BY output');
    await stage.eventually(async () => (await made()).length === 2);
    for (const { picture } of await made()) expect((await sharp(picture).metadata()).format).toBe('webp');
    expect(await stage.rows('SELECT FROM burnish.preview_wishes')).toEqual([]);
  } finally {
    await stage.close();
    await service.close();
    await postgres.close();
  }
});
