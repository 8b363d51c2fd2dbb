export const tag = {
  newSubfileType: 254,
  imageWidth: 256,
  imageLength: 257,
  imageDescription: 270,
  orientation: 274,
  xResolution: 282,
  yResolution: 283,
  resolutionUnit: 296,
  artist: 315,
  extraSamples: 338,
  thumbnailOffset: 513,
  thumbnailLength: 514,
  xmp: 700,
  copyright: 33432,
  iptc: 33723,
  photoshop: 34377,
  exifDirectory: 34665,
  iccProfile: 34675,
  gpsDirectory: 34853,
  /** Two, three or four px: a point, a circle or a rectangle. */
  subjectArea: 37396,
  makerNote: 37500,
  colorSpace: 40961,
  pixelXDimension: 40962,
  pixelYDimension: 40963,
  interopDirectory: 40965,
  subjectLocation: 41492,
  /** Content credentials (C2PA). */
  manifestStore: 52545,
} as const;

/** By TIFF type. */
export const bytesPerType: Readonly<Record<number, number>> = {
  1: 1,
  2: 1,
  3: 2,
  4: 4,
  5: 8,
  6: 1,
  7: 1,
  8: 2,
  9: 4,
  10: 8,
  11: 4,
  12: 8,
};

export const fieldType = { ascii: 2, short: 3, long: 4, rational: 5, undefined: 7 } as const;

/** A rational is two units of four bytes. */
export function byteOrderUnit(type: number): number {
  return type === 5 || type === 10 ? 4 : (bytesPerType[type] ?? 1);
}

/** Tags that describe the photograph rather than its pixels. */
export const descriptiveTags: ReadonlySet<number> = new Set([
  270, // ImageDescription
  271, // Make
  272, // Model
  282, // XResolution
  283, // YResolution
  296, // ResolutionUnit
  305, // Software
  306, // DateTime
  315, // Artist
  316, // HostComputer
  18246, // Rating
  18249, // RatingPercent
  33432, // Copyright
  40091, // XPTitle
  40092, // XPComment
  40093, // XPAuthor
  40094, // XPKeywords
  40095, // XPSubject
]);
