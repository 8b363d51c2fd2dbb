/** Requests about galleries for clients: made like an export, and what comes back of them is read, shown, kept beside the user’s own decisions, and taken over. */
import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import type { ClientCommand, ImportedPicks, OpenedPicks, Picks } from '../../contract/delivery/gallery.ts';
import { msg } from '../../contract/messages/message.ts';
import type { Decision } from '../../contract/review/photo-decision.ts';
import { makeGallery, planGallery } from '../delivery/gallery/make-gallery.ts';
import { clientCommands } from '../delivery/picks/client-commands.ts';
import { planPicks } from '../delivery/picks/plan-picks.ts';
import { readPicks } from '../delivery/picks/read-picks.ts';
import type { UndoableAction } from '../review/actions/undo-stack.ts';
import { createUndoableBulkWork } from '../review/actions/undoable-bulk-work.ts';
import type { AnswerKey, ClientAnswer, DecisionStep } from '../store/index.ts';
import type { DesktopActions, IpcContext } from './ipc-context.ts';
import { createLatestRequest } from './latest-request.ts';
import type { Grants } from './path-grants.ts';
import type { Handlers } from './register-handlers.ts';
import { UserError, withUserErrors } from './user-error.ts';

export function galleryHandlers(
  { store, galleries, review }: Pick<IpcContext, 'store' | 'galleries' | 'review'>,
  desktop: Pick<DesktopActions, 'reveal' | 'choosePicks'>,
  grants: Grants,
): Pick<Handlers, Extract<keyof Handlers, `gallery.${string}`>> {
  const slicewise = createUndoableBulkWork(review.bulk, review.undo);
  /** What was read last, until it is imported. */
  let opened: { readonly id: string; readonly picks: Picks } | null = null;
  let lastMade: string | null = null;
  const planOnce = createLatestRequest();

  const open = (path: string): Promise<OpenedPicks> =>
    withUserErrors(async () => {
      const picks = await readPicks(path);
      const { plan, key } = planPicks(picks, store);
      opened = { id: randomUUID(), picks };
      const imported = plan.standing === 'same' ? kept(key) : null;
      return { id: opened.id, name: basename(path), plan, imported };
    });
  function kept(key: AnswerKey): ImportedPicks {
    const answer = store.clientPicks.get(key)!.id;
    const toPick = clientCommands.takeOver.findAffected(store, answer);
    const rejected = toPick.filter(({ flag }) => flag === -1).length;
    const toUnpick = clientCommands.unpickRest.findAffected(store, answer).length;
    return { answer, toPick: toPick.length, rejected, toUnpick };
  }
  /** @param before what stood there until then @param count of photographs in the answer that was imported */
  const imported = (key: AnswerKey, before: ClientAnswer | null, count: number): UndoableAction => ({
    label: msg('delivery.picks.imported', { count }),
    undo: async () => ({ redo: imported(key, store.clientPicks.swap(key, before), count), rest: null }),
  });
  const followed = (command: ClientCommand, steps: readonly DecisionStep<Decision>[]): UndoableAction => {
    const done = (some: typeof steps) => followed(command, some);
    return {
      label: clientCommands[command].label(steps),
      undo: () => slicewise.undo(steps, store.photographs.restore, { redo: done, rest: done }),
    };
  };

  return {
    'gallery.plan': ({ on }) => planOnce((signal) => planGallery(on, galleries, signal)),
    'gallery.make': ({ on, options }) => {
      store.settings.save({ lastGallery: options });
      return withUserErrors(async () => {
        const report = await makeGallery(on, options, galleries);
        lastMade = report.path ?? lastMade;
        return report;
      });
    },
    'gallery.reveal': () => {
      if (lastMade === null) throw new UserError(msg('delivery.gallery.chooseFolder'));
      desktop.reveal(lastMade);
    },
    'gallery.choosePicks': async () => {
      const path = await desktop.choosePicks();
      return path === null ? null : open(path);
    },
    'gallery.openPicks': ({ grant }, sender) => open(grants.take(sender, 'photographs', grant)[0] ?? ''),
    'gallery.importPicks': ({ id }) =>
      withUserErrors(() =>
        review.undo.run((did) => {
          if (opened?.id !== id) throw new UserError(msg('delivery.picks.chooseAgain'));
          const { plan, key, answer } = planPicks(opened.picks, store);
          if (plan.standing === 'older') throw new UserError(msg('delivery.picks.older'));
          opened = null;
          if (plan.standing !== 'same') did(imported(key, store.clientPicks.swap(key, answer), answer.picks.length));
          return kept(key);
        }),
      ),
    'gallery.follow': ({ command, on }) => {
      const { findAffected, change } = clientCommands[command];
      const ids = async () => {
        if ('answer' in on) return findAffected(store, on.answer).map(({ id }) => id);
        const chosen = new Set(await review.reader.ask('photographs.chosen', on));
        return findAffected(store, null).flatMap(({ id }) => (chosen.has(id) ? [id] : []));
      };
      return slicewise.run('mark', ids, {
        act: (slice) => store.photographs.decide(slice, change),
        done: (steps) => followed(command, steps),
      });
    },
  };
}
