/** The protocol serves only files that the database knows. */
import type { Side } from '../services/service-comparison.ts';

export const imageScheme = 'burnish';
/** Length of the longer side, px. */
export const thumbnailSides = [80, 160, 320, 640] as const;
export type ThumbnailSide = (typeof thumbnailSides)[number];
export const imageUrl = {
  jobThumbnail: (jobId: number, side: ThumbnailSide = 160) => `${imageScheme}://thumb/job/${jobId}?side=${side}`,
  /** Primary result, or the photograph if no result is a picture. */
  outcomeThumbnail: (jobId: number, side: ThumbnailSide = 160) =>
    `${imageScheme}://thumb/outcome/${jobId}?side=${side}`,
  resultThumbnail: (resultId: number, side: ThumbnailSide = 320) =>
    `${imageScheme}://thumb/result/${resultId}?side=${side}`,
  photographThumbnail: (photographId: number, side: ThumbnailSide = 320) =>
    `${imageScheme}://thumb/photograph/${photographId}?side=${side}`,
  photograph: (photographId: number) => `${imageScheme}://image/photograph/${photographId}`,
  source: (jobId: number) => `${imageScheme}://image/source/${jobId}`,
  result: (resultId: number) => `${imageScheme}://image/result/${resultId}`,
  /** The URL does not reveal the service. */
  side: (pairId: number, side: Side) => `${imageScheme}://image/${side}/${pairId}`,
  sideThumbnail: (pairId: number, side: Side) => `${imageScheme}://thumb/${side}/${pairId}?side=640`,
  preview: (token: string) => `${imageScheme}://image/preview/${token}`,
} as const;
