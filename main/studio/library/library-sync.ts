/**
 * Synchronizes recipes, presets, product lists and prices with the studio's database. Documents are edited in the local tables, also
 * offline. The last edit to arrive at the database wins; the station that finds its edit overtaken, or overtakes
 * another one, keeps the other version as a copy with a new name. Nothing in the database is trusted.
 */
import { type MessageDescriptor, msg, UserFacingError } from '../../../contract/messages/message.ts';
import type { LibraryDifference } from '../../../contract/studio/library.ts';
import { coalesce } from '../../files/coalesce.ts';
import type { ChangedList, Store, StudioDocument } from '../../store/index.ts';
import { type StudioDatabase, StudioUnreachable } from '../connection/studio-database.ts';
import type { Shares } from '../shares/shared-path.ts';
import {
  isSame,
  keyOf,
  type LibraryDocument,
  type LibraryTable,
  nameIn,
  parseDocument,
  problemOf,
  withUniqueName,
} from './library-documents.ts';
import { type LibraryStore, libraryTables } from './library-tables.ts';
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

interface LibraryContext {
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

export class LibrarySync {
  readonly #context: LibraryContext;
  readonly #tables: readonly LibraryTable[];
  readonly #receive: ReturnType<typeof createReceiver>;
  #studio: string | null = null;
  #isStopped = false;
  #timer: NodeJS.Timeout | null = null;
  #interval: NodeJS.Timeout | null = null;
  #unsubscribe: () => void = () => undefined;
  /** Null after a change of a document or a profile. */
  #differences: readonly LibraryDifference[] | null = null;

  /** @throws StudioUnreachable */
  readonly synchronize = coalesce(() => this.#synchronize());

  constructor(context: LibraryContext) {
    this.#context = context;
    this.#tables = libraryTables(context.store, context.shares);
    this.#receive = createReceiver(context, this.#save);
  }

  start(): void {
    if (this.#interval !== null) return;
    const { store, database, onChange } = this.#context;
    database.listen(channel, () => this.#synchronizeIn(0));
    this.#interval = setInterval(() => this.#synchronizeIn(0), refreshIntervalMs);
    this.#interval.unref();
    this.#unsubscribe = store.changes.subscribe(({ lists, foreign }) => {
      if (foreign || lists.has('studio_documents') || lists.has('profiles')) {
        this.#differences = null;
        onChange();
      }
      if (documentLists.some((list) => lists.has(list))) this.#synchronizeIn(localDelayMs);
      else if (foreign) this.#synchronizeIn(foreignDelayMs);
    });
    this.#synchronizeIn(0);
  }

  differences(): readonly LibraryDifference[] {
    this.#differences ??= this.#context.store.studioDocuments.list().flatMap((state) => {
      const table = this.#tableOf(state.kind);
      return table === null ? [] : differenceOf(table, state);
    });
    return this.#differences;
  }

  /** Takes over the studio's lower prices of one service. */
  async approvePrices(profileId: string): Promise<void> {
    for (const before of this.#context.store.studioDocuments.list()) {
      const table = this.#tableOf(before.kind);
      if (!isUnapproved(before) || before.shared === null) continue;
      if (table?.priceOf(before.id)?.profileId !== profileId) continue;
      const document = await table.toLocal(parseDocument(before.shared), before.id, null);
      const state = { ...before, local: JSON.stringify(document), problem: null };
      this.#save(before, state, () => table.save(document));
    }
  }

  stop(): void {
    this.#isStopped = true;
    this.#unsubscribe();
    if (this.#interval !== null) clearInterval(this.#interval);
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  #tableOf(kind: string): LibraryTable | null {
    return this.#tables.find((table) => table.kind === kind) ?? null;
  }

  readonly #save: SaveState = (before, state, write) => {
    this.#context.store.studioDocuments.save(this.#studio ?? '', before, state, write);
    this.#differences = null;
  };

  #statesByKey(): ReadonlyMap<string, StudioDocument> {
    return new Map(this.#context.store.studioDocuments.list().map((state) => [keyOf(state), state]));
  }

  #synchronizeIn(delayMs: number): void {
    if (this.#isStopped || this.#timer !== null) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.synchronize().catch((error: unknown) => {
        if (!(error instanceof StudioUnreachable) && !this.#isStopped) this.#context.onError(error);
      });
    }, delayMs);
    this.#timer.unref();
  }

  async #synchronize(): Promise<void> {
    if (this.#isStopped) return;
    const { store, database } = this.#context;
    if (this.#studio === null) {
      const [row] = await database.query<{ id: string }>('SELECT id FROM burnish.studio');
      this.#studio = row?.id ?? null;
      if (this.#studio === null) return;
      store.studioDocuments.keepOnly(this.#studio);
    }
    let isOvertaken = true;
    for (let attempt = 0; isOvertaken && attempt < maxAttempts; attempt += 1) {
      await this.#receiveAll();
      isOvertaken = await this.#sendAll();
    }
    await this.#retryProblems();
  }

  async #receiveAll(): Promise<void> {
    const { store, database } = this.#context;
    const revisions = await database.query<Pick<RemoteDocument, 'kind' | 'id' | 'revision'>>(revisionsSql);
    if (revisions.length > maxDocuments) throw new Error(`The studio has more than ${maxDocuments} documents.`);
    const known = this.#statesByKey();
    // A restored database lacks documents. They are sent again.
    const remote = new Set(revisions.map(keyOf));
    for (const [key, { kind, id, revision }] of known)
      if (revision > 0 && !remote.has(key)) store.studioDocuments.remove(kind, id);
    const wanted = revisions.filter((each) => known.get(keyOf(each))?.revision !== each.revision);
    for (let offset = 0; offset < wanted.length; offset += pageSize) {
      const page = wanted.slice(offset, offset + pageSize).map(({ kind, id }) => ({ kind, id }));
      for (const each of await database.query<RemoteDocument>(documentsSql, [JSON.stringify(page)])) {
        const table = this.#tableOf(each.kind);
        if (table !== null && !this.#isStopped) await this.#receive(table, each, known.get(keyOf(each)) ?? null);
      }
    }
  }

  /** Returns true if another station was faster. */
  async #sendAll(): Promise<boolean> {
    const known = this.#statesByKey();
    let isOvertaken = false;
    for (const table of this.#tables) {
      const documents = table.list();
      for (const document of documents) {
        const state = known.get(keyOf({ kind: table.kind, id: document.id })) ?? null;
        if (this.#isStopped || isSame(document, state?.local ?? null)) continue;
        isOvertaken = (await this.#send(table, document, state)) || isOvertaken;
      }
      const localIds = new Set(documents.map(({ id }) => id));
      for (const state of known.values())
        if (state.kind === table.kind && state.local !== null && !localIds.has(state.id) && !this.#isStopped)
          isOvertaken = (await this.#sendRemoval(table, state)) || isOvertaken;
    }
    return isOvertaken;
  }

  async #send(table: LibraryTable, edited: LibraryDocument, before: StudioDocument | null): Promise<boolean> {
    // Do not replace another station's version that cannot be used here.
    const isUnavailable = before !== null && before.shared !== null && before.problem !== null;
    if (isUnavailable && table.nameOf(edited) !== null) return false;
    const document = before === null ? withUniqueName(table, edited, this.#context.name) : edited;
    const state = {
      kind: table.kind,
      id: document.id,
      revision: before?.revision ?? 0,
      local: JSON.stringify(document),
    };
    const write = document === edited ? undefined : () => table.save(document);
    let shared: string;
    try {
      shared = JSON.stringify(await table.toShared(document));
      if (shared.length > maxCharacters) throw new UserFacingError(msg('studio.library.invalid'));
    } catch (error) {
      this.#save(before, { ...state, shared: null, problem: problemOf(error) }, write);
      return false;
    }
    const revision = await this.#writeShared(state, shared);
    if (revision !== null) this.#save(before, { ...state, revision, shared, problem: null }, write);
    return revision === null;
  }

  async #sendRemoval(table: LibraryTable, before: StudioDocument): Promise<boolean> {
    const { kind, id } = before;
    if (!table.isRemoved(id)) {
      this.#save(before, { ...before, local: null, problem: msg('studio.library.noProfile') });
      return false;
    }
    if (before.shared === null) {
      const isNew = before.revision === 0;
      if (isNew) this.#context.store.studioDocuments.remove(kind, id);
      else this.#save(before, { ...before, local: null, problem: null });
      return false;
    }
    if (before.problem !== null) return false;
    const revision = await this.#writeShared(before, null);
    if (revision !== null) this.#save(before, { kind, id, revision, shared: null, local: null, problem: null });
    return revision === null;
  }

  /** Returns the new revision, or null if the database has another one than the state. */
  async #writeShared(
    { kind, id, revision }: Pick<StudioDocument, 'kind' | 'id' | 'revision'>,
    document: string | null,
  ): Promise<number | null> {
    const values = [kind, id, document, this.#context.station, revision];
    const rows = await this.#context.database.query<{ revision: number }>(saveSql, values);
    return rows[0]?.revision ?? null;
  }

  /** Retries documents with a problem: a share, a disk or a service may be available now. */
  async #retryProblems(): Promise<void> {
    for (const state of this.#context.store.studioDocuments.list()) {
      const table = this.#tableOf(state.kind);
      if (state.problem === null || table === null || this.#isStopped) continue;
      const { id, shared } = state;
      if (shared !== null) await this.#receive(table, { ...state, document: shared, station: '' }, state);
      else {
        const document = table.find(id);
        if (document !== null) await this.#send(table, document, state);
      }
    }
  }
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
