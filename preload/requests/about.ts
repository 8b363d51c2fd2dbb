/** Requests about Burnish itself: what it is made of, and reports of crashes. */
import { z } from 'zod';
import { type About, type LicenseId, licenseIds } from '../../contract/app/about.ts';
import { type CrashHead, crashIdPattern } from '../../contract/app/crash-reports.ts';

export const crashRequests = {
  'app.about': z.undefined(),
  'app.licence': z.strictObject({ id: z.enum(licenseIds satisfies readonly LicenseId[]) }),
  'crashes.list': z.undefined(),
  'crashes.text': z.strictObject({ id: z.string().max(40).regex(crashIdPattern) }),
  'crashes.reveal': z.undefined(),
  'crashes.export': z.undefined(),
  'crashes.clear': z.undefined(),
  'crashes.news': z.undefined(),
} as const;

export interface CrashAnswers {
  'app.about': About;
  /** Sections; empty where the file is not there, as in a checkout that was not built. */
  'app.licence': readonly string[];
  /** The newest first. */
  'crashes.list': readonly CrashHead[];
  /** As it would be exported. */
  'crashes.text': string;
  'crashes.reveal': undefined;
  /** Asks for a folder first; the file's name, or null where none was chosen. */
  'crashes.export': string | null;
  'crashes.clear': undefined;
  /** True once, when Burnish or its window crashed the last time. */
  'crashes.news': boolean;
}
