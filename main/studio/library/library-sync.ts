/**
 * Synchronizes recipes, presets, product lists and prices with the studio's database. Documents are edited in the local tables, also
 * offline. The last edit to arrive at the database wins; the station that finds its edit overtaken, or overtakes
 * another one, keeps the other version as a copy with a new name. Nothing in the database is trusted.
 */
import { type MessageDescriptor, msg, UserFacingError } from '../../../contract/messages/message.ts';
import type { LibraryDifference } from '../../../contract/studio/library.ts';
import { coalesce } from '../../files/coalesce.ts';
import type { ChangedList, Store, StudioDocument } from '../../store/index.ts';
import { StudioUnreachable } from '../connection/connection-errors.ts';
import type { StudioDatabase } from '../connection/studio-database.ts';
import type { Shares } from '../shares/share-paths.ts';
import { isSame, keyOf, nameIn, parseDocument, problemOf, withUniqueName } from './library-documents.ts';
import { type LibraryDocument, type LibraryStore, type LibraryTable, libraryTables } from './library-tables.ts';
import { createReceiver, type RemoteDocument, type SaveState } from './receive-document.ts';

/** As in migration 009. */
const channel = 'burnish_documents';
const refreshIntervalMs = 15_000;
/** Edits in quick succession are sent together. */
const localDelayMs = 300;
const foreignDelayMs = 3000;
const maxDocuments = 1000;
/** As in migration 009; a product list needs the most. */
const maxCharacters = 1_000_000;
const pageSize = 10;
/** Passes until no other station is faster. */
const maxAttempts = 3;
const documentLists = [
  'recipes',
  'presets',
  'details_presets',
  'export_presets',
  'profiles',
] as const satisfies readonly ChangedList[];

const revisionsSql = `SELECT kind, id, revision FROM burnish.documents ORDER BY kind, id LIMIT ${maxDocuments + 1}`;

const documentsSql = `SELECT d.kind, d.id, d.revision, d.document, coalesce(s.name, '') AS station
  FROM burnish.documents d LEFT JOIN burnish.stations s ON s.id = d.station
  JOIN jsonb_to_recordset($1::jsonb) AS w (kind text, id text) ON w.kind = d.kind AND w.id = d.id
  WHERE d.document IS NULL OR length(d.document) <= ${maxCharacters}`;

/** Returns no row if another station has changed the document since revision $5. */
const saveSql = `INSERT INTO burnish.documents AS d (kind, id, document, station) VALUES ($1, $2, $3, $4)
  ON CONFLICT (kind, id) DO UPDATE SET document = excluded.document, station = excluded.station,
    revision = d.revision + 1, changed_at = now()
  WHERE d.revision = $5
  RETURNING revision`;

export interface LibraryContext {
  readonly store: LibraryStore & Pick<Store, 'studioDocuments' | 'changes'>;
  readonly database: StudioDatabase;
  readonly shares: Shares;
  /** This station: its id and its name. */
  readonly station: string;
  readonly name: string;
  readonly onNotice: (text: MessageDescriptor) => void;
  readonly onChange: () => void;
  readonly onError: (error: unknown) => void;
}

export type LibrarySync = ReturnType<typeof createLibrarySync>;

export function createLibrarySync(context: LibraryContext) {
  const { store, database } = context;
  const tables = libraryTables(store, context.shares);
  const tableOf = (kind: string) => tables.find((table) => table.kind === kind) ?? null;
  let studio: string | null = null;
  let isStopped = false;
  let timer: NodeJS.Timeout | null = null;
  let interval: NodeJS.Timeout | null = null;
  let unsubscribe: () => void = () => undefined;
  /** Until a document or a profile changes. */
  let differences: readonly LibraryDifference[] | null = null;

  const statesByKey = () => new Map(store.studioDocuments.list().map((state) => [keyOf(state), state]));
  const save: SaveState = (before, state, write) => {
    store.studioDocuments.save(studio ?? '', before, state, write);
    differences = null;
  };
  const receive = createReceiver(context, save);

  async function receiveAll(): Promise<void> {
    const revisions = await database.query<Pick<RemoteDocument, 'kind' | 'id' | 'revision'>>(revisionsSql);
    if (revisions.length > maxDocuments) throw new Error(`The studio has more than ${maxDocuments} documents.`);
    const known = statesByKey();
    // A database that was restored from a backup lacks documents. They are sent again.
    const remote = new Set(revisions.map(keyOf));
    for (const [key, { kind, id, revision }] of known)
      if (revision > 0 && !remote.has(key)) store.studioDocuments.remove(kind, id);
    const wanted = revisions.filter((each) => known.get(keyOf(each))?.revision !== each.revision);
    for (let offset = 0; offset < wanted.length; offset += pageSize) {
      const page = wanted.slice(offset, offset + pageSize).map(({ kind, id }) => ({ kind, id }));
      for (const each of await database.query<RemoteDocument>(documentsSql, [JSON.stringify(page)])) {
        const table = tableOf(each.kind);
        if (table !== null && !isStopped) await receive(table, each, known.get(keyOf(each)) ?? null);
      }
    }
  }

  /** Returns true if another station was faster. */
  async function sendAll(): Promise<boolean> {
    const known = statesByKey();
    let isOvertaken = false;
    for (const table of tables) {
      const documents = table.list();
      for (const document of documents) {
        const state = known.get(keyOf({ kind: table.kind, id: document.id })) ?? null;
        if (isStopped || isSame(document, state?.local ?? null)) continue;
        isOvertaken = (await send(table, document, state)) || isOvertaken;
      }
      const localIds = new Set(documents.map(({ id }) => id));
      for (const state of known.values())
        if (state.kind === table.kind && state.local !== null && !localIds.has(state.id) && !isStopped)
          isOvertaken = (await sendRemoval(table, state)) || isOvertaken;
    }
    return isOvertaken;
  }

  async function send(table: LibraryTable, given: LibraryDocument, before: StudioDocument | null): Promise<boolean> {
    // Do not replace another station's version that cannot be used here.
    const isUnavailable = before !== null && before.shared !== null && before.problem !== null;
    if (isUnavailable && table.nameOf(given) !== null) return false;
    const document = before === null ? withUniqueName(table, given, context.name) : given;
    const state = {
      kind: table.kind,
      id: document.id,
      revision: before?.revision ?? 0,
      local: JSON.stringify(document),
    };
    const write = document === given ? undefined : () => table.save(document);
    let shared: string;
    try {
      shared = JSON.stringify(await table.toShared(document));
      if (shared.length > maxCharacters) throw new UserFacingError(msg('studio.library.invalid'));
    } catch (error) {
      save(before, { ...state, shared: null, problem: problemOf(error) }, write);
      return false;
    }
    const revision = await writeShared(state, shared);
    if (revision !== null) save(before, { ...state, revision, shared, problem: null }, write);
    return revision === null;
  }

  async function sendRemoval(table: LibraryTable, before: StudioDocument): Promise<boolean> {
    const { kind, id } = before;
    if (!table.isRemoved(id)) {
      save(before, { ...before, local: null, problem: msg('studio.library.noProfile') });
      return false;
    }
    if (before.shared === null) {
      const isNew = before.revision === 0;
      if (isNew) store.studioDocuments.remove(kind, id);
      else save(before, { ...before, local: null, problem: null });
      return false;
    }
    if (before.problem !== null) return false;
    const revision = await writeShared(before, null);
    if (revision !== null) save(before, { kind, id, revision, shared: null, local: null, problem: null });
    return revision === null;
  }

  /** Returns the new revision, or null if the database has another one than the state. */
  async function writeShared(
    { kind, id, revision }: Pick<StudioDocument, 'kind' | 'id' | 'revision'>,
    document: string | null,
  ): Promise<number | null> {
    const values = [kind, id, document, context.station, revision];
    const rows = await database.query<{ revision: number }>(saveSql, values);
    return rows[0]?.revision ?? null;
  }

  /** Tries again what failed: a share, a disk or a service may be available now. */
  async function retryProblems(): Promise<void> {
    for (const state of store.studioDocuments.list()) {
      const table = tableOf(state.kind);
      if (state.problem === null || table === null || isStopped) continue;
      const { id, shared } = state;
      if (shared !== null) await receive(table, { ...state, document: shared, station: '' }, state);
      else {
        const document = table.find(id);
        if (document !== null) await send(table, document, state);
      }
    }
  }

  const synchronize = coalesce(async () => {
    if (isStopped) return;
    if (studio === null) {
      const [row] = await database.query<{ id: string }>('SELECT id FROM burnish.studio');
      studio = row?.id ?? null;
      if (studio === null) return;
      store.studioDocuments.keepOnly(studio);
    }
    let isOvertaken = true;
    for (let attempt = 0; isOvertaken && attempt < maxAttempts; attempt += 1) {
      await receiveAll();
      isOvertaken = await sendAll();
    }
    await retryProblems();
  });

  function synchronizeIn(delayMs: number): void {
    if (isStopped || timer !== null) return;
    timer = setTimeout(() => {
      timer = null;
      synchronize().catch((error: unknown) => {
        if (!(error instanceof StudioUnreachable) && !isStopped) context.onError(error);
      });
    }, delayMs);
    timer.unref();
  }

  return {
    start(): void {
      if (interval !== null) return;
      database.listen(channel, () => synchronizeIn(0));
      interval = setInterval(() => synchronizeIn(0), refreshIntervalMs);
      interval.unref();
      unsubscribe = store.changes.subscribe(({ lists, foreign }) => {
        if (foreign || lists.has('studio_documents') || lists.has('profiles')) {
          differences = null;
          context.onChange();
        }
        if (documentLists.some((list) => lists.has(list))) synchronizeIn(localDelayMs);
        else if (foreign) synchronizeIn(foreignDelayMs);
      });
      synchronizeIn(0);
    },
    /** @throws StudioUnreachable */
    synchronize,
    differences(): readonly LibraryDifference[] {
      differences ??= store.studioDocuments.list().flatMap((state) => {
        const table = tableOf(state.kind);
        return table === null ? [] : differenceOf(table, state);
      });
      return differences;
    },
    /** Takes over the studio's lower prices of one service. */
    async approvePrices(profileId: string): Promise<void> {
      for (const before of store.studioDocuments.list()) {
        const table = tableOf(before.kind);
        if (!isUnapproved(before) || before.shared === null) continue;
        if (table?.priceOf(before.id)?.profileId !== profileId) continue;
        const document = await table.toLocal(parseDocument(before.shared), before.id, null);
        const state = { ...before, local: JSON.stringify(document), problem: null };
        save(before, state, () => table.save(document));
      }
    },
    stop(): void {
      isStopped = true;
      unsubscribe();
      if (interval !== null) clearInterval(interval);
      if (timer !== null) clearTimeout(timer);
    },
  };
}

/** Whether the studio has a lower price. */
const isUnapproved = ({ problem }: StudioDocument) =>
  problem !== null && typeof problem !== 'string' && problem.key === 'studio.library.lowerPrice';

function differenceOf(table: LibraryTable, document: StudioDocument): LibraryDifference[] {
  const { id, problem, shared, local } = document;
  const { kind } = table;
  if (problem === null) return [];
  if (kind === 'price') {
    const price = table.priceOf(id);
    if (price === null || !isUnapproved(document)) return [];
    const { profileId, title } = price;
    return [{ kind, id, state: 'unapproved', name: title, profileId, message: problem }];
  }
  const state = shared === null ? 'local' : 'unavailable';
  return [{ kind, id, state, name: nameIn(local ?? shared ?? ''), profileId: null, message: problem }];
}
