/** How much of the uploads that have not been dealt with yet may be in memory at a time, and how many may be on their way. */
import { requestError } from '../error-responses.ts';

export interface UploadLimits {
  /** Uploads on their way at a time. */
  readonly uploads: number;
  /** Bytes of all their images, and of those that wait for their turn. */
  readonly bytes: number;
  /** An upload of which nothing comes for so long (ms) is cut off. */
  readonly standstillMs: number;
}

export const defaultUploadLimits: UploadLimits = { uploads: 32, bytes: 256 * 1024 * 1024, standstillMs: 30_000 };

/** One upload's share of the room. */
export interface UploadReservation {
  /** More of it has come. @throws Refusal (503) when there is no room for it */
  take(bytes: number): void;
  /** It has come whole; what it holds is still in memory. */
  arrived(): void;
  /** Nothing of it is in memory any more. */
  release(): void;
}

export interface UploadBudget {
  readonly standstillMs: number;
  /** @throws Refusal (503) when too many are on their way */
  admit(): UploadReservation;
}

export function createUploadBudget(limits: UploadLimits = defaultUploadLimits): UploadBudget {
  let uploads = 0;
  let bytes = 0;
  const full = () =>
    requestError('too busy', 'Too many uploads are in progress. Try again later.', { 'Retry-After': '2' });
  return {
    standstillMs: limits.standstillMs,
    admit() {
      if (uploads >= limits.uploads) throw full();
      uploads += 1;
      let isArriving = true;
      let own = 0;
      const arrived = () => {
        if (isArriving) uploads -= 1;
        isArriving = false;
      };
      return {
        take(more) {
          if (bytes + more > limits.bytes) throw full();
          bytes += more;
          own += more;
        },
        arrived,
        release() {
          arrived();
          bytes -= own;
          own = 0;
        },
      };
    },
  };
}
