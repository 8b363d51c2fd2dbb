import { z } from 'zod';
import { type CrashHead, crashIdPattern } from '../../contract/app/crash-reports.ts';
import { request } from '../request.ts';

export const crashRequests = {
  'crashes.list': request().returns<readonly CrashHead[]>(),
  /** Redacted. */
  'crashes.text': request({ id: z.string().max(40).regex(crashIdPattern) }).returns<string>(),
  'crashes.reveal': request(),
  /** Returns the file's name. */
  'crashes.export': request().returns<string | null>(),
  'crashes.clear': request(),
  /** True once after a crash. */
  'crashes.news': request().returns<boolean>(),
};
