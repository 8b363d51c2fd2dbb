/** This process's turn at the queue: takes it when nobody has it, and knows who has it otherwise. */
import type { QueueHolder, Store } from '../../store/index.ts';

export interface QueueOwnership {
  /** Takes the queue if it is free; for a timer. */
  check(): void;
  /** Like `check`, for the first time: throws where the queue cannot be begun. */
  take(): void;
  readonly isOwn: boolean;
  /** Who runs the queue, when it is not this process; also where this one never asks for it. */
  readonly holder: QueueHolder | null;
  /** Gives it back. */
  release(): void;
}

interface TurnOptions {
  readonly store: Pick<Store, 'queueLock'>;
  readonly who: string;
  /** Called when this process has the queue. */
  readonly onAcquired: () => void;
  /** Told once of a process that has it. */
  readonly onOther: (holder: QueueHolder) => void;
  readonly onFault: (fault: unknown) => void;
}

export function createQueueOwnership({ store, who, onAcquired, onOther, onFault }: TurnOptions): QueueOwnership {
  let release: (() => void) | null = null;
  /** Undefined until the queue is asked for. */
  let holder: QueueHolder | null | undefined;

  function take(): void {
    if (release) return;
    const taken = store.queueLock.take(who);
    if (!taken.taken) {
      const currentHolder = taken.holder ?? { pid: 0, what: 'another Burnish', since: Date.now() };
      if (!holder) onOther(currentHolder);
      holder = currentHolder;
      return;
    }
    release = taken.release;
    try {
      onAcquired();
    } catch (fault) {
      // Held by a process that does not run it, the queue would stand still for everybody.
      release = null;
      taken.release();
      throw fault;
    }
    holder = null;
  }

  return {
    take,
    check() {
      try {
        take();
      } catch (fault) {
        // A database that is busy, or cannot be written to, for a while: the next look may find it well.
        onFault(fault);
      }
    },
    get isOwn() {
      return release !== null;
    },
    get holder() {
      return holder === undefined ? store.queueLock.holder() : holder;
    },
    release: () => release?.(),
  };
}
