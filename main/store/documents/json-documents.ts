/** Tables of named JSON documents in the user's order. */
import type { ChangedList } from '../change-notifier.ts';
import type { StoreContext } from '../store-context.ts';

interface DocumentTable<T> {
  /** Has the columns id, position and `column`. */
  readonly table: Extract<
    ChangedList,
    'recipes' | 'folders' | 'profiles' | 'presets' | 'details_presets' | 'export_presets'
  >;
  readonly column: 'recipe' | 'folder' | 'profile' | 'preset';
  /** Converts a stored document to the current format; null if invalid. Lists leave it out. */
  readonly parse: (document: unknown) => T | null;
}

const documentSql = (table: string, column: string) => ({
  list: `SELECT ${column} FROM ${table} ORDER BY position, id`,
  find: `SELECT ${column} FROM ${table} WHERE id = ?`,
  save: `INSERT INTO ${table} (id, position, ${column})
    VALUES (@id, (SELECT coalesce(max(position), 0) + 1 FROM ${table}), @document)
    ON CONFLICT (id) DO UPDATE SET ${column} = excluded.${column}`,
  remove: `DELETE FROM ${table} WHERE id = ?`,
  listIds: `SELECT id FROM ${table} ORDER BY position, id`,
  setPosition: `UPDATE ${table} SET position = ? WHERE id = ?`,
});

export function jsonDocuments<T extends { readonly id: string }>(
  { db, changes }: StoreContext,
  { table, column, parse }: DocumentTable<T>,
) {
  const sql = documentSql(table, column);
  const list = db.prepare<[], string>(sql.list).pluck();
  const find = db.prepare<[string], string>(sql.find).pluck();
  const save = db.prepare(sql.save);
  const remove = db.prepare(sql.remove);
  const listIds = db.prepare<[], string>(sql.listIds).pluck();
  const setPosition = db.prepare(sql.setPosition);
  const saveOrder = db.transaction((ids: readonly string[]) => {
    for (const [index, id] of ids.entries()) setPosition.run(index + 1, id);
  });
  const cache = new Map<string, T | null>();
  changes.clearOnForeign(() => cache.clear());
  const get = (id: string): T | null => {
    const text = find.get(id);
    return text === undefined ? null : parse(JSON.parse(text));
  };
  return {
    list(): T[] {
      return list.all().flatMap((text) => parse(JSON.parse(text)) ?? []);
    },
    get,
    /** As of the last look for changes by other processes. For the queue, whose every job reads its documents often. */
    recent(id: string): T | null {
      const cached = cache.get(id);
      if (cached !== undefined) return cached;
      const document = get(id);
      cache.set(id, document);
      return document;
    },
    /** Adds a document at the end, or replaces the one with its id. */
    save(document: T): void {
      save.run({ id: document.id, document: JSON.stringify(document) });
      cache.delete(document.id);
      changes.list(table);
    },
    /** Moves a document down by `offset` positions, or up if negative. */
    move(id: string, offset: number): void {
      const ids = listIds.all();
      const index = ids.indexOf(id);
      if (index === -1) return;
      ids.splice(index, 1);
      ids.splice(Math.max(0, Math.min(ids.length, index + offset)), 0, id);
      saveOrder(ids);
      changes.list(table);
    },
    remove(id: string): void {
      remove.run(id);
      cache.delete(id);
      changes.list(table);
    },
  };
}
