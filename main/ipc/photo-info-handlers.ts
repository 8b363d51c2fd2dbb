/** Requests about what the user says of photographs in their files, and its presets. */
import { msg } from '../../contract/messages/message.ts';
import type { UndoableAction } from '../review/actions/undo-stack.ts';
import { createUndoableBulkWork } from '../review/actions/undoable-bulk-work.ts';
import type { Review } from '../review/review.ts';
import type { PhotoInfoStep, Store } from '../store/index.ts';
import type { Handlers } from './register-handlers.ts';
import { UserError } from './user-error.ts';

export function detailsHandlers(
  store: Pick<Store, 'photographDetails' | 'detailsPresets'>,
  { reader, bulk, undo }: Pick<Review, 'reader' | 'bulk' | 'undo'>,
): Pick<Handlers, Extract<keyof Handlers, `details.${string}`>> {
  const { photographDetails, detailsPresets } = store;
  const slicewise = createUndoableBulkWork(bulk, undo);
  const described = (steps: readonly PhotoInfoStep[]): UndoableAction => ({
    label: msg('review.did.described', { count: steps.length }),
    undo: () => slicewise.undo(steps, photographDetails.restore, { redo: described, rest: described }),
  });
  return {
    'details.common': ({ on }) => reader.ask('details.common', on),
    'details.set': async ({ on, change }) => {
      let reached = 0;
      await slicewise.run('describe', () => reader.ask('photographs.chosen', on), {
        act: (slice) => {
          const changed = photographDetails.set(slice, change);
          reached += slice.length;
          return changed;
        },
        done: described,
      });
      return reached;
    },
    'details.presets': () => detailsPresets.list(),
    'details.savePreset': (preset) => {
      const asOne = (name: string) => name.trim().toLowerCase();
      const namesake = detailsPresets.list().find(({ name }) => asOne(name) === asOne(preset.name));
      if (namesake !== undefined && namesake.id !== preset.id)
        throw new UserError(msg('ipc.infoPreset.taken', { name: namesake.name }));
      detailsPresets.save(preset);
    },
    'details.removePreset': ({ id }) => detailsPresets.remove(id),
  };
}
