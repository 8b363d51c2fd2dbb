/** Requests about touching up results by hand. What was taken away can be made again: its strokes are known. */
import { type MessageDescriptor, type MessageKey, msg } from '../../contract/messages/message.ts';
import type { UndoableAction, UndoOutcome } from '../review/actions/undo-stack.ts';
import type { Review } from '../review/review.ts';
import type { RemovedVersion } from '../review/touch-up/touch-up-versions.ts';
import type { Handlers } from './register-handlers.ts';
import { UserError, withUserErrors } from './user-error.ts';

export function touchHandlers({
  touchUp: touch,
  undo,
}: Pick<Review, 'touchUp' | 'undo'>): Pick<Handlers, Extract<keyof Handlers, `touch.${string}`>> {
  const removed = (
    was: number,
    { ownId, touch: edit, decision }: RemovedVersion,
    label: MessageDescriptor,
  ): UndoableAction => ({
    label,
    undo: () =>
      takingBack(async () => {
        if (edit === null) return null;
        const made = await touch.make(ownId, edit, decision);
        undo.replaceVersion(was, made.id);
        return saved(made.id, label);
      }),
  });
  const saved = (id: number, label: MessageDescriptor): UndoableAction => ({
    label,
    undo: () =>
      takingBack(async () => {
        const now = undo.currentVersion(id);
        const version = await touch.remove(now);
        return version.touch === null ? null : removed(now, version, label);
      }),
  });
  return {
    'touch.open': ({ id }) => withUserErrors(() => touch.open(id)),
    'touch.paint': ({ id, opening, ...change }) => withUserErrors(() => touch.paint(id, opening, change)),
    'touch.save': ({ id, touch: edit }) =>
      undo.run((did) =>
        withUserErrors(async () => {
          const made = await touch.save(id, edit);
          did(saved(made.id, msg('review.did.savedVersion', { name: made.name })));
          return made;
        }),
      ),
    'touch.callOff': ({ id }) => touch.cancelSaves(id),
    'touch.close': () => touch.close(),
    'touch.remove': ({ id }) =>
      undo.run((did) =>
        withUserErrors(async () => {
          const version = await touch.remove(id);
          if (version.touch !== null)
            did(removed(id, version, msg('review.did.removedVersion', { name: version.name })));
        }),
      ),
  };
}

/** What will be no different another time: the version is gone, or made already. */
const forGood: ReadonlySet<MessageKey> = new Set<MessageKey>([
  'review.touch.gone',
  'review.touch.notThis',
  'review.touch.afterCutout',
  'review.touch.notByHand',
  'review.touch.listedLater',
]);

/** @param work what does again what it took back; null where nothing can */
async function takingBack(work: () => Promise<UndoableAction | null>): Promise<UndoOutcome> {
  try {
    return { redo: await withUserErrors(work), rest: null };
  } catch (fault) {
    if (fault instanceof UserError && forGood.has(fault.sentence.key)) return { redo: null, rest: null, error: fault };
    throw fault;
  }
}
