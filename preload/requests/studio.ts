/** Requests of the Studio screen. */
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
  /** Asks the user for a PEM file with the certificate authorities of the database. */
  'studio.chooseCertificates': z.undefined(),
  'studio.checkShare': z.strictObject({ name: shareNameSchema, folder: pathSchema('share') }),
  /** Starts or stops a PostgreSQL on this computer, for trying a studio. */
  'studio.serve': z.strictObject({ on: z.boolean() }),
  /** Polled by the screen while it is open. */
  'studio.overview': z.undefined(),
  /** `station` null: all stations. */
  'studio.pause': z.strictObject({ station: stationId.nullable(), paused: z.boolean() }),
  'studio.drain': z.strictObject({ station: stationId, draining: z.boolean() }),
  'studio.limit': z.strictObject({ service: serviceId, requests: z.int().min(1).max(1000) }),
  /** Sets whether a station may use a service that it has a key for. */
  'studio.allow': z.strictObject({ service: serviceId, station: stationId, allowed: z.boolean() }),
  /** Makes this station watch one of its folders (an id) that another station watches now. */
  'studio.takeWatch': z.strictObject({ folder: z.string().min(1).max(64) }),
  /** Fetches older work of the studio that is not in the mirror yet. */
  'studio.fetchOlder': z.undefined(),
} as const;

export interface StudioResponses {
  'studio.join': JoinOutcome;
  'studio.leave': undefined;
  /** Null if no file was chosen. */
  'studio.chooseCertificates': Grant | null;
  'studio.checkShare': ShareCheck;
  /** Address to join with; its password is stored. Null after a stop. */
  'studio.serve': string | null;
  'studio.overview': StudioOverview;
  'studio.pause': undefined;
  'studio.drain': undefined;
  'studio.limit': undefined;
  'studio.allow': undefined;
  'studio.takeWatch': undefined;
  'studio.fetchOlder': undefined;
}
