/** A studio as this computer takes part in it: composes its parts. Starting point for readers: README.md. */
import type { Share } from '../../contract/studio/studio.ts';
import type { ShareCheck, StationStatus, StudioOverview } from '../../contract/studio/studio-status.ts';
import { openDatabase } from './connection/open-database.ts';
import { checkStudio, isMade, makeStudio } from './database/schema.ts';
import { createTickets } from './database/tickets.ts';
import { LibrarySync } from './library/library-sync.ts';
import { createMirrorSync, type MirrorSync } from './mirror/mirror-sync.ts';
import { loadStudioOverview, type SharedFile } from './overview/load-studio-overview.ts';
import { createOverview, type Overview } from './overview/overview.ts';
import { createPreviewExchange, type PreviewExchange, type PreviewPictures } from './previews/preview-exchange.ts';
import { createStudioQueue } from './queue/studio-queue.ts';
import { assertIsShare, createShareCheck, writeShareMarker } from './shares/share-marker.ts';
import { openShares } from './shares/share-paths.ts';
import { createStation } from './station/station.ts';
import type { Station, StationOptions, StudioAccess } from './station/station-types.ts';

interface MirrorStatus extends Pick<StationStatus, 'sync' | 'olderThan'> {
  /** Number of unsent decisions. */
  readonly decisions: number;
}

export interface Studio {
  readonly station: Station;
  readonly overview: Overview;
  /** The mirror of the studio's work; null if this station only works. */
  readonly desk: MirrorSync | null;
  readonly previews: PreviewExchange;
  /** Recipes, presets and prices of all stations; null in a studio that was not joined. */
  readonly library: LibrarySync | null;
  readonly isAway: boolean;
  /**
   * Checks the studio and the shared folders before it is joined.
   * @param canCreate whether to create a missing studio
   * @returns whether the database has a studio
   * @throws UserFacingError
   */
  prepare(shares: readonly Share[], canCreate: boolean): Promise<boolean>;
  /** Checks whether this program may take part. @throws StudioMismatch, StudioUnreachable */
  check(): Promise<void>;
  /** @throws StudioUnreachable */
  loadOverview(): Promise<StudioOverview>;
  /** @throws StudioUnreachable */
  checkShare(name: string, folder: string): Promise<ShareCheck>;
  mirrorStatus(): MirrorStatus;
  /** Closes a studio whose station has not started. */
  close(): Promise<void>;
}

export type StudioDependencies = Pick<
  StationOptions,
  'store' | 'program' | 'services' | 'setShare' | 'abortJob' | 'resume' | 'setHeld' | 'onChange' | 'onNotice' | 'log'
> & { readonly pictures: PreviewPictures };

export function openStudio(access: StudioAccess, dependencies: StudioDependencies): Studio {
  const { id, name } = access;
  const { store, services, pictures, onNotice, onChange, log } = dependencies;
  const database = openDatabase(access.connection);
  const tickets = createTickets(database);
  const shares = openShares(access.shares);
  const checkShare = createShareCheck(database, id);
  const overview = createOverview(database, tickets, id);
  const onError = (error: unknown) => log.warn(error instanceof Error ? (error.stack ?? error.message) : String(error));
  const parts = { store, database, shares, station: id, onNotice, onChange, onError };

  const profileOf = (service: string) => services().find((each) => each.service.id === service)?.profileId ?? null;
  const desk = access.isDesk ? createMirrorSync({ ...parts, overview, profileOf }) : null;
  const previews = createPreviewExchange({ ...parts, pictures });
  const library = access.isJoined ? new LibrarySync({ ...parts, name }) : null;
  const station = createStation({
    ...dependencies,
    ...access,
    database,
    work: createStudioQueue(database, tickets, id),
    shares,
    onShare: (share, studio) => {
      const folder = access.shares.find((each) => each.name === share)?.folder ?? '';
      // A read-only share gets no marker.
      writeShareMarker(folder, { studio, share, id, station: name }).catch(() => undefined);
    },
    close: async () => {
      previews.stop();
      library?.stop();
      await desk?.stop();
      await tickets.close();
    },
  });
  return {
    station,
    overview,
    desk,
    previews,
    library,
    get isAway() {
      return database.isAway;
    },
    async prepare(wanted, canCreate) {
      if (!(await isMade(database))) {
        if (!canCreate) return false;
        await makeStudio(database);
      }
      await checkStudio(database);
      for (const share of wanted) assertIsShare(await checkShare(share.name, share.folder), share);
      return true;
    },
    check: () => checkStudio(database),
    loadOverview: () => loadStudioOverview(database, id, (file) => findPhotograph(file, store)),
    checkShare,
    mirrorStatus: () => desk?.status() ?? { sync: null, olderThan: null, decisions: 0 },
    async close() {
      await tickets.close();
      await database.close();
    },
  };
}

/** Finds the local photograph of a shared file. */
function findPhotograph(
  { path, contentHash }: SharedFile,
  { photographs }: StudioDependencies['store'],
): number | null {
  const found = photographs
    .ofContent(contentHash)
    .find(({ sourcePath }) => sourcePath.replaceAll('\\', '/').normalize('NFC').endsWith(`/${path}`));
  return found?.id ?? null;
}

/** Runs queries of a command that does not take part. @param station id of this station; null if it has none */
export async function queryStudio<T>(
  connection: StudioAccess['connection'],
  query: (overview: Overview, checkShare: Studio['checkShare']) => Promise<T>,
  station: string | null,
): Promise<T> {
  const database = openDatabase(connection);
  const tickets = createTickets(database);
  try {
    await checkStudio(database);
    return await query(createOverview(database, tickets, station), createShareCheck(database, station ?? ''));
  } finally {
    await tickets.close();
    await database.close();
  }
}
