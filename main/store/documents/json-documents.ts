/** A table of named JSON documents in the user's order: what recipes, watch folders and profiles share. */
import type { ChangedList } from '../change-notifier.ts';
import type { StoreContext } from '../store-context.ts';

/**
 * Reads and writes `table` (columns id, position and `column`).
 * @param parse brings a stored document to today's shape; null when it cannot be read (it is then left out).
 */
export function jsonDocuments<T extends { readonly id: string }>(
  { db, changes }: StoreContext,
  table: Extract<ChangedList, 'recipes' | 'folders' | 'profiles' | 'presets' | 'details_presets' | 'export_presets'>,
  column: 'recipe' | 'folder' | 'profile' | 'preset',
  parse: (document: unknown) => T | null,
) {
  const all = db.prepare<[], string>(`SELECT ${column} FROM ${table} ORDER BY position, id`).pluck();
  const byId = db.prepare<[string], string>(`SELECT ${column} FROM ${table} WHERE id = ?`).pluck();
  const save = db.prepare(
    `INSERT INTO ${table} (id, position, ${column})
     VALUES (@id, (SELECT coalesce(max(position), 0) + 1 FROM ${table}), @document)
     ON CONFLICT (id) DO UPDATE SET ${column} = excluded.${column}`,
  );
  const remove = db.prepare(`DELETE FROM ${table} WHERE id = ?`);
  const ids = db.prepare<[], string>(`SELECT id FROM ${table} ORDER BY position, id`).pluck();
  const put = db.prepare(`UPDATE ${table} SET position = ? WHERE id = ?`);
  const arrange = db.transaction((order: readonly string[]) => {
    for (const [at, id] of order.entries()) put.run(at + 1, id);
  });
  /** What was read last of each, which is asked for several times for every job. */
  const read = new Map<string, { readonly text: string; readonly document: T | null }>();
  return {
    list(): T[] {
      return all.all().flatMap((text) => parse(JSON.parse(text)) ?? []);
    },
    get(id: string): T | null {
      const text = byId.get(id);
      if (text === undefined) return null;
      const known = read.get(id);
      if (known?.text === text) return known.document;
      const document = parse(JSON.parse(text));
      read.set(id, { text, document });
      return document;
    },
    /** Adds the document, or replaces the one with its id. */
    save(document: T): void {
      save.run({ id: document.id, document: JSON.stringify(document) });
      changes.list(table);
    },
    /** Puts a document so many places further down in the order, or (negative) up. */
    move(id: string, offset: number): void {
      const order = ids.all();
      const from = order.indexOf(id);
      if (from === -1) return;
      order.splice(from, 1);
      order.splice(Math.max(0, Math.min(order.length, from + offset)), 0, id);
      arrange(order);
      changes.list(table);
    },
    remove(id: string): void {
      remove.run(id);
      changes.list(table);
    },
  };
}
