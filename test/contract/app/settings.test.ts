import { expect, it } from 'vitest';
import { changedSettingsSchema, confirmedSettings, settingsSchema } from '../../../contract/app/settings.ts';

it('adds no defaults for unchanged settings', () => {
  expect(changedSettingsSchema.parse({})).toEqual({});
  expect(changedSettingsSchema.parse({ lookFirst: true })).toEqual({ lookFirst: true });
});

it('omits settings that have requests of their own, and rejects invalid ones', () => {
  const all = settingsSchema.parse({});
  expect(Object.keys(changedSettingsSchema.parse(all)).sort()).toEqual(
    Object.keys(all)
      .filter((name) => !(confirmedSettings as readonly string[]).includes(name))
      .sort(),
  );
  expect(changedSettingsSchema.safeParse({ lookFirst: 'yes' }).success).toBe(false);
});
