import { basename } from 'node:path';
import type { DisplayedPhotograph } from '../../../contract/app/display-status.ts';
import { imageUrl } from '../../../contract/app/image-urls.ts';
import { joinMessages, type MessageDescriptor, msg } from '../../../contract/messages/message.ts';
import type { resultRequests } from '../../../preload/requests/results.ts';
import { displayPath, toStoredPath } from '../../files/stored-path.ts';
import type { UndoableAction } from '../../review/actions/undo-stack.ts';
import { createFaceFinder } from '../../review/faces/find-faces.ts';
import { ServiceFailure } from '../../service/errors/service-failure.ts';
import type { Store } from '../../store/index.ts';
import { revealPath } from '../bridge/desktop-actions.ts';
import type { IpcContext } from '../bridge/ipc-context.ts';
import type { GroupHandlers, HandlersOf, RequestContext } from '../bridge/request-handlers.ts';
import { UserError } from '../bridge/user-error.ts';

export function resultHandlers(context: RequestContext): HandlersOf<typeof resultRequests> {
  return {
    ...fileHandlers(context),
    ...offlineHandlers(context),
    ...loupeHandlers(context),
    ...displayHandlers(context),
  };
}

/** Files of results. */
function fileHandlers({ core: { store, review }, desktop }: RequestContext): GroupHandlers<'results'> {
  const findFile = async (id: number, output?: number): Promise<string> => {
    const stored = output === undefined ? store.results.pathOf(id) : store.results.furtherPathOf(id, output);
    if (stored === null) throw new UserError(msg('ipc.gone.noFile'));
    const { state, path } = await store.availability.locate(stored);
    if (state === 'here') return path;
    const shown = displayPath(stored);
    if (state === 'outside') throw new UserError(msg('studio.share.fileOutside', { name: basename(shown) }));
    throw new UserError(msg('ipc.gone.resultFile', { path: shown }));
  };
  return {
    'results.others': async ({ on, kept }) =>
      store.variants.others(await review.reader.ask('photographs.chosen', on), kept).length,
    'results.keepOnly': async ({ on, kept }) =>
      review.keepOneResult(await review.reader.ask('photographs.chosen', on), kept),
    'results.analysis': ({ id }) => store.results.analysis(id),
    'results.reveal': async ({ id, output }) => desktop.reveal(await findFile(id, output)),
    'results.revealFolder': async ({ id }) => {
      const shown = store.photographs.folderPath(id);
      if (shown === null) throw new UserError(msg('ipc.gone.photograph'));
      const { state, path } = await store.availability.locateFolder(toStoredPath(shown));
      if (state === 'outside') throw new UserError(msg('studio.share.fileOutside', { name: basename(shown) }));
      if (path === null) throw new UserError(msg('ipc.gone.path', { path: shown }));
      revealPath(desktop, path);
    },
  };
}

/** Unavailable files: their places, their kept previews, and their new folders. */
function offlineHandlers({ core: { offline }, grants }: RequestContext): GroupHandlers<'offline'> {
  return {
    'offline.presence': ({ ids }) => offline.presence(ids),
    'offline.relink': async ({ subject, id, folder }, sender) => {
      const [chosen = ''] = grants.take(sender, 'folder', folder);
      const report = await offline.relink({ subject, id }, chosen);
      if (report === null) throw new UserError(msg(subject === 'result' ? 'ipc.gone.noFile' : 'ipc.gone.photograph'));
      return report;
    },
    'offline.space': () => offline.space(),
    'offline.clear': () => offline.clear(),
  };
}

/** Close inspection: stacks, faces, and decisions about single results. */
function loupeHandlers({ core, desktop }: RequestContext): GroupHandlers<'loupe'> {
  const { store, services, offline, review } = core;
  const { versionDecisions, inspections } = store;
  const faceFinder = createFaceFinder({ store, services, viewableFiles: offline });
  const undoable = createLoupeUndo(core);
  return {
    'loupe.stack': ({ id }) => store.stacks.of(id).map((row) => row.id),
    'loupe.faces': async ({ id }) => {
      try {
        const faces = await faceFinder.facesOf(id);
        if (faces === null) throw new UserError(msg('review.faces.gone'));
        return faces;
      } catch (error) {
        throw error instanceof UserError ? error : new UserError(faceFailureMessage(error));
      }
    },
    'loupe.fullScreen': ({ on }) => desktop.fullScreen(on),
    'loupe.decide': ({ ids, change }) =>
      review.undo.run((addStep) => {
        const steps = versionDecisions.decide(ids, change);
        if (steps.length > 0) addStep(undoable.decide(steps));
        return steps.length;
      }),
    'loupe.looksRight': ({ ids }) =>
      review.undo.run((addStep) => {
        const changed = inspections.setAccepted(ids, true);
        if (changed.length > 0) addStep(undoable.accept(changed));
        return changed.length;
      }),
  };
}

/** Creates the steps that undo decisions about results. */
function createLoupeUndo({ store: { versionDecisions, inspections }, review: { undo } }: IpcContext) {
  const decide = (steps: ReturnType<typeof versionDecisions.decide>): UndoableAction => ({
    label: msg('review.did.decidedVersions', { count: steps.length }),
    undo: async () => {
      const restored = versionDecisions.restore(steps.map((step) => ({ ...step, id: undo.currentVersion(step.id) })));
      return { redo: restored.length === 0 ? null : decide(restored), rest: null };
    },
  });
  const accept = (ids: readonly number[], isAccepted = true): UndoableAction => ({
    label: msg('review.did.saidRight', { count: ids.length }),
    undo: async () => {
      const changed = inspections.setAccepted(ids, !isAccepted);
      return { redo: changed.length === 0 ? null : accept(changed, !isAccepted), rest: null };
    },
  });
  return { decide, accept };
}

function faceFailureMessage(error: unknown): MessageDescriptor {
  const message = msg('review.faces.noEngine');
  return error instanceof ServiceFailure ? joinMessages(message, error.sentence) : message;
}

/** The window on a second display. The page names a photograph by its id, and main describes it. */
function displayHandlers({ core: { store }, desktop: { display } }: RequestContext): GroupHandlers<'display'> {
  let lastRequest = 0;
  return {
    'display.status': () => display.status(),
    'display.open': () => display.open(),
    'display.show': async ({ photograph }) => {
      lastRequest += 1;
      const request = lastRequest;
      const described = photograph && (await describePhotograph(photograph.id, photograph.resultId, store));
      // A newer request may have been described sooner.
      if (request === lastRequest) display.show(described);
    },
    'display.close': () => display.close(),
  };
}

/** Returns null for an unknown photograph. */
async function describePhotograph(
  id: number,
  resultId: number | null,
  { photographViews, settings }: Store,
): Promise<DisplayedPhotograph | null> {
  const [photograph] = await photographViews.byId([id], { batchId: null, recipe: null, operation: null });
  if (!photograph) return null;
  const versions = await photographViews.versions(id);
  const result = versions.find((version) => version.id === resultId && version.kind === 'image');
  return {
    url: result === undefined ? imageUrl.photograph(id) : imageUrl.result(result.id),
    name: photograph.name,
    caption: result?.recipeName ?? '',
    backdrop: settings.read().reviewBackdrop,
  };
}
