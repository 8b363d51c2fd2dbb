/** Requests about updates of the app. */
import { z } from 'zod';
import type { UpdateStatus } from '../../contract/app/update-status.ts';

export const updateRequests = {
  'updates.standing': z.undefined(),
  /** Looks now; how that goes is told by the event `updates`. */
  'updates.look': z.undefined(),
  /** Installs what is ready and starts it; main asks first where work is under way, or something would be lost. */
  'updates.restart': z.undefined(),
} as const;

export interface UpdateAnswers {
  'updates.standing': UpdateStatus;
  'updates.look': undefined;
  'updates.restart': undefined;
}
