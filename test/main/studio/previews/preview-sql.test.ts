/** A worker without a window renders the previews that desks request. */
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { requestPreviewsSql } from '../../../../main/studio/previews/preview-sql.ts';
import { smallPhotographs } from '../../../helpers/photograph/small-photographs.ts';
import { commandStudios } from '../../../helpers/studio/studio-tests.ts';

const openStudio = commandStudios();

test('of its results and of their photographs', { tags: ['long'] }, async () => {
  const studio = await openStudio({ beat: 300, lease: 4000 }, { latency: 10 });
  await smallPhotographs(join(studio.mounts[0], 'in'), 1);
  studio.worker('worker');
  expect((await studio.run('desk').ended).code).toBe(0);

  const wishes = [0, -1].map((output) => ({ job: 1, element: '', output }));
  await studio.rows(requestPreviewsSql, [JSON.stringify(wishes)]);
  const made = () => studio.rows<{ picture: Buffer }>('SELECT picture FROM burnish.previews ORDER BY output');
  await studio.eventually(async () => (await made()).length === 2);

  for (const { picture } of await made()) expect((await sharp(picture).metadata()).format).toBe('webp');
  expect(await studio.rows('SELECT FROM burnish.preview_wishes')).toEqual([]);
});
