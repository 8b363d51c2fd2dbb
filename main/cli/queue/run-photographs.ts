/** Adds photographs for `burnish run` and `burnish copy`: those of paths, or existing ones again. */
import { msg } from '../../../contract/messages/message.ts';
import { detailsChangeSchema, type PhotoInfo, type PhotoInfoChange } from '../../../contract/review/photo-info.ts';
import { builtInProfileId } from '../../../contract/services/profile.ts';
import { addPhotographs } from '../../intake/add-photographs.ts';
import { batchTitle, orderResultsFirst } from '../../intake/batch-title.ts';
import { expandPaths } from '../../intake/paths/expand-paths.ts';
import { reprocess, titleOf } from '../../intake/reprocess.ts';
import type { ReprocessSource, Store } from '../../store/index.ts';
import { type ExitCode, UsageError } from '../exit-codes.ts';
import type { AddingOptions, BatchTermOptions } from '../options/adding-options.ts';
import { parseOptions } from '../options/parse-options.ts';
import { parseRecipe } from '../options/parse-recipe.ts';
import type { PhotoInfoOptions } from '../options/photo-info-options.ts';
import { type PhotoSelection, selectionQuery } from '../options/photo-selection.ts';
import { quotedList } from '../output/message-parts.ts';
import type { Session } from '../session/command-session.ts';
import type { LaunchEngine } from '../session/open-app.ts';
import { addAndRun } from './add-and-run.ts';
import { batchTerms, outputFolder, serviceOf } from './batch-terms.ts';
import type { AddPhotos } from './prepared-command.ts';
import type { createSharedRun } from './shared-run.ts';

interface PathOptions extends AddingOptions, PhotoInfoOptions, BatchTermOptions {
  readonly again?: boolean;
}

/** Processes photographs, and those in folders, with a recipe. @param paths absolute */
export function runPaths(
  paths: readonly string[],
  options: PathOptions,
  launch: LaunchEngine | null,
): Promise<ExitCode> {
  return addAndRun(options, launch, async (session, reporter) => {
    const { store, interrupted: signal } = session;
    const recipe = parseRecipe(options.recipe, store.recipes.list());
    const withPhotoInfo = addPhotoInfo(options, store);
    const profileId = serviceOf(session, recipe);
    const terms = batchTerms(session, profileId, recipe, options);
    const batch = { title: batchTitle(paths), origin: 'command', folderId: null, ...terms } as const;
    const shared = await startSharedRun(session, reporter, {
      title: batch.title,
      origin: batch.origin,
      profileId,
      json: options.json ?? false,
    });
    const add: AddPhotos = (onJobs) =>
      addPhotographs(expandFiles(paths, options, session), {
        store,
        recipe,
        batch,
        outputFolder: outputFolder(store, recipe, options.out),
        profileId,
        from: 'hand',
        again: options.again ?? false,
        signal,
        ...(shared === null ? {} : { studio: shared }),
        onJobs: withPhotoInfo(onJobs),
      });
    return { add, shared };
  });
}

interface AgainOptions extends Omit<AddingOptions, 'recipe'>, PhotoSelection, PhotoInfoOptions, BatchTermOptions {}

/** Value of `--again-with` for the own recipe of each photograph, in its current form. */
const ownRecipe = 'own';

/** Processes existing photographs with a recipe, or each with its own. */
export function runAgainWith(
  recipeText: string,
  options: AgainOptions,
  launch: LaunchEngine | null,
): Promise<ExitCode> {
  return addAndRun(options, launch, async (session, reporter) => {
    const { store, interrupted: signal, app } = session;
    const recipe = recipeText === ownRecipe ? null : parseRecipe(recipeText, store.recipes.list());
    const withPhotoInfo = addPhotoInfo(options, store);
    const sources = await app.core.review.reader.ask('photographs.sources', {
      query: await selectionQuery(options),
      except: [],
    });
    const profileId = recipe === null ? null : serviceOf(session, recipe);
    const shared = await startSharedRun(session, reporter, {
      title: titleOf(sources),
      origin: 'command',
      profileId: profileId ?? builtInProfileId,
      json: options.json ?? false,
    });
    const targetFor = (source: ReprocessSource) => {
      const settings = store.settings.read();
      const chosen = recipe ?? store.recipes.get(source.recipeId ?? settings.defaultRecipeId);
      return chosen && { recipe: chosen, outputFolder: outputFolder(store, chosen, options.out) };
    };
    const add: AddPhotos = (onJobs) =>
      reprocess(sources, {
        store,
        targetFor,
        origin: 'command',
        signal,
        terms: batchTerms(session, profileId ?? store.settings.read().defaultProfileId, recipe, options),
        take: (files, target, batch) =>
          addPhotographs(files, {
            store,
            ...target,
            batch,
            profileId: serviceOf(session, target.recipe),
            from: 'hand',
            onJobs: withPhotoInfo(onJobs),
            signal,
            ...(shared === null ? {} : { studio: shared }),
          }),
      });
    return { add, shared };
  });
}

/** Loads the code of studios only if the command uses one. */
async function startSharedRun(
  session: Session,
  ...rest: Parameters<typeof createSharedRun> extends [unknown, ...infer R] ? R : never
) {
  if (session.app.studio === null) return null;
  const { createSharedRun } = await import('./shared-run.ts');
  return createSharedRun(session, ...rest);
}

/** Finds the photographs of the paths of a command; results of Burnish come first. */
export function expandFiles(
  paths: readonly string[],
  { subfolders, followLinks = false }: Pick<AddingOptions, 'subfolders' | 'followLinks'>,
  { store, interrupted: signal }: Pick<Session, 'store' | 'interrupted'>,
) {
  return expandPaths(orderResultsFirst(paths, store), { recursive: subfolders, followLinks, signal });
}

type OnJobs = (ids: readonly number[]) => void;

/**
 * Returns a wrapper that sets the photo info of added jobs before the first of them can finish.
 * @throws UsageError for an unknown preset or an invalid value
 */
function addPhotoInfo(
  { headline, description, keywords, creator, copyright, infoPreset }: PhotoInfoOptions,
  { photographDetails, detailsPresets, jobs }: Pick<Store, 'photographDetails' | 'detailsPresets' | 'jobs'>,
): (onJobs: OnJobs) => OnJobs {
  const preset = infoPreset === undefined ? null : findPreset(infoPreset, detailsPresets.list());
  const presetTexts = Object.entries(preset?.details ?? {}).filter(
    ([name, text]) => name !== 'keywords' && text !== '',
  );
  const texts = Object.entries({ headline, description, creator, copyright }).filter(([, text]) => text !== undefined);
  const addedKeywords = (keywords ?? '').split(/[,;]/).filter((keyword) => keyword.trim() !== '');
  const requested = {
    ...Object.fromEntries([...presetTexts, ...texts]),
    add: [...(preset?.details.keywords ?? []), ...addedKeywords],
  };
  const change: PhotoInfoChange = parseOptions(detailsChangeSchema, requested, msg('cli.info.options'), {
    add: 'keywords',
  });
  if (Object.keys(requested).length === 1 && change.add.length === 0) return (onJobs) => onJobs;
  return (onJobs) => (ids) => {
    photographDetails.set([...new Set(ids.flatMap((id) => jobs.get(id)?.photographId ?? []))], change);
    onJobs(ids);
  };
}

function findPreset<P extends { readonly name: string; readonly details: PhotoInfo }>(
  name: string,
  presets: readonly P[],
): P {
  const wanted = name.trim().toLowerCase();
  const preset = presets.find((each) => each.name.toLowerCase() === wanted);
  if (preset) return preset;
  const names = quotedList(presets.map((each) => each.name));
  throw new UsageError(msg('cli.info.unknown', { preset: name, presets: names }));
}
