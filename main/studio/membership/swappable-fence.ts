/** A fence that stays for the queue, whatever studio there is behind it: who asks while that changes, or is let in no longer, waits. */
import { msg, UserFacingError } from '../../../contract/messages/message.ts';
import type { StationFence } from '../dispatch/station-fence.ts';

/** As the queue asks for it. */
export type SwappableFence = Omit<StationFence, 'lost' | 'withdrawDuplicates'>;

/** How soon a job asks again, ms. */
const askAgainAfter = 5000;

/**
 * @param fenceNow what counts now
 * @param guarding what says of an upload that it may go on
 */
export function swappable(fenceNow: () => SwappableFence, guarding: () => SwappableFence): SwappableFence {
  /** A studio that is closed while it is asked answers with an error of its connection's: nothing is the matter with the job. */
  async function orWait<T>(ask: (fence: SwappableFence) => Promise<T>) {
    const fence = fenceNow();
    try {
      return await ask(fence);
    } catch (error) {
      const isRefused = error instanceof UserFacingError && error.name === 'StudioRefused';
      if (!isRefused && fence === fenceNow()) throw error;
      return { kind: 'wait', ms: askAgainAfter, why: msg('studio.waitsToSend') } as const;
    }
  }
  return {
    beforeSending: (job) => orWait((fence) => fence.beforeSending(job)),
    guardOf: (jobId) => guarding().guardOf(jobId),
    beforePlacing: (job) => orWait((fence) => fence.beforePlacing(job)),
    async reserve(jobId, path, hash) {
      const fence = fenceNow();
      try {
        return await fence.reserve(jobId, path, hash);
      } catch (error) {
        // The file system decides then, as it does on one computer.
        if (fence !== fenceNow()) return true;
        throw error;
      }
    },
    canPoll: (jobId) => fenceNow().canPoll(jobId),
  };
}
