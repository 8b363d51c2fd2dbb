import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import type { ClientCommand, ImportedPicks, OpenedPicks, Picks } from '../../../contract/delivery/gallery.ts';
import { msg } from '../../../contract/messages/message.ts';
import type { Decision } from '../../../contract/review/photo-decision.ts';
import type { galleryRequests } from '../../../preload/requests/gallery.ts';
import { makeGallery, planGallery } from '../../delivery/gallery/make-gallery.ts';
import { clientCommands } from '../../delivery/picks/client-commands.ts';
import { planPicks } from '../../delivery/picks/plan-picks.ts';
import { readPicks } from '../../delivery/picks/read-picks.ts';
import type { UndoableAction } from '../../review/actions/undo-stack.ts';
import { createUndoableBulkWork } from '../../review/actions/undoable-bulk-work.ts';
import type { AnswerKey, ClientAnswer, DecisionStep, Store } from '../../store/index.ts';
import { createLatestRequest } from '../bridge/latest-request.ts';
import type { Handlers, HandlersOf, RequestContext } from '../bridge/request-handlers.ts';
import { UserError, withUserErrors } from '../bridge/user-error.ts';

export function galleryHandlers(context: RequestContext): HandlersOf<typeof galleryRequests> {
  const { core, desktop } = context;
  const latestPlan = createLatestRequest();
  let lastGallery: string | null = null;
  return {
    'gallery.plan': ({ on }) => latestPlan((signal) => planGallery(on, core.galleries, signal)),
    'gallery.make': ({ on, options }) => {
      core.store.settings.save({ lastGallery: options });
      return withUserErrors(async () => {
        const report = await makeGallery(on, options, core.galleries);
        lastGallery = report.path ?? lastGallery;
        return report;
      });
    },
    'gallery.reveal': () => {
      if (lastGallery === null) throw new UserError(msg('delivery.gallery.chooseFolder'));
      desktop.reveal(lastGallery);
    },
    ...pickHandlers(context),
    ...followHandlers(context),
  };
}

type PickNames = `gallery.${'choosePicks' | 'openPicks' | 'importPicks'}`;

/** A client's choices: opened, shown, and stored next to the user's own decisions. */
function pickHandlers({ core, desktop, grants }: RequestContext): Pick<Handlers, PickNames> {
  const { store, review } = core;
  /** The choices that were read last, until they are imported. */
  let opened: { readonly id: string; readonly picks: Picks } | null = null;

  const open = (path: string): Promise<OpenedPicks> =>
    withUserErrors(async () => {
      const picks = await readPicks(path);
      const { plan, key } = planPicks(picks, store);
      opened = { id: randomUUID(), picks };
      const imported = plan.standing === 'same' ? countImported(key, store) : null;
      return { id: opened.id, name: basename(path), plan, imported };
    });
  /** @param before the answer that was stored until then @param count photographs in the imported answer */
  const importAction = (key: AnswerKey, before: ClientAnswer | null, count: number): UndoableAction => ({
    label: msg('delivery.picks.imported', { count }),
    undo: async () => ({ redo: importAction(key, store.clientPicks.swap(key, before), count), rest: null }),
  });

  return {
    'gallery.choosePicks': async () => {
      const path = await desktop.choosePicks();
      return path === null ? null : open(path);
    },
    'gallery.openPicks': ({ grant }, sender) => open(grants.take(sender, 'photographs', grant)[0] ?? ''),
    'gallery.importPicks': ({ id }) =>
      withUserErrors(() =>
        review.undo.run((addStep) => {
          if (opened?.id !== id) throw new UserError(msg('delivery.picks.chooseAgain'));
          const { plan, key, answer } = planPicks(opened.picks, store);
          if (plan.standing === 'older') throw new UserError(msg('delivery.picks.older'));
          opened = null;
          if (plan.standing !== 'same')
            addStep(importAction(key, store.clientPicks.swap(key, answer), answer.picks.length));
          return countImported(key, store);
        }),
      ),
  };
}

function countImported(key: AnswerKey, store: Store): ImportedPicks {
  const answer = store.clientPicks.get(key)!.id;
  const toPick = clientCommands.takeOver.findAffected(store, answer);
  const rejected = toPick.filter(({ flag }) => flag === -1).length;
  const toUnpick = clientCommands.unpickRest.findAffected(store, answer).length;
  return { answer, toPick: toPick.length, rejected, toUnpick };
}

/** The user's decisions follow a client's choices. */
function followHandlers({ core: { store, review } }: RequestContext): Pick<Handlers, 'gallery.follow'> {
  const bulkWork = createUndoableBulkWork(review.bulk, review.undo);
  const followAction = (command: ClientCommand, steps: readonly DecisionStep<Decision>[]): UndoableAction => {
    const withSteps = (some: typeof steps) => followAction(command, some);
    return {
      label: clientCommands[command].label(steps),
      undo: () => bulkWork.undo(steps, store.photographs.restore, { redo: withSteps, rest: withSteps }),
    };
  };
  return {
    'gallery.follow': ({ command, on }) => {
      const { findAffected, change } = clientCommands[command];
      const findIds = async () => {
        if ('answer' in on) return findAffected(store, on.answer).map(({ id }) => id);
        const chosen = new Set(await review.reader.ask('photographs.chosen', on));
        return findAffected(store, null).flatMap(({ id }) => (chosen.has(id) ? [id] : []));
      };
      return bulkWork.run('mark', findIds, {
        act: (slice) => store.photographs.decide(slice, change),
        done: (steps) => followAction(command, steps),
      });
    },
  };
}
