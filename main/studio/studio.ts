/** A studio as this computer takes part in it: its database, opened once it can be reached, and this computer's station. */
import type { ClientConfig } from 'pg';
import type { Share } from '../../contract/studio/studio.ts';
import type { ShareCheck, StationStatus, StudioOverview } from '../../contract/studio/studio-status.ts';
import { openDatabase, type StudioDatabase } from './connection/connection.ts';
import { checkStudio, isMade, makeStudio } from './database/schema.ts';
import { openTickets, type Tickets } from './database/tickets.ts';
import { createLibrarySync, type LibrarySync } from './library/library-sync.ts';
import { createMirrorSync, type MirrorSync } from './mirror/mirror-sync.ts';
import { loadStudioOverview, type SharedFile } from './overview/load-studio-overview.ts';
import { createOverview, type Overview } from './overview/overview.ts';
import { createPreviewExchange, type PreviewExchange, type PreviewPictures } from './previews/preview-exchange.ts';
import { createStudioQueue } from './queue/studio-queue.ts';
import { sharesOf, writeShareMarker } from './shares/share-marker.ts';
import { openShares } from './shares/share-paths.ts';
import { createStation } from './station/station.ts';
import type { Station, StationOptions } from './station/station-types.ts';

/** What a computer is told to take part in a studio. */
export interface StudioAccess {
  readonly connection: ClientConfig;
  readonly shares: readonly Share[];
  /** This station: a UUID that is its data folder's for good, and what people call it. */
  readonly id: string;
  readonly name: string;
  readonly person: string;
  readonly works: boolean;
  readonly isDesk: boolean;
  readonly lanes: number | null;
  /** False for a studio that a command names. It does not change the recipes here. */
  readonly isJoined: boolean;
}

/** The studio's work as this station has it beside its own: how far that is. */
export interface MirrorProgress extends Pick<StationStatus, 'sync' | 'olderThan'> {
  /** Decisions that the studio has still to hear. */
  readonly decisions: number;
}

export interface Studio {
  readonly station: Station;
  readonly overview: Overview;
  /** The studio's work beside this computer's own; null on a station that only works. */
  readonly desk: MirrorSync | null;
  readonly previews: PreviewExchange;
  /** Recipes, presets and prices of all stations; null in a studio that was not joined. */
  readonly library: LibrarySync | null;
  /** True from the first question that got no answer to the next one that does. */
  readonly isAway: boolean;
  /** Whether there is a studio in that database. @throws StudioUnreachable, StudioRefused */
  isMade(): Promise<boolean>;
  /** Makes it. @throws StudioMismatch, StudioUnreachable */
  make(): Promise<void>;
  /** Asks the database whether this Burnish may take part. @throws StudioMismatch, StudioUnreachable */
  check(): Promise<void>;
  /** What the Studio screen shows. @throws StudioUnreachable */
  screen(): Promise<StudioOverview>;
  /** What a folder is that is to be a share. @throws StudioUnreachable */
  checkShare(name: string, folder: string): Promise<ShareCheck>;
  mirrored(): MirrorProgress;
  /** Has older work of the studio's come here. @throws StudioUnreachable */
  fetchOlder(): Promise<void>;
  /** Ends it where its station was never started. */
  close(): Promise<void>;
}

export type StudioDependencies = Omit<
  StationOptions,
  'database' | 'work' | 'shares' | 'id' | 'name' | 'works' | 'lanes' | 'person' | 'isDesk' | 'onShare' | 'close'
> & { readonly pictures: PreviewPictures };

export function openStudio(access: StudioAccess, given: StudioDependencies): Studio {
  const database = openDatabase(access.connection);
  const tickets = once(database);
  const { connection: _, shares: __, ...own } = access;
  const { id, name } = own;
  const work = createStudioQueue(database, tickets.open, id);
  const shares = openShares(access.shares);
  const overview = createOverview(database, tickets.open, id);
  const onFault = (fault: unknown) =>
    given.log.warn(fault instanceof Error ? (fault.stack ?? fault.message) : String(fault));
  const desk = !access.isDesk
    ? null
    : createMirrorSync({
        ...{ store: given.store, database, overview, shares, station: id },
        profileOf: (service) => given.services().find((each) => each.service.id === service)?.profileId ?? null,
        onNotice: given.onNotice,
        onChange: given.onChange,
        onFault,
      });
  const previews = createPreviewExchange({
    ...{ store: given.store, database, shares, station: id, pictures: given.pictures, onFault },
  });
  const library = !access.isJoined
    ? null
    : createLibrarySync({
        ...{ store: given.store, database, shares, station: id, name, onFault },
        onNotice: given.onNotice,
        onChange: given.onChange,
      });
  const folderOf = (share: string) => access.shares.find((each) => each.name === share)?.folder ?? '';
  const station = createStation({
    ...given,
    ...own,
    ...{ database, work, shares },
    // A share that can only be read has no mark of this station's.
    onShare: (share, studio) =>
      void writeShareMarker(folderOf(share), { studio, share, id, station: name }).catch(() => undefined),
    close: async () => {
      previews.stop();
      library?.stop();
      await desk?.stop();
      await tickets.close();
    },
  });
  const photographOf = ({ path, contentHash }: SharedFile) =>
    given.store.photographs
      .ofContent(contentHash)
      .find(({ sourcePath }) => sourcePath.replaceAll('\\', '/').normalize('NFC').endsWith(`/${path}`))?.id ?? null;
  return {
    station,
    overview,
    desk,
    previews,
    library,
    get isAway() {
      return database.isAway;
    },
    isMade: () => isMade(database),
    make: () => makeStudio(database),
    check: () => checkStudio(database),
    screen: () => loadStudioOverview(database, id, photographOf),
    checkShare: sharesOf(database, id),
    mirrored: () => desk?.status() ?? { sync: null, olderThan: null, decisions: 0 },
    fetchOlder: async () => desk?.fetchOlder(),
    async close() {
      await tickets.close();
      await database.close();
    },
  };
}

/** For a command that only asks. @param station this one's id; null where it has none */
export async function queryStudio<T>(
  connection: ClientConfig,
  ask: (overview: Overview, checkShare: Studio['checkShare']) => Promise<T>,
  station: string | null,
): Promise<T> {
  const database = openDatabase(connection);
  const tickets = once(database);
  try {
    await checkStudio(database);
    return await ask(createOverview(database, tickets.open, station), sharesOf(database, station ?? ''));
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
