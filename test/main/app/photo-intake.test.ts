import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { profileSchema } from '../../../contract/services/profile.ts';
import { createApp } from '../../../main/app.ts';
import { toStoredPath } from '../../../main/files/stored-path.ts';
import { createMemoryKeyStore } from '../../../main/service/keys/key-store.ts';
import { scratchFolder } from '../../helpers/photograph/photographs.ts';
import { smallPhotographs } from '../../helpers/photograph/small-photographs.ts';
import { recipeOf } from '../../helpers/queue/queue-stage.ts';
import { messageText } from '../../helpers/run/message-matchers.ts';

test('several photographs reprocessed with one recipe start with its trial', async () => {
  const folder = scratchFolder();
  const app = await createApp({
    dataDir: join(folder, 'data'),
    samples: [],
    galleryParts: '',
    models: '',
    version: '1',
    picturesFolder: folder,
    who: 'a test',
    showsServices: false,
    keys: createMemoryKeyStore,
    launchEngine: () => ({ onLine: () => {}, onExit: () => {}, stop: () => {} }),
    log: { info: () => {}, warn: () => {} },
    toWords: messageText,
  });
  onTestFinished(() => app.stop());
  const { store } = app.core;
  store.profiles.save(profileSchema.parse({ id: 'paid', kind: 'remote', name: 'Paid', baseUrl: 'http://127.0.0.1:9' }));
  store.recipes.save({ ...recipeOf('smart-skin-advanced'), id: 'trial', profileId: 'paid', trial: 'first' });
  await smallPhotographs(join(folder, 'in'), 5);
  const sources = readdirSync(join(folder, 'in')).map((name) => ({
    path: toStoredPath(join(folder, 'in', name)),
    relativeFolder: '',
    contentHash: null,
    width: 64,
    height: 48,
    recipeId: null,
    recipeName: '',
    product: null,
    title: 'in',
    folderId: null,
  }));
  const report = await app.core.processWith(sources, 'trial');
  expect(report).toMatchObject({ accepted: 5, asksAboutCost: true });
  expect(store.batches.get(report.batchId!)?.trial).toBe(3);
});
