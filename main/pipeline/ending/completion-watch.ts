/** Notices when the last open job has come to its end, and says in a sentence how it went. */
import { joinMessages, type MessageDescriptor, msg } from '../../../contract/messages/message.ts';
import type { Store } from '../../store/index.ts';

/** Counts from the first open job to the last, then tells. The returned function ends that. */
export function watchCompletion(
  store: Pick<Store, 'changes' | 'otherwise' | 'views'>,
  onCompleted: (sentence: MessageDescriptor) => void,
): () => void {
  const counts = () => ({ ...store.views.counts(), left: store.otherwise.count() });
  let before = counts();
  let wasBusy = false;
  return store.changes.subscribe(() => {
    const open = store.views.hasOpen();
    if (open && !wasBusy) before = counts();
    if (!open && wasBusy) {
      const after = counts();
      const more = (key: 'done' | 'failed' | 'uncertain' | 'left') => after[key] - before[key];
      // Those are done, and nothing was done for them.
      onCompleted(endSentence(more('done') - more('left'), more('failed'), more('uncertain'), more('left')));
    }
    wasBusy = open;
  });
}

function endSentence(done: number, failed: number, uncertain: number, left: number): MessageDescriptor {
  if (done + failed + uncertain + left === 0) return msg('pipeline.end.nothing');
  return joinMessages(
    done > 0 ? msg('pipeline.end.done', { count: done }) : null,
    failed > 0 ? msg(done > 0 ? 'pipeline.end.failed' : 'pipeline.end.onlyFailed', { count: failed }) : null,
    uncertain > 0
      ? msg(done + failed > 0 ? 'pipeline.end.uncertain' : 'pipeline.end.onlyUncertain', { count: uncertain })
      : null,
    left > 0
      ? msg(done + failed + uncertain > 0 ? 'pipeline.end.left' : 'pipeline.end.onlyLeft', { count: left })
      : null,
  );
}
