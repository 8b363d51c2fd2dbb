import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect } from 'vitest';
import { settingsSchema } from '../../../../contract/app/settings.ts';
import { test } from '../../../helpers/store-stage.ts';

describe('settings', () => {
  test('begin with the defaults, and keep what is saved', ({ stage }) => {
    const { settings } = stage.store;
    expect(settings.read()).toEqual(settingsSchema.parse({}));
    settings.save({ paused: true, outputFolder: '/out' });
    settings.save({ appearance: 'dark' });
    expect(stage.second().settings.read()).toEqual({
      ...settingsSchema.parse({}),
      paused: true,
      outputFolder: '/out',
      appearance: 'dark',
    });
  });

  test('survive one that is not understood any more', ({ stage }) => {
    stage.store.settings.save({ outputFolder: '/out' });
    const raw = new Database(join(stage.folder, 'burnish.db'));
    raw.exec(`INSERT INTO settings VALUES ('appearance', '"sepia"'), ('ofTomorrow', '1')`);
    raw.close();
    expect(stage.store.settings.read()).toEqual({ ...settingsSchema.parse({}), outputFolder: '/out' });
  });
});
