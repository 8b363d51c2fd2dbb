/** How the window names the pictures it shows: by a private protocol, which serves only what the database knows. */
import type { Side } from '../services/service-comparison.ts';

export const imageScheme = 'burnish';
/** Sides of thumbnails that are drawn, px; the longer side of the picture gets this length. */
export const thumbnailSides = [80, 160, 320, 640] as const;
export type ThumbnailSide = (typeof thumbnailSides)[number];
/** Of a file that is gone or away, what is kept of it is shown (`desk/presence.ts` tells which is which). */
export const imageUrl = {
  jobThumbnail: (jobId: number, side: ThumbnailSide = 160) => `${imageScheme}://thumb/job/${jobId}?side=${side}`,
  /** What a job has come to: the result that stands for it, or its photograph where there is no picture. */
  outcomeThumbnail: (jobId: number, side: ThumbnailSide = 160) =>
    `${imageScheme}://thumb/outcome/${jobId}?side=${side}`,
  resultThumbnail: (resultId: number, side: ThumbnailSide = 320) =>
    `${imageScheme}://thumb/result/${resultId}?side=${side}`,
  photographThumbnail: (photographId: number, side: ThumbnailSide = 320) =>
    `${imageScheme}://thumb/photograph/${photographId}?side=${side}`,
  photograph: (photographId: number) => `${imageScheme}://image/photograph/${photographId}`,
  source: (jobId: number) => `${imageScheme}://image/source/${jobId}`,
  result: (resultId: number) => `${imageScheme}://image/result/${resultId}`,
  /** One side of a comparison that is judged blind: the address says nothing of whose it is. */
  side: (pairId: number, side: Side) => `${imageScheme}://image/${side}/${pairId}`,
  sideThumbnail: (pairId: number, side: Side) => `${imageScheme}://thumb/${side}/${pairId}?side=640`,
  preview: (token: string) => `${imageScheme}://image/preview/${token}`,
} as const;
