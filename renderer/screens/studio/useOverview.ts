/** The studio as a whole, asked for again and again while it is looked at. */
import { useEffect, useState } from 'react';
import type { Message } from '../../../contract/messages/message.ts';
import type { StudioOverview } from '../../../contract/studio/studio-status.ts';
import { requestQuietly } from '../../bridge.ts';

/** Ms between an answer and the next question. */
const askAgain = 2000;

interface OverviewState {
  /** The last one there was. */
  readonly overview: StudioOverview | null;
  /** Why the last question had no answer. */
  readonly refusal: Message | null;
}

/** `read` asks at once: something was changed. */
export function useOverview(): OverviewState & { readonly read: () => void } {
  const [state, setState] = useState<OverviewState>({ overview: null, refusal: null });
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn begins with a question
  useEffect(() => {
    let isCurrent = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = async () => {
      const reply = await requestQuietly('studio.overview');
      if (!isCurrent) return;
      timer = setTimeout(read, askAgain);
      setState(({ overview }) =>
        reply.ok ? { overview: reply.value, refusal: null } : { overview, refusal: reply.message },
      );
    };
    void read();
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [turn]);
  return { ...state, read: () => setTurn((now) => now + 1) };
}
