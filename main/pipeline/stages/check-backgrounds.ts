/** Looks for the background pictures of a job's outputs before anything is sent: what is paid for must not fail for want of one. */

import { msg } from '../../../contract/messages/message.ts';
import { outputsOf } from '../../../contract/recipes/recipe.ts';
import { withTimeout } from '../../files/with-timeout.ts';
import { backgroundFacts } from '../../imaging/compose/background.ts';
import { ImagingError } from '../../imaging/errors.ts';
import type { Job } from '../../store/index.ts';
import { jobError, type Outcome } from '../stage-outcome.ts';

/** Null where all of them can be used. */
export async function missingBackground(job: Pick<Job, 'recipe'>): Promise<Outcome | null> {
  for (const { composition } of outputsOf(job.recipe)) {
    if (composition?.background.kind !== 'picture') continue;
    const { path } = composition.background;
    try {
      await withTimeout(backgroundFacts(path));
    } catch (error) {
      const isLate = (error as NodeJS.ErrnoException).code === 'ETIMEDOUT';
      if (!isLate && !(error instanceof ImagingError)) throw error;
      const message = isLate ? msg('pipeline.background.late', { path }) : (error as ImagingError).sentence;
      return { kind: 'fail', error: jobError('input', 'NO_BACKGROUND', message, 'edit-recipe') };
    }
  }
  return null;
}
