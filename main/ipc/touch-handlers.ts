/** Requests about touching up results by hand. What was taken away can be made again: its strokes are known. */
import { SaidError, type Sentence, say } from '../../preload/contract/sentence.ts';
import type { Touch } from '../../preload/contract/touch.ts';
import type { Desk } from '../desk/desk.ts';
import type { Done } from '../desk/undo.ts';
import { Refusal } from './refusal.ts';
import type { Handlers } from './register.ts';

export function touchHandlers({
  touch,
  undo,
}: Pick<Desk, 'touch' | 'undo'>): Pick<Handlers, Extract<keyof Handlers, `touch.${string}`>> {
  const removed = (ownId: number, how: Touch, name: string): Done => ({
    what: say('desk.did.removedVersion', { name }),
    back: () =>
      refusing(async () => {
        const made = await touch.make(ownId, how);
        return saved(made.id, made.name);
      }),
  });
  const saved = (id: number, name: string): Done => ({
    what: say('desk.did.savedVersion', { name }),
    back: () =>
      refusing(async () => {
        const { ownId, touch: how } = await touch.remove(id);
        if (how === null) throw new SaidError(say('desk.touch.gone'));
        return removed(ownId, how, name);
      }),
  });
  return {
    'touch.open': ({ id }) => refusing(() => touch.open(id)),
    'touch.paint': ({ id, strokes }) => refusing(() => touch.paint(id, strokes)),
    'touch.save': ({ id, touch: how }) =>
      refusing(async () => {
        const made = await touch.save(id, how);
        undo.did(saved(made.id, made.name));
        return made;
      }),
    'touch.callOff': ({ id }) => touch.callOff(id),
    'touch.close': () => touch.close(),
    'touch.remove': ({ id }) =>
      refusing(async () => {
        const { ownId, touch: how, name } = await touch.remove(id);
        if (how !== null) undo.did(removed(ownId, how, name));
      }),
  };
}

/** Whatever has a sentence for people is told with it, and is no fault of ours. */
async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (fault) {
    if (fault instanceof SaidError && typeof fault.sentence !== 'string') throw new Refusal(fault.sentence as Sentence);
    throw fault;
  }
}
