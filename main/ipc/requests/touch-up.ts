import { type MessageDescriptor, type MessageKey, msg } from '../../../contract/messages/message.ts';
import type { touchUpRequests } from '../../../preload/requests/touch-up.ts';
import type { UndoableAction, UndoOutcome } from '../../review/actions/undo-stack.ts';
import type { RemovedVersion } from '../../review/touch-up/touch-up-versions.ts';
import type { IpcContext } from '../bridge/ipc-context.ts';
import type { HandlersOf, RequestContext } from '../bridge/request-handlers.ts';
import { UserError, withUserErrors } from '../bridge/user-error.ts';

export function touchUpHandlers({ core: { review } }: RequestContext): HandlersOf<typeof touchUpRequests> {
  const { touchUp, undo } = review;
  const undoable = createVersionUndo(review);
  return {
    'touch.open': ({ id }) => withUserErrors(() => touchUp.open(id)),
    'touch.paint': ({ id, opening, ...change }) => withUserErrors(() => touchUp.paint(id, opening, change)),
    'touch.save': ({ id, touch: edit }) =>
      undo.run((addStep) =>
        withUserErrors(async () => {
          const version = await touchUp.save(id, edit);
          addStep(undoable.save(version.id, msg('review.did.savedVersion', { name: version.name })));
          return version;
        }),
      ),
    'touch.callOff': ({ id }) => touchUp.cancelSaves(id),
    'touch.close': () => touchUp.close(),
    'touch.remove': ({ id }) =>
      undo.run((addStep) =>
        withUserErrors(async () => {
          const version = await touchUp.remove(id);
          if (version.touch !== null)
            addStep(undoable.remove(id, version, msg('review.did.removedVersion', { name: version.name })));
        }),
      ),
  };
}

/** Creates the steps that undo the saving and the removal of versions. A version is made again from its strokes. */
function createVersionUndo({ touchUp, undo }: IpcContext['review']) {
  const remove = (
    oldId: number,
    { ownId, touch: edit, decision }: RemovedVersion,
    label: MessageDescriptor,
  ): UndoableAction => ({
    label,
    undo: () =>
      attemptUndo(async () => {
        if (edit === null) return null;
        const version = await touchUp.make(ownId, edit, decision);
        undo.replaceVersion(oldId, version.id);
        return save(version.id, label);
      }),
  });
  const save = (id: number, label: MessageDescriptor): UndoableAction => ({
    label,
    undo: () =>
      attemptUndo(async () => {
        const currentId = undo.currentVersion(id);
        const version = await touchUp.remove(currentId);
        return version.touch === null ? null : remove(currentId, version, label);
      }),
  });
  return { remove, save };
}

/** Failures that a retry cannot change: the version is gone, or was made already. */
const permanentFailures: ReadonlySet<MessageKey> = new Set<MessageKey>([
  'review.touch.gone',
  'review.touch.notThis',
  'review.touch.afterCutout',
  'review.touch.notByHand',
  'review.touch.listedLater',
]);

/** @param work returns the step that redoes it, or null */
async function attemptUndo(work: () => Promise<UndoableAction | null>): Promise<UndoOutcome> {
  try {
    return { redo: await withUserErrors(work), rest: null };
  } catch (error) {
    if (error instanceof UserError && permanentFailures.has(error.sentence.key))
      return { redo: null, rest: null, error };
    throw error;
  }
}
