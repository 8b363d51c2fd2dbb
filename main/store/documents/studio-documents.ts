/** Documents of the studio's library as last synchronized (`studio_documents`). */
import { isDeepStrictEqual } from 'node:util';
import type { Message } from '../../../contract/messages/message.ts';
import type { LibraryKind } from '../../../contract/studio/library.ts';
import type { StoreContext } from '../store-context.ts';

export interface StudioDocument {
  readonly kind: LibraryKind;
  readonly id: string;
  /** In the studio's database; 0 if it has never been there. */
  readonly revision: number;
  /** JSON in the studio's database; null if it is not there. */
  readonly shared: string | null;
  /** JSON of the local document at that revision; null if there was none. */
  readonly local: string | null;
  /** Explains a difference between the two. */
  readonly problem: Message | null;
}

interface Row extends Omit<StudioDocument, 'problem'> {
  readonly problem: string | null;
}

const columns = 'kind, id, revision, shared, local, problem';

export function studioDocuments({ db, changes }: StoreContext) {
  const list = db.prepare<[], Row>(`SELECT ${columns} FROM studio_documents ORDER BY kind, id`);
  const find = db.prepare<[string, string], Row>(`SELECT ${columns} FROM studio_documents WHERE kind = ? AND id = ?`);
  const save = db.prepare(`INSERT OR REPLACE INTO studio_documents (studio, ${columns})
    VALUES (@studio, @kind, @id, @revision, @shared, @local, @problem)`);
  const remove = db.prepare('DELETE FROM studio_documents WHERE kind = ? AND id = ?');
  const removeOthers = db.prepare('DELETE FROM studio_documents WHERE studio <> ?');
  const clear = db.prepare('DELETE FROM studio_documents');

  const toDocument = (row: Row): StudioDocument => ({
    ...row,
    problem: row.problem === null ? null : (JSON.parse(row.problem) as Message),
  });

  return {
    list: (): StudioDocument[] => list.all().map(toDocument),
    /**
     * Saves the state of a document together with the changes of `write`. Does nothing if another process has
     * changed the state since `before`.
     */
    save(studio: string, before: StudioDocument | null, document: StudioDocument, write?: () => void): void {
      if (write === undefined && isDeepStrictEqual(before, document)) return;
      const problem = document.problem === null ? null : JSON.stringify(document.problem);
      const isSaved = db
        .transaction((): boolean => {
          const row = find.get(document.kind, document.id);
          if (!isDeepStrictEqual(row === undefined ? null : toDocument(row), before)) return false;
          write?.();
          save.run({ ...document, studio, problem });
          return true;
        })
        .immediate();
      if (isSaved) changes.list('studio_documents');
    },
    remove(kind: LibraryKind, id: string): void {
      remove.run(kind, id);
      changes.list('studio_documents');
    },
    /** Forgets the documents of other studios. */
    keepOnly: (studio: string): void => void removeOthers.run(studio),
    clear: (): void => void clear.run(),
  };
}
