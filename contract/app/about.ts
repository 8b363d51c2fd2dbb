/** What the window says of Burnish itself: its versions, and the licences of all that comes with it. */

/** In the order in which they are listed. Each stands for files of its own; no other file is read for them. */
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
  /** The versions of Electron, Chromium and Node, as text. */
  readonly runsOn: string;
}

export interface LoginStart {
  readonly isOn: boolean;
  /** False if Burnish runs from its sources, because the system then has no app to start. */
  readonly isPossible: boolean;
}
