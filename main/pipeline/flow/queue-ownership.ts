/** Ownership of the queue by one process at a time. */
import type { QueueHolder, Store } from '../../store/index.ts';

interface QueueOwnership {
  /** Like `take`, for a timer. */
  check(): void;
  /** Acquires the queue if it is free. @throws if the queue cannot start */
  take(): void;
  readonly isOwn: boolean;
  /** The other process that owns the queue, or null. */
  readonly holder: QueueHolder | null;
  release(): void;
}

interface QueueOwnershipOptions {
  readonly store: Pick<Store, 'queueLock'>;
  readonly who: string;
  readonly onAcquired: () => void;
  /** Called once if another process owns the queue. */
  readonly onOwnerChanged: (holder: QueueHolder) => void;
  readonly onFault: (fault: unknown) => void;
}

export function createQueueOwnership(options: QueueOwnershipOptions): QueueOwnership {
  const { store, who, onAcquired, onOwnerChanged, onFault } = options;
  let release: (() => void) | null = null;
  /** Undefined before the first attempt. */
  let holder: QueueHolder | null | undefined;

  function take(): void {
    if (release) return;
    const lock = store.queueLock.take(who);
    if (!lock.taken) {
      const currentHolder = lock.holder ?? { pid: 0, what: 'another Burnish', since: Date.now() };
      if (!holder) onOwnerChanged(currentHolder);
      holder = currentHolder;
      return;
    }
    release = lock.release;
    try {
      onAcquired();
    } catch (fault) {
      // Otherwise the lock would keep others out although no queue runs.
      release = null;
      lock.release();
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
        // A busy database may be free at the next check.
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
