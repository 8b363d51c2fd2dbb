/** Takes over documents that other stations changed. */
import { randomUUID } from 'node:crypto';
import { type MessageDescriptor, msg } from '../../../contract/messages/message.ts';
import type { StudioDocument } from '../../store/index.ts';
import {
  isSame,
  type LibraryDocument,
  type LibraryTable,
  parseDocument,
  problemOf,
  uniqueName,
} from './library-documents.ts';

export interface RemoteDocument {
  readonly kind: string;
  readonly id: string;
  readonly revision: number;
  readonly document: string | null;
  readonly station: string;
}

export type SaveState = (before: StudioDocument | null, state: StudioDocument, write?: () => void) => void;

interface ReceiverContext {
  /** Name of this station. */
  readonly name: string;
  readonly onNotice: (text: MessageDescriptor) => void;
}

/** Returns a function that takes over a document that another station changed. */
export function createReceiver({ name: stationName, onNotice }: ReceiverContext, save: SaveState) {
  /** Saves a version under a new id and name. */
  function saveCopy(table: LibraryTable, document: LibraryDocument, station: string): LibraryDocument {
    const copy = table.withName(document, randomUUID(), uniqueName(table, table.nameOf(document) ?? '', station));
    table.save(copy);
    return copy;
  }

  function removeLocal(table: LibraryTable, { id, revision }: RemoteDocument, before: StudioDocument | null): void {
    const local = table.find(id);
    const state = { kind: table.kind, id, revision, shared: null, local: null, problem: null };
    if (local === null || isEdited(table, local, before)) save(before, state);
    // The default price may be lower.
    else if (table.needsApproval(id, null)) save(before, { ...state, local: before?.local ?? null });
    // The document is sent again if the state has no local version.
    else if (table.isInUse(id))
      save(before, state, () => onNotice(msg('studio.library.keptInUse', { name: table.nameOf(local) ?? id })));
    else save(before, state, () => table.remove(id));
  }

  async function saveLocal(
    table: LibraryTable,
    { id, revision, document: shared, station }: RemoteDocument,
    before: StudioDocument | null,
  ): Promise<void> {
    const state = { kind: table.kind, id, revision, shared, local: before?.local ?? null, problem: null };
    const earlier = table.find(id);
    let document: LibraryDocument;
    try {
      document = await table.toLocal(parseDocument(shared ?? ''), id, earlier);
    } catch (error) {
      save(before, { ...state, problem: problemOf(error) });
      return;
    }
    // The user may have edited it while its paths were read.
    const local = table.find(id);
    const received = { ...state, local: JSON.stringify(document) };
    const name = local === null ? null : table.nameOf(local);
    if (isSame(local, received.local)) save(before, received);
    else if (table.needsApproval(id, document)) {
      const problem = table.approvalMessage(document);
      save(before, { ...state, local: local === null ? null : JSON.stringify(local), problem });
    } else if (local === null || name === null || !isEdited(table, local, before))
      save(before, received, () => table.save(document));
    else if (before === null) {
      // The document had the same id before this computer joined.
      save(before, received, () => {
        const copy = saveCopy(table, local, stationName);
        table.moveUses(id, copy.id);
        table.save(document);
        onNotice(msg('studio.library.joined', { name, copy: table.nameOf(copy) ?? '' }));
      });
    } else {
      // The edit of this station arrives later, so it replaces the other one.
      save(before, isUnsent(before) ? { ...before, revision } : state, () => {
        const copy = saveCopy(table, document, station);
        onNotice(msg('studio.library.copied', { name, copy: table.nameOf(copy) ?? '' }));
      });
    }
  }

  return async (table: LibraryTable, remote: RemoteDocument, before: StudioDocument | null): Promise<void> => {
    if (remote.document === null) removeLocal(table, remote, before);
    else await saveLocal(table, remote, before);
  };
}

/** Whether a local edit could not be sent. */
const isUnsent = ({ problem, shared }: StudioDocument) => problem !== null && shared === null;

/** Whether the user changed a document since the last exchange, or before this computer joined. */
function isEdited(table: LibraryTable, local: LibraryDocument, before: StudioDocument | null): boolean {
  if (before === null) return !table.isUnmodified(local);
  return isUnsent(before) || !isSame(local, before.local);
}
