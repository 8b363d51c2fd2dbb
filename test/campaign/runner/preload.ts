/**
 * What the campaigns load into a process of Burnish before Burnish itself (`node --import`): fast time, points to be
 * killed at, and the journal of a power cut. The orders are JSON in BURNISH_CAMPAIGN; what happened is written to file 3.
 */
import { syncBuiltinESMExports } from 'node:module';
import { isMainThread } from 'node:worker_threads';
import { installKillPoints, type KillOrder } from '../kills/kill-points.ts';
import { installJournal, type JournalOrder } from '../kills/power-journal.ts';
import { type FastClock, installFastClock } from './fast-clock.ts';

export interface Orders {
  readonly clock: FastClock | null;
  readonly kill: KillOrder | null;
  /** Records what a power cut could take. */
  readonly journal?: JournalOrder | null;
}

const orders = JSON.parse(process.env.BURNISH_CAMPAIGN ?? '{"clock":null,"kill":null}') as Orders;
// First, so that a kill after a step finds it recorded.
if (orders.journal && isMainThread) installJournal(orders.journal);
if (orders.kill !== null && isMainThread) installKillPoints(orders.kill, 3);
if (orders.clock !== null) installFastClock(orders.clock);
syncBuiltinESMExports();
