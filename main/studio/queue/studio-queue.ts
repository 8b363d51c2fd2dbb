/** The queue that the stations of a studio share, as one station sees it. The database decides everything, by its own clock. */
import type { StudioDatabase } from '../connection/studio-database.ts';
import type { Tickets } from '../database/tickets.ts';
import { createDispatcher } from './dispatch-tickets.ts';
import type { SharedWork } from './queue-types.ts';
import { recoverLostJobs } from './recover-lost-jobs.ts';
import { createSharedAttempts } from './shared-attempts.ts';
import { createSharedClaims } from './shared-claims.ts';
import { createSharedOffers } from './shared-offers.ts';
import { createStationRegistry } from './station-registry.ts';

export function createStudioQueue(database: StudioDatabase, tickets: Tickets, station: string): SharedWork {
  const dispatcher = createDispatcher(database, tickets);
  return {
    ...createSharedOffers(database, dispatcher, station),
    ...createSharedClaims(database, tickets, dispatcher, station),
    ...createSharedAttempts(database, dispatcher, station),
    ...createStationRegistry(database, station),
    recoverLostJobs: () => recoverLostJobs(database, dispatcher),
  };
}
