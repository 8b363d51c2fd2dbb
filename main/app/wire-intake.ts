/** How photographs come in: dropped or chosen, shown first, with another recipe, as samples; and folders that are watched. */
import { randomUUID } from 'node:crypto';
import type { AddReport } from '../../contract/app/action-reports.ts';
import type { Notice } from '../../contract/app/app-snapshot.ts';
import { type Message, msg } from '../../contract/messages/message.ts';
import { producesPicture, type Recipe, trialTerms, withoutConditions } from '../../contract/recipes/recipe.ts';
import { canCharge } from '../../contract/services/profile.ts';
import type { Sample } from '../bundled-resources.ts';
import { systemClock } from '../clock.ts';
import { addPhotographs } from '../intake/add-photographs.ts';
import { batchTitle, orderResultsFirst } from '../intake/batch-title.ts';
import { addForComparison, chooseForComparison, estimateComparison } from '../intake/compare-services.ts';
import type { AddPhotosOptions } from '../intake/examine/add-options.ts';
import { lookFirst } from '../intake/look-first.ts';
import { expandPaths } from '../intake/paths/expand-paths.ts';
import { type FollowPicksOptions, startPickProcessing } from '../intake/process-picks.ts';
import { type ReprocessOptions, reprocess } from '../intake/reprocess.ts';
import { addSamples } from '../intake/samples.ts';
import { WatchFolders } from '../intake/watch/watch-folders.ts';
import { outputFolderOf } from '../intake/watch/watch-plan.ts';
import type { IpcContext } from '../ipc/ipc-context.ts';
import { UserError } from '../ipc/user-error.ts';
import { alternativeRecipe, costOf } from '../pipeline/spending/estimate.ts';
import type { Bulk } from '../review/actions/bulk-work.ts';
import type { Services } from '../service/services.ts';
import type { NewBatch, ReprocessSource, Store } from '../store/index.ts';
import type { Membership } from '../studio/membership.ts';
import { createStudioBatches } from './studio-batches.ts';

export interface IntakeParts {
  readonly store: Store;
  readonly studio: Membership;
  readonly services: Pick<Services, 'credits' | 'refresh'>;
  readonly bulk: Bulk;
  readonly samples: readonly Sample[];
  readonly onChange: () => void;
  readonly onNotice: (tone: Notice['tone'], text: Message) => void;
}

type Intake = Pick<
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
  const profileOf = (recipe: Recipe) => recipe.profileId ?? store.settings.read().defaultProfileId;
  const defaultFolderOf = (recipe: Recipe) => recipe.output.folder ?? store.settings.read().outputFolder;
  const filesIn = (paths: readonly string[]) => expandPaths(orderResultsFirst(paths, store), { recursive: true });
  const recipeWith = (recipeId: string): Recipe => {
    const recipe = store.recipes.get(recipeId);
    if (recipe === null) throw new UserError(msg('app.chooseRecipe'));
    return recipe;
  };
  const { openBatch, showOffered, keepUnlessEmpty } = createStudioBatches({ store, studio });
  const takeFiles = (
    files: Parameters<typeof addPhotographs>[0],
    { recipe, outputFolder }: Pick<AddPhotosOptions, 'recipe' | 'outputFolder'>,
    batch: AddPhotosOptions['batch'],
    options: Pick<AddPhotosOptions, 'signal' | 'onJobs'> = {},
  ) => {
    const profileId = profileOf(recipe);
    return addPhotographs(files, {
      ...{ store, recipe, outputFolder, profileId, from: 'hand' },
      ...openBatch(batch, profileId),
      ...options,
    });
  };
  const take = (paths: readonly string[], recipe: Recipe, batch: AddPhotosOptions['batch']) =>
    takeFiles(filesIn(paths), { recipe, outputFolder: defaultFolderOf(recipe) }, batch);
  const targetResolver = (recipeId: string | null, profileId: string | null) => (source: ReprocessSource) => {
    const chosen = store.recipes.get(recipeId ?? source.recipeId ?? store.settings.read().defaultRecipeId);
    if (chosen === null) return null;
    const recipe = profileId === null ? chosen : atService(chosen, profileId);
    const ofFolder = source.folderId === null ? null : outputFolderOf(store, source.folderId, recipe);
    return { recipe, outputFolder: ofFolder ?? defaultFolderOf(recipe) };
  };

  /** The same object for each photograph, by which its work is known. */
  const elsewhere = new Map<string, { readonly original: Recipe; readonly recipe: Recipe }>();
  const atService = (recipe: Recipe, profileId: string): Recipe => {
    const known = elsewhere.get(`${recipe.id} ${profileId}`);
    if (known?.original === recipe) return known.recipe;
    const reroutedRecipe = { ...recipe, profileId };
    elsewhere.set(`${recipe.id} ${profileId}`, { original: recipe, recipe: reroutedRecipe });
    return reroutedRecipe;
  };
  /** How a batch begins: with a trial, if its recipe has one, and held until its cost is known, if the user decides on that or on drafts. */
  const termsOf = (recipes: readonly (Recipe | null)[]) => {
    const [recipe] = recipes;
    const trial = recipes.length === 1 && recipe ? trialTerms(recipe) : {};
    const heldForCost = recipes
      .flatMap((each) => (each ? [each, ...alternativeRecipe(each, store)] : []))
      .some((each) => {
        const profile = store.profiles.get(profileOf(each));
        // Other stations would begin before the estimate.
        const needsEstimate = studio.studio?.desk != null || profile?.costs.askAbove !== null || 'trial' in trial;
        return profile !== null && canCharge(profile) && needsEstimate;
      });
    return { heldForCost, ...trial };
  };
  /** What was added with what it may cost; it goes on where that need not be asked about. */
  const withCosts = async (report: AddReport): Promise<AddReport> => {
    const { batchId } = report;
    if (batchId === null) return report;
    // The studio's database is away: the batch waits, and is approved or estimated once it is back.
    if (!(await showOffered(batchId, () => void begin(batchId)))) return report;
    if (keepUnlessEmpty(batchId) === null) return { ...report, batchId: null };
    const { estimates, asks } = await begin(batchId);
    const isMost = estimates.length > 0 && store.requestsLeft.hasConditional({ batchId });
    const notes = isMost ? [...report.notes, msg('app.mostCost')] : report.notes;
    return { ...report, notes, estimates, asksAboutCost: asks };
  };

  /** Estimates a batch, and begins with it unless the user is asked about its cost. */
  const begin = async (batchId: number) => {
    store.trials.choose(batchId);
    const { estimates, asks } = await costOf({ batchId }, store, services);
    const { heldForCost: isHeld = false, trial = null } = store.batches.get(batchId) ?? {};
    // A trial at a paid service may begin with free drafts.
    const needsDecision = asks !== null || (trial !== null && estimates.some(({ requests }) => requests > 0));
    if (isHeld && !needsDecision) store.batches.setCap(batchId, null);
    store.trials.choose(batchId);
    return { estimates, asks: isHeld && needsDecision };
  };

  const intake: Intake = {
    add: async (paths, recipeId) => {
      const recipe = recipeWith(recipeId);
      const batch = { title: batchTitle(paths), origin: 'drop', folderId: null, ...termsOf([recipe]) } as const;
      return withCosts(await take(paths, recipe, batch));
    },
    lookFirst: (paths, recipeId) => {
      const recipe = recipeWith(recipeId);
      const profileId = profileOf(recipe);
      const title = batchTitle(paths);
      const applied = studio.intake({ key: randomUUID(), title }, profileId, 'drop');
      return lookFirst(filesIn(paths), {
        ...{ store, recipe, profileId, outputFolder: defaultFolderOf(recipe) },
        batch: { title, origin: 'drop', folderId: null },
        ...(applied ? { studio: applied } : {}),
      });
    },
    processWith: (sources, recipeId, profileId = null, { isRest = false, into } = {}) => {
      if (recipeId !== null) recipeWith(recipeId);
      if (profileId !== null && store.profiles.get(profileId) === null)
        throw new UserError(msg('ipc.choose.knownService'));
      return bulk.runAlongside('again', sources.length, (done, signal) => {
        let count = 0;
        const onJobs = (ids: readonly number[]) => {
          count += ids.length;
          done(count);
        };
        const takeSlice: ReprocessOptions['take'] = (files, target, batch) =>
          takeFiles(files, target, batch, { signal, onJobs });
        const targetFor = targetResolver(recipeId, profileId);
        const meant = (recipe: Recipe) => (isRest ? recipe : withoutConditions(recipe));
        const targets = sources.map(targetFor);
        const terms = termsOf([...new Set(targets.map((target) => target && meant(target.recipe)))]);
        const known = into == null ? null : store.batches.get(into);
        // One that the user has paused stays as it is.
        const batch = known !== null && (!known.held || known.heldForCost) ? known.id : null;
        if (batch !== null && 'heldForCost' in terms && terms.heldForCost) store.batches.holdForCost(batch);
        const processOptions = {
          store,
          targetFor,
          origin: 'drop',
          take: takeSlice,
          signal,
          terms,
          isRest,
          ...(into === undefined ? {} : { into: batch }),
        } as const;
        return reprocess(sources, processOptions).then(withCosts);
      });
    },
    compareServices: async (all, recipeId, profileIds) => {
      if (studio.studio !== null) throw new UserError(msg('app.compare.studio'));
      const recipe = recipeWith(recipeId);
      if (!producesPicture(recipe)) throw new UserError(msg('app.compare.noPicture'));
      const [one, other] = profileIds.map((id) => store.profiles.get(id));
      if (!one || !other) throw new UserError(msg('ipc.choose.knownService'));
      if (one.id === other.id) throw new UserError(msg('app.compare.same'));
      const sources = chooseForComparison(all);
      const targetResolvers = [targetResolver(recipeId, one.id), targetResolver(recipeId, other.id)] as const;
      const targetFor = (source: ReprocessSource, service: 0 | 1) => {
        const target = targetResolvers[service](source) ?? { recipe, outputFolder: defaultFolderOf(recipe) };
        // Whoever compares has chosen the photographs himself.
        const meant = withoutConditions(target.recipe);
        return { ...target, recipe: source.product === null ? meant : { ...meant, product: source.product } };
      };
      const title = msg('intake.batch.compared', { one: one.name, other: other.name });
      // Held until all are here: a photograph that failed at one service meanwhile would move to the other.
      const batch: NewBatch = { title, origin: 'drop', folderId: null, heldForCost: true };
      const { report, pairs } = await bulk.runAlongside('again', 2 * sources.length, (onProgress, signal) =>
        addForComparison(sources, {
          ...{ store, batch, onProgress, signal },
          isAt: (id, service) => store.jobs.get(id)?.profileId === profileIds[service],
          take: (file, source, service, targetBatch, onJobs) =>
            takeFiles([file], targetFor(source, service), targetBatch, { onJobs }),
        }),
      );
      if (pairs.length === 0) throw new UserError(msg('app.compare.none'));
      const services = [one, other].map(({ id, name }) => ({ profileId: id, service: name }));
      const id = store.comparisons.create({ recipe, services: [services[0]!, services[1]!], pairs });
      return { id, report: await withCosts(report) };
    },
    estimateComparison: (sources, recipeId, profileIds) =>
      estimateComparison(sources, recipeWith(recipeId), profileIds, { store, services }),
    addSamples: async () => {
      const report = await addSamples(samples, store.recipes, take);
      if (report === null) throw new UserError(msg('app.noSamples'));
      return report;
    },
    outputOf: (folderId) => outputFolderOf(store, folderId),
    batchTerms: termsOf,
    withCosts,
  };
  /** Begins with what is picked where that is wished for. Returns what ends it. */
  const startPicks = (sourcesOf: FollowPicksOptions['sourcesOf'], onFault: (fault: unknown) => void) =>
    startPickProcessing({
      ...{ store, sourcesOf, onFault, clock: systemClock },
      take: (sources, recipeId, batchId) => intake.processWith(sources, recipeId, null, { into: batchId }),
      onTaken: ({ accepted, refused }, recipe) => {
        if (accepted > 0) onNotice('info', msg('app.picksTaken', { count: accepted, recipe }));
        const [first] = refused;
        if (first) onNotice('warning', msg('app.picksRefused', { path: first.path, why: first.message }));
      },
    });
  return { folders, intake, startPicks };
}
