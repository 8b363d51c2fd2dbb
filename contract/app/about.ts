/** In display order. Each has fixed files, so that a request cannot read others. */
export const licenseIds = [
  'burnish',
  'packages',
  'fonts',
  'models',
  'networks',
  'samples',
  'libraw',
  'electron',
  'chromium',
] as const;
export type LicenseId = (typeof licenseIds)[number];

export interface About {
  readonly version: string;
  /** Versions of Electron, Chromium and Node. */
  readonly runsOn: string;
}

export interface LoginStart {
  readonly isOn: boolean;
  /** False if Burnish runs from its sources. */
  readonly isPossible: boolean;
}
