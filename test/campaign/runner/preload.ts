/**
 * Installs fast time, kill points and the journal of a power cut in a process of Burnish (`node --import`). The orders are
 * JSON in BURNISH_CAMPAIGN; the report goes to file descriptor 3.
 */
import { syncBuiltinESMExports } from 'node:module';
import { isMainThread } from 'node:worker_threads';
import { installKillPoints, type KillOrder } from '../kills/kill-points.ts';
import { installJournal, type JournalOrder } from '../kills/power-journal.ts';
import { type FastClock, installFastClock } from './fast-clock.ts';

export interface Orders {
  readonly clock: FastClock | null;
  readonly kill: KillOrder | null;
  readonly journal?: JournalOrder | null;
}

const orders = JSON.parse(process.env.BURNISH_CAMPAIGN ?? '{"clock":null,"kill":null}') as Orders;
// First, so that a step is recorded before a kill that follows it.
if (orders.journal && isMainThread) installJournal(orders.journal);
if (orders.kill !== null && isMainThread) installKillPoints(orders.kill, 3);
if (orders.clock !== null) installFastClock(orders.clock);
syncBuiltinESMExports();
