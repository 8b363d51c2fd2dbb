import { expect } from 'vitest';
import type { Recipe } from '../../../../../contract/recipes/recipe.ts';
import type { MirroredJob } from '../../../../../main/store/index.ts';
import { recipe, test } from '../../../../helpers/store/store-stage.ts';

const mirrored: MirroredJob = {
  sharedId: 7,
  fence: 1,
  batch: { sharedId: 3, title: 'Batch', station: 'two', person: '', createdAt: 1 },
  counter: 1,
  origin: 'drop',
  place: { share: 'photos', path: 'a.jpg' },
  sourcePath: '/photos/a.jpg',
  relativeFolder: '',
  outputFolder: '/photos/out',
  contentHash: 'a'.repeat(64),
  bytes: 30,
  width: 120,
  height: 60,
  takenAt: null,
  decision: null,
  recipe: { ...recipe, alsoAs: [{ ...recipe.output, folder: '/closed' }] } as Recipe,
  profileId: 'built-in',
  state: 'queued',
  held: false,
  priority: 0,
  station: '',
  error: null,
  createdAt: 1,
  startedAt: null,
  finishedAt: null,
  files: [],
  paths: [],
};

test('another folder for all jobs does not apply to those of other stations', ({ stage }) => {
  const { store } = stage;
  store.mirrored.apply([mirrored]);
  const [job] = store.views.summaries();
  expect(store.actions.redirectAll('/closed', '/open')).toEqual([]);
  expect(store.jobs.get(job!.id)?.recipe.alsoAs).toMatchObject([{ folder: '/closed' }]);
});
