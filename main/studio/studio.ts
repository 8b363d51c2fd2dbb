/** A studio as this computer takes part in it: its database, opened once it can be reached, and this computer's station. */
import type { ClientConfig } from 'pg';
import type { Share } from '../../preload/contract/studio.ts';
import { openDatabase, type StudioDatabase } from './database/connection.ts';
import { checkStudio } from './database/schema.ts';
import { openTickets, type Tickets } from './database/tickets.ts';
import { createDesk, type Desk } from './desk.ts';
import { createOverview, type Overview } from './overview.ts';
import { sharedWork } from './shared-work.ts';
import { openShares } from './shares.ts';
import { createStation, type Station, type StationOptions } from './station.ts';

/** What a computer is told to take part in a studio. */
export interface StudioAccess {
  readonly connection: ClientConfig;
  readonly shares: readonly Share[];
  /** This station: a UUID that is its data folder's for good, and what people call it. */
  readonly id: string;
  readonly name: string;
  readonly works: boolean;
  readonly lanes: number | null;
  /** Whether the studio's work is shown here. */
  readonly isDesk: boolean;
}

export interface Studio {
  readonly station: Station;
  readonly overview: Overview;
  /** Null on a station that only works. */
  readonly desk: Desk | null;
  /** Asks the database whether this Burnish may take part. @throws StudioMismatch, StudioAway */
  check(): Promise<void>;
}

type Given = Omit<StationOptions, 'database' | 'work' | 'shares' | 'id' | 'name' | 'works' | 'lanes'>;

export function openStudio(access: StudioAccess, given: Given): Studio {
  const database = openDatabase(access.connection);
  const tickets = once(database);
  const { id, name, works, lanes } = access;
  const work = sharedWork(database, tickets.open, id);
  const shares = openShares(access.shares);
  const overview = createOverview(database, tickets.open, id);
  const desk = !access.isDesk
    ? null
    : createDesk({
        ...{ store: given.store, database, overview, shares, station: id },
        profileOf: (service) => given.services().find((each) => each.service.id === service)?.profileId ?? null,
        onNotice: given.onNotice,
        onChange: () => undefined,
        onFault: (fault) => given.log.warn(fault instanceof Error ? (fault.stack ?? fault.message) : String(fault)),
      });
  const station = createStation({
    ...given,
    ...{ database, work, shares, id, name, works, lanes },
    close: async () => {
      await desk?.stop();
      await tickets.close();
    },
  });
  return {
    station,
    overview,
    desk,
    check: () => checkStudio(database),
  };
}

/** For a command that only asks. */
export async function askStudio<T>(connection: ClientConfig, ask: (overview: Overview) => Promise<T>): Promise<T> {
  const database = openDatabase(connection);
  const tickets = once(database);
  try {
    await checkStudio(database);
    return await ask(createOverview(database, tickets.open, null));
  } finally {
    await tickets.close();
    await database.close();
  }
}

/** pg-boss wants its tables before it starts: so it is opened when it is first needed, and again where that failed. */
function once(database: StudioDatabase) {
  let opened: Promise<Tickets> | null = null;
  return {
    open(): Promise<Tickets> {
      opened ??= openTickets(database).catch((fault) => {
        opened = null;
        throw fault;
      });
      return opened;
    },
    async close(): Promise<void> {
      await opened?.then((tickets) => tickets.close()).catch(() => undefined);
    },
  };
}
