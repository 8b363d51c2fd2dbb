/** Requests of looking closely: stacks, faces, and decisions about single results. */
import { joinMessages, type MessageDescriptor, msg } from '../../contract/messages/message.ts';
import type { UndoableAction } from '../review/actions/undo-stack.ts';
import { createFaceFinder } from '../review/faces/find-faces.ts';
import { ServiceFailure } from '../service/errors/service-failure.ts';
import type { DesktopActions, IpcContext } from './ipc-context.ts';
import type { Handlers } from './register-handlers.ts';
import { UserError } from './user-error.ts';

type LoupeHandlers = Pick<Handlers, Extract<keyof Handlers, `loupe.${string}`>>;

export function loupeHandlers(
  { store, services, offline, review }: IpcContext,
  desktop: Pick<DesktopActions, 'fullScreen'>,
): LoupeHandlers {
  const faces = createFaceFinder({ store, services, viewableFiles: offline });
  const { versionDecisions, inspections } = store;
  const decided = (steps: ReturnType<typeof versionDecisions.decide>): UndoableAction => ({
    label: msg('review.did.decidedVersions', { count: steps.length }),
    undo: async () => {
      const taken = versionDecisions.restore(
        steps.map((step) => ({ ...step, id: review.undo.currentVersion(step.id) })),
      );
      return { redo: taken.length === 0 ? null : decided(taken), rest: null };
    },
  });
  const markedRight = (ids: readonly number[], isRight = true): UndoableAction => ({
    label: msg('review.did.saidRight', { count: ids.length }),
    undo: async () => {
      const touched = inspections.setAccepted(ids, !isRight);
      return { redo: touched.length === 0 ? null : markedRight(touched, !isRight), rest: null };
    },
  });
  return {
    'loupe.stack': ({ id }) => store.stacks.of(id).map((row) => row.id),
    'loupe.faces': async ({ id }) => {
      try {
        const found = await faces.facesOf(id);
        if (found === null) throw new UserError(msg('review.faces.gone'));
        return found;
      } catch (fault) {
        throw fault instanceof UserError ? fault : new UserError(whyNot(fault));
      }
    },
    'loupe.fullScreen': ({ on }) => desktop.fullScreen(on),
    'loupe.decide': ({ ids, change }) =>
      review.undo.run((did) => {
        const steps = versionDecisions.decide(ids, change);
        if (steps.length > 0) did(decided(steps));
        return steps.length;
      }),
    'loupe.looksRight': ({ ids }) =>
      review.undo.run((did) => {
        const touched = inspections.setAccepted(ids, true);
        if (touched.length > 0) did(markedRight(touched));
        return touched.length;
      }),
  };
}

function whyNot(fault: unknown): MessageDescriptor {
  const sentence = msg('review.faces.noEngine');
  return fault instanceof ServiceFailure ? joinMessages(sentence, fault.sentence) : sentence;
}
