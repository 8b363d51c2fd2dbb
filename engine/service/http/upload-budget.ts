/** Limits for uploads: how many are in progress, and their memory until their images have been processed. */
import { requestError } from '../interface/request-errors.ts';

export interface UploadLimits {
  /** Uploads in progress. */
  readonly maxUploads: number;
  /** Bytes of uploads in progress and of images that wait. */
  readonly maxBytes: number;
  /** An upload that sends nothing for this time is interrupted. */
  readonly idleTimeoutMs: number;
}

export const defaultUploadLimits: UploadLimits = {
  maxUploads: 32,
  maxBytes: 256 * 1024 * 1024,
  idleTimeoutMs: 30_000,
};

/** The part of the budget that one upload uses. */
export interface UploadReservation {
  /** Reserves additional bytes. @throws RequestError (503) if the budget is used up */
  add(bytes: number): void;
  /** Ends the upload. Its bytes stay reserved. */
  endUpload(): void;
  /** Releases everything. */
  release(): void;
}

export interface UploadBudget {
  readonly idleTimeoutMs: number;
  /** @throws RequestError (503) if too many uploads are in progress */
  admit(): UploadReservation;
}

export function createUploadBudget(limits: UploadLimits = defaultUploadLimits): UploadBudget {
  let uploads = 0;
  let totalBytes = 0;
  const limitError = () =>
    requestError('too busy', 'Too many uploads are in progress. Try again later.', { 'Retry-After': '2' });
  return {
    idleTimeoutMs: limits.idleTimeoutMs,
    admit() {
      if (uploads >= limits.maxUploads) throw limitError();
      uploads += 1;
      let isUploading = true;
      let reservedBytes = 0;
      const endUpload = () => {
        if (isUploading) uploads -= 1;
        isUploading = false;
      };
      return {
        add(bytes) {
          if (totalBytes + bytes > limits.maxBytes) throw limitError();
          totalBytes += bytes;
          reservedBytes += bytes;
        },
        endUpload,
        release() {
          endUpload();
          totalBytes -= reservedBytes;
          reservedBytes = 0;
        },
      };
    },
  };
}
