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

const stationId = z.uuid().max(40);
const serviceId = z.string().min(1).max(100);

export const studioRequests = {
  'studio.join': joinSchema,
  'studio.leave': leaveSchema,
  /** A PEM file with authorities of the database. */
  'studio.chooseCertificates': z.undefined(),
  'studio.checkShare': z.strictObject({ name: shareNameSchema, folder: pathSchema('share') }),
  /** PostgreSQL on this computer, for a trial. */
  'studio.serve': z.strictObject({ on: z.boolean() }),
  'studio.overview': z.undefined(),
  /** Null: all stations. */
  'studio.pause': z.strictObject({ station: stationId.nullable(), paused: z.boolean() }),
  'studio.drain': z.strictObject({ station: stationId, draining: z.boolean() }),
  'studio.limit': z.strictObject({ service: serviceId, requests: z.int().min(1).max(1000) }),
  'studio.allow': z.strictObject({ service: serviceId, station: stationId, allowed: z.boolean() }),
  /** Takes over a folder of this station that another one watches. */
  'studio.takeWatch': z.strictObject({ folder: z.string().min(1).max(64) }),
  /** Takes over lower prices of a service. */
  'studio.approvePrices': z.strictObject({ profileId: z.string().min(1).max(64) }),
  /** Work that is not mirrored yet. */
  'studio.fetchOlder': z.undefined(),
} as const;

export interface StudioResponses {
  'studio.join': JoinOutcome;
  'studio.leave': undefined;
  'studio.chooseCertificates': Grant | null;
  'studio.checkShare': ShareCheck;
  /** Address to join; its password is stored. Null after a stop. */
  'studio.serve': string | null;
  'studio.overview': StudioOverview;
  'studio.pause': undefined;
  'studio.drain': undefined;
  'studio.limit': undefined;
  'studio.allow': undefined;
  'studio.takeWatch': undefined;
  'studio.approvePrices': undefined;
  'studio.fetchOlder': undefined;
}
