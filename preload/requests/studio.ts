import { z } from 'zod';
import { shareNameSchema } from '../../contract/studio/studio.ts';
import {
  type JoinOutcome,
  joinSchema,
  leaveSchema,
  type ShareCheck,
  type StudioOverview,
} from '../../contract/studio/studio-status.ts';
import { type Grant, pathSchema } from '../../contract/validation/path-grant.ts';
import { request } from '../request.ts';

const stationId = z.uuid().max(40);
const serviceId = z.string().min(1).max(100);

export const studioRequests = {
  'studio.join': request(joinSchema).returns<JoinOutcome>(),
  'studio.leave': request(leaveSchema),
  /** A PEM file. */
  'studio.chooseCertificates': request().returns<Grant | null>(),
  'studio.checkShare': request({ name: shareNameSchema, folder: pathSchema('share') }).returns<ShareCheck>(),
  /** Runs PostgreSQL here, for a trial. Returns its address; null after a stop. */
  'studio.serve': request({ on: z.boolean() }).returns<string | null>(),
  'studio.overview': request().returns<StudioOverview>(),
  /** Null: all stations. */
  'studio.pause': request({ station: stationId.nullable(), paused: z.boolean() }),
  'studio.drain': request({ station: stationId, draining: z.boolean() }),
  'studio.limit': request({ service: serviceId, requests: z.int().min(1).max(1000) }),
  'studio.allow': request({ service: serviceId, station: stationId, allowed: z.boolean() }),
  /** Watches a folder instead of another station. */
  'studio.takeWatch': request({ folder: z.string().min(1).max(64) }),
  /** Accepts lower prices. */
  'studio.approvePrices': request({ profileId: z.string().min(1).max(64) }),
  /** Work not mirrored yet. */
  'studio.fetchOlder': request(),
};
