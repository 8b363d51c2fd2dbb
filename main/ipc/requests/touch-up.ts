import { type MessageDescriptor, type MessageKey, msg } from '../../../contract/messages/message.ts';
import type { touchUpRequests } from '../../../preload/requests/touch-up.ts';
import type { RemovedVersion } from '../../review/touch-up/touch-up-versions.ts';
import type { UndoableAction, UndoOutcome } from '../../review/undo-stack.ts';
import type { IpcContext } from '../bridge/ipc-context.ts';
import type { HandlersOf, RequestContext } from '../bridge/request-handlers.ts';
import { UserError, withUserErrors } from '../bridge/user-error.ts';

export function touchUpHandlers({ core: { review } }: RequestContext): HandlersOf<typeof touchUpRequests> {
  const { touch, undo } = review;
  const undoable = createVersionUndo(review);
  return {
    'touch.open': ({ id }) => withUserErrors(() => touch.open(id)),
    'touch.paint': ({ id, opening, ...change }) => withUserErrors(() => touch.paint(id, opening, change)),
    'touch.save': ({ id, touch: edit }) =>
      undo.doing((addStep) =>
        withUserErrors(async () => {
          const version = await touch.save(id, edit);
          addStep(undoable.save(version.id, msg('review.did.savedVersion', { name: version.name })));
          return version;
        }),
      ),
    'touch.callOff': ({ id }) => touch.callOff(id),
    'touch.close': () => touch.close(),
    'touch.remove': ({ id }) =>
      undo.doing((addStep) =>
        withUserErrors(async () => {
          const version = await touch.remove(id);
          if (version.touch !== null)
            addStep(undoable.remove(id, version, msg('review.did.removedVersion', { name: version.name })));
        }),
      ),
  };
}

/** Creates the steps that undo the saving and the removal of versions. A version is made again from its strokes. */
function createVersionUndo({ touch, undo }: IpcContext['review']) {
  const remove = (
    oldId: number,
    { ownId, touch: edit, decision }: RemovedVersion,
    label: MessageDescriptor,
  ): UndoableAction => ({
    label,
    back: () =>
      attemptUndo(async () => {
        if (edit === null) return null;
        const version = await touch.make(ownId, edit, decision);
        undo.becomes(oldId, version.id);
        return save(version.id, label);
      }),
  });
  const save = (id: number, label: MessageDescriptor): UndoableAction => ({
    label,
    back: () =>
      attemptUndo(async () => {
        const currentId = undo.now(id);
        const version = await touch.remove(currentId);
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
      return { redo: null, rest: null, fault: error };
    throw error;
  }
}
