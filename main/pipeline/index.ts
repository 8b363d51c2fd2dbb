/**
 * The pipeline: what carries jobs from the queue to finished files.
 *
 *   createQueue({ store, services, onFault }) -> start() stop() drained() status(profileId) resume(profileId)
 *
 * Take `store.queueLock` first: one process runs the queue.
 */
export { createQueue, type Drained, type Queue, type QueueOptions } from './queue.ts';
