/** The settings of the app. */
import { z } from 'zod';
import { longestPath } from './grant.ts';
import { builtInProfileId } from './profile.ts';

export const settingsSchema = z.strictObject({
  appearance: z.enum(['system', 'light', 'dark']).default('system'),
  /** Absolute; where results of dropped photographs go. Empty until first start fills it in. */
  outputFolder: z.string().max(longestPath).default(''),
  defaultProfileId: z.string().max(64).default(builtInProfileId),
  defaultRecipeId: z.string().max(64).default('portrait-cutout'),
  notifications: z.boolean().default(true),
  /** Keep watching in the background when the window is closed. */
  keepInTray: z.boolean().default(false),
  /** The whole queue is paused. */
  paused: z.boolean().default(false),
  /** Where the operating system has no key store: keep keys in a plain file. */
  plainKeyFile: z.boolean().default(false),
  /** Days after which what was found in photographs is forgotten by itself; null = never. */
  forgetAfterDays: z.int().min(1).max(3650).nullable().default(null),
});
export type Settings = z.infer<typeof settingsSchema>;
