/** The settings of the app, one row per setting, completed with defaults. */
import { type Settings, settingsSchema } from '../../../contract/app/settings.ts';
import type { StoreContext } from '../store-context.ts';

export function settings({ db, changes }: StoreContext) {
  const all = db.prepare<[], { name: string; value: string }>('SELECT name, value FROM settings');
  const put = db.prepare('INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)');

  function read(): Settings {
    const known = new Set(Object.keys(settingsSchema.shape));
    const rows = all.all().filter(({ name }) => known.has(name));
    const stored = Object.fromEntries(rows.map(({ name, value }) => [name, JSON.parse(value) as unknown]));
    // A setting that today's schema refuses falls back to its default alone, not all of them with it.
    const bad = new Set(settingsSchema.safeParse(stored).error?.issues.map((issue) => String(issue.path[0])));
    return settingsSchema.parse(Object.fromEntries(Object.entries(stored).filter(([name]) => !bad.has(name))));
  }
  const save = db.transaction((values: Partial<Settings>) => {
    for (const [name, value] of Object.entries(values)) put.run(name, JSON.stringify(value));
  });

  return {
    read,
    /** Writes the given settings; the others stay. */
    save(values: Partial<Settings>): void {
      save(values);
      changes.list('settings');
    },
  };
}
