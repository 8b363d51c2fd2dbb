import { expect, it } from 'vitest';
import { changedSettingsSchema, confirmedSettings, settingsSchema } from '../../../contract/app/settings.ts';

it('puts nothing in the place of settings that were not changed', () => {
  expect(changedSettingsSchema.parse({})).toEqual({});
  expect(changedSettingsSchema.parse({ lookFirst: true })).toEqual({ lookFirst: true });
});

it('leaves out what has requests of its own, and refuses what no setting can be', () => {
  const all = settingsSchema.parse({});
  expect(Object.keys(changedSettingsSchema.parse(all)).sort()).toEqual(
    Object.keys(all)
      .filter((name) => !(confirmedSettings as readonly string[]).includes(name))
      .sort(),
  );
  expect(changedSettingsSchema.safeParse({ lookFirst: 'yes' }).success).toBe(false);
});
