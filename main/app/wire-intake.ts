import type { Notice } from '../../contract/app/app-snapshot.ts';
import { type Message, msg } from '../../contract/messages/message.ts';
import type { Sample } from '../bundled-resources.ts';
import { systemClock } from '../clock.ts';
import { ServiceComparisons } from '../comparisons/service-comparisons.ts';
import { type FollowPicksOptions, startPickProcessing } from '../intake/process-picks.ts';
import { WatchFolders } from '../intake/watch/watch-folders.ts';
import { outputFolderOf } from '../intake/watch/watch-plan.ts';
import type { IpcContext } from '../ipc/bridge/ipc-context.ts';
import type { Bulk } from '../review/actions/bulk-work.ts';
import type { Services } from '../service/services.ts';
import type { Store } from '../store/index.ts';
import type { Membership } from '../studio/membership/membership.ts';
import { BatchCosts } from './batch-costs.ts';
import { PhotoIntake } from './photo-intake.ts';
import { RecipeTargets } from './recipe-targets.ts';
import { createStudioBatches } from './studio-batches.ts';

interface IntakeParts {
  readonly store: Store;
  readonly studio: Membership;
  readonly services: Pick<Services, 'credits' | 'refresh'>;
  readonly bulk: Bulk;
  readonly samples: readonly Sample[];
  readonly onChange: () => void;
  readonly onNotice: (tone: Notice['tone'], text: Message) => void;
}

/** Ways to add photographs that the window offers. */
type IntakeActions = Pick<
  IpcContext,
  | 'add'
  | 'lookFirst'
  | 'processWith'
  | 'compareServices'
  | 'estimateComparison'
  | 'addSamples'
  | 'outputOf'
  | 'batchTerms'
  | 'withCosts'
>;

export function wireIntake({ store, studio, services, bulk, samples, onChange, onNotice }: IntakeParts) {
  const folders = new WatchFolders({
    store,
    onChange,
    onNotice,
    studio: {
      isIn: () => studio.studio !== null,
      watcherOf: studio.watcherOf,
      intake: (batch, profileId) => studio.intake(batch, profileId, 'watch'),
    },
  });
  const targets = new RecipeTargets(store);
  const studioBatches = createStudioBatches({ store, studio });
  const costs = new BatchCosts({ store, studio, services, targets, studioBatches });
  const context = { store, studio, services, bulk, samples, targets, costs, studioBatches };
  const photos = new PhotoIntake(context);
  const comparisons = new ServiceComparisons({
    store,
    services,
    bulk,
    targets,
    isInStudio: () => studio.studio !== null,
    addFiles: (files, target, batch, options) => photos.addFiles(files, target, batch, options),
    addCosts: (report) => costs.addCosts(report),
  });
  const actions: IntakeActions = {
    add: (paths, recipeId) => photos.add(paths, recipeId),
    lookFirst: (paths, recipeId) => photos.lookFirst(paths, recipeId),
    processWith: (sources, recipeId, profileId, options) => photos.processWith(sources, recipeId, profileId, options),
    addSamples: () => photos.addSamples(),
    compareServices: (sources, recipeId, profileIds) => comparisons.start(sources, recipeId, profileIds),
    estimateComparison: (sources, recipeId, profileIds) => comparisons.estimate(sources, recipeId, profileIds),
    outputOf: (folderId) => outputFolderOf(store, folderId),
    batchTerms: (recipes) => costs.termsOf(recipes),
    withCosts: (report) => costs.addCosts(report),
  };

  /** Processes picked photographs from now on. Returns a function that stops. */
  const startPicks = (sourcesOf: FollowPicksOptions['sourcesOf'], onFault: (error: unknown) => void) =>
    startPickProcessing({
      store,
      sourcesOf,
      onFault,
      clock: systemClock,
      take: (sources, recipeId, batchId) => photos.processWith(sources, recipeId, null, { into: batchId }),
      onTaken: ({ accepted, refused }, recipe) => {
        if (accepted > 0) onNotice('info', msg('app.picksTaken', { count: accepted, recipe }));
        const [first] = refused;
        if (first) onNotice('warning', msg('app.picksRefused', { path: first.path, why: first.message }));
      },
    });
  return { folders, actions, startPicks };
}
