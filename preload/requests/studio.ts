/** Requests of the Studio screen. */
import { z } from 'zod';
import { type Grant, pathSchema } from '../../contract/intake/path-grant.ts';
import { shareNameSchema } from '../../contract/studio/studio.ts';
import {
  type JoinOutcome,
  joinSchema,
  leaveSchema,
  type ShareCheck,
  type StudioOverview,
} from '../../contract/studio/studio-status.ts';

const stationId = z.uuid().max(40);

const serviceId = z.string().min(1).max(100);

export const studioRequests = {
  'studio.join': joinSchema,
  'studio.leave': leaveSchema,
  /** A PEM file with who may vouch for the database; null: nothing was chosen. */
  'studio.chooseCertificates': z.undefined(),
  'studio.checkShare': z.strictObject({ name: shareNameSchema, folder: pathSchema('share') }),
  /** PostgreSQL on this computer, to try it with: started, or ended. */
  'studio.serve': z.strictObject({ on: z.boolean() }),
  /** For the screen, which asks again while it is shown. */
  'studio.overview': z.undefined(),
  /** `station` null: all of them. */
  'studio.pause': z.strictObject({ station: stationId.nullable(), paused: z.boolean() }),
  'studio.drain': z.strictObject({ station: stationId, draining: z.boolean() }),
  'studio.limit': z.strictObject({ service: serviceId, requests: z.int().min(1).max(1000) }),
  /** Whether a station may use a service that it has a key for. */
  'studio.allow': z.strictObject({ service: serviceId, station: stationId, allowed: z.boolean() }),
  /** A watch folder of this station's (its id) that another station watches becomes this one's to watch. */
  'studio.takeWatch': z.strictObject({ folder: z.string().min(1).max(64) }),
  /** Older work of the studio's, which is not here yet. */
  'studio.fetchOlder': z.undefined(),
} as const;

export interface StudioAnswers {
  'studio.join': JoinOutcome;
  'studio.leave': undefined;
  'studio.chooseCertificates': Grant | null;
  'studio.checkShare': ShareCheck;
  /** The address to join with; null where it was ended. Its password is kept with it. */
  'studio.serve': string | null;
  'studio.overview': StudioOverview;
  'studio.pause': undefined;
  'studio.drain': undefined;
  'studio.limit': undefined;
  'studio.allow': undefined;
  'studio.takeWatch': undefined;
  'studio.fetchOlder': undefined;
}
