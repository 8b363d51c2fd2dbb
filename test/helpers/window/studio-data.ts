/** Sample records of a studio for tests of the window; each test changes the relevant fields. */
import type {
  StationStatus,
  StudioOverview,
  StudioService,
  StudioStation,
} from '../../../contract/studio/studio-status.ts';

export const standingOf = (change: Partial<StationStatus> = {}): StationStatus => ({
  station: 'Desk 1',
  condition: 'there',
  message: null,
  unsent: { photographs: 0, decisions: 0 },
  sync: null,
  olderThan: null,
  library: [],
  isPaused: false,
  isDraining: false,
  holds: 0,
  ...change,
});

export const stationOf = (name: string, change: Partial<StudioStation> = {}): StudioStation => ({
  id: name,
  name,
  person: '',
  program: '0.1.0',
  isThisOne: false,
  condition: 'there',
  silentMs: 1000,
  works: true,
  isDesk: true,
  isPaused: false,
  isDraining: false,
  holds: 0,
  perMinute: null,
  at: null,
  shares: [],
  services: [],
  watches: [],
  ...change,
});

export const serviceOf = (name: string, change: Partial<StudioService> = {}): StudioService => ({
  id: name,
  name,
  charges: true,
  cap: 4,
  waiting: 0,
  atWork: 0,
  requests: 0,
  undecided: 0,
  failed: 0,
  perMinute: null,
  heldUp: [],
  refused: [],
  ...change,
});

export const overviewOf = (change: Partial<StudioOverview> = {}): StudioOverview => ({
  isPaused: false,
  shares: [],
  stations: [stationOf('Desk 1', { isThisOne: true })],
  services: [],
  perMinute: null,
  stranded: 0,
  ...change,
});
