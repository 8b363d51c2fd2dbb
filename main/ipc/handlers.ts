/**
 * All handlers of the window's requests, as the page reaches them.
 *
 * A file of `requests/` implements the declarations of its namesake in `preload/requests/`. `createHandlers` does not
 * compile if a request has no handler.
 * The families are described in `preload/README.md`.
 */

import { cardHandlers } from '../cards/card-handlers.ts';
import { comparisonHandlers } from '../comparisons/comparison-handlers.ts';
import { crashHandlers } from '../crashes/crash-handlers.ts';
import type { Handlers, RequestContext } from './bridge/request-handlers.ts';
import { withResolvedPaths } from './bridge/resolve-paths.ts';
import { appHandlers } from './requests/app.ts';
import { batchHandlers } from './requests/batches.ts';
import { deliveryHandlers } from './requests/delivery.ts';
import { galleryHandlers } from './requests/gallery.ts';
import { intakeHandlers } from './requests/intake.ts';
import { jobHandlers } from './requests/jobs.ts';
import { photographHandlers } from './requests/photographs.ts';
import { recipeHandlers } from './requests/recipes.ts';
import { resultHandlers } from './requests/results.ts';
import { serviceHandlers } from './requests/services.ts';
import { studioHandlers } from './requests/studio.ts';
import { touchUpHandlers } from './requests/touch-up.ts';

export function createHandlers(context: RequestContext): Handlers {
  const handlers: Handlers = {
    ...appHandlers(context),
    ...batchHandlers(context),
    ...cardHandlers(context),
    ...comparisonHandlers(context),
    ...crashHandlers(context),
    ...deliveryHandlers(context),
    ...galleryHandlers(context),
    ...intakeHandlers(context),
    ...jobHandlers(context),
    ...photographHandlers(context),
    ...recipeHandlers(context),
    ...resultHandlers(context),
    ...serviceHandlers(context),
    ...studioHandlers(context),
    ...touchUpHandlers(context),
  };
  return withResolvedPaths(handlers, context.grants, context.core.store);
}
