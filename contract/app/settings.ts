import { z } from 'zod';
import { exportOptionsSchema } from '../delivery/export.ts';
import { galleryOptionsSchema } from '../delivery/gallery.ts';
import { copyOptionsSchema } from '../intake/cards.ts';
import { languages } from '../messages/language.ts';
import { photographOrderSchema, photographViewpointSchema } from '../review/list-queries.ts';
import { inspectionScopeSchema } from '../review/result-flaws.ts';
import { builtInProfileId } from '../services/profile.ts';
import { studioMembershipSchema } from '../studio/studio.ts';
import { pathSchema } from '../validation/path-grant.ts';

/** Embedded pictures of raw files to use. */
const rawPreviews = ['full-size-only', 'any'] as const;
export type RawPreview = (typeof rawPreviews)[number];
/** File of a raw and JPEG pair that is the photograph. */
export const rawPairs = ['jpeg', 'raw', 'both'] as const;
export type RawPair = (typeof rawPairs)[number];

export const backdrops = ['checker', 'white', 'black', 'grey'] as const;
export type Backdrop = (typeof backdrops)[number];

export const settingsSchema = z.strictObject({
  appearance: z.enum(['system', 'light', 'dark']).default('system'),
  /** Null: the system's. */
  language: z.enum(languages).nullable().catch(null).default(null),
  /** For dropped photographs; empty until the first start. */
  outputFolder: pathSchema('settingsOutput').default(''),
  defaultProfileId: z.string().max(64).default(builtInProfileId),
  defaultRecipeId: z.string().max(64).default('portrait-cutout'),
  /** Added photographs become proofs. */
  lookFirst: z.boolean().default(false),
  notifications: z.boolean().default(true),
  /** Continues in the background when the window is closed. */
  keepInTray: z.boolean().default(false),
  paused: z.boolean().default(false),
  /** Keeps keys in a plain file if the system has no key store. */
  plainKeyFile: z.boolean().default(false),
  /** `none`: direct; `own`: through `proxyAddress`. */
  proxy: z.enum(['system', 'none', 'own']).default('system'),
  /** Without name and password, which are in the key store. */
  proxyAddress: z.string().max(1000).default(''),
  /** PEM file with additional authorities; empty: none. */
  certificates: z.string().max(4096).default(''),
  stayAwake: z.boolean().default(true),
  pauseOnBattery: z.boolean().default(false),
  /** Finds stacks and their best photographs while idle. */
  measureWhenIdle: z.boolean().default(false),
  lookAtResults: inspectionScopeSchema.default('paid'),
  /** Off once the user canceled or removed it. */
  fetchNetwork: z.boolean().default(true),
  /** Runs networks of the built-in engine on the graphics card. */
  graphics: z.boolean().default(false),
  rawPreview: z.enum(rawPreviews).default('full-size-only'),
  rawAndJpeg: z.enum(rawPairs).default('jpeg'),
  lookForUpdates: z.boolean().default(true),
  whenDone: z.enum(['nothing', 'sleep', 'command']).default('nothing'),
  /** Confirmed by the user; empty: none. */
  doneCommand: z.string().max(500).default(''),
  /** CSS px. */
  reviewTile: z.int().min(64).max(1024).default(176),
  /** `recipe`: also recipe or finding. */
  reviewCaption: z.enum(['name', 'recipe']).default('recipe'),
  /** `one`: in a batch or folder. */
  reviewOrder: z
    .strictObject({ one: photographOrderSchema, all: photographOrderSchema })
    .default({ one: { sort: 'taken', descending: false }, all: { sort: 'added', descending: true } }),
  reviewViewpoint: photographViewpointSchema.default(photographViewpointSchema.parse({})),
  reviewBackdrop: z.enum(backdrops).default('checker'),
  loupeSides: z.boolean().default(true),
  autoAdvance: z.boolean().default(false),
  /** Custom keys by command; an empty list removes them. */
  shortcuts: z
    .record(z.string().max(40), z.array(z.string().max(40)).max(4))
    .catch({})
    .default({}),
  /** Run from the palette, the last one first. */
  recentCommands: z.array(z.string().max(40)).max(5).catch([]).default([]),
  /** For results that name none; empty: nothing. */
  creator: z.string().max(500).default(''),
  copyright: z.string().max(500).default(''),
  /** Days until findings are deleted; null = never. */
  forgetAfterDays: z.int().min(1).max(3650).nullable().default(null),
  /** Absolute, by kind of dialog. */
  lastFolders: z.record(z.string().max(40), z.string().max(4096)).catch({}).default({}),
  lastExport: exportOptionsSchema.nullable().catch(null).default(null),
  lastExportPreset: z.string().max(64).nullable().default(null),
  lastGallery: galleryOptionsSchema.nullable().catch(null).default(null),
  lastCopy: copyOptionsSchema.nullable().catch(null).default(null),
  studio: studioMembershipSchema.nullable().catch(null).default(null),
  /** UUID in studios, created when needed. */
  stationId: z.string().max(40).default(''),
  /** In 1024 * 1024 bytes; 0 = none are kept. */
  keptPreviewsMegabytes: z.int().min(0).max(10_000_000).default(5120),
});
export type Settings = z.infer<typeof settingsSchema>;

/** Set by separate requests, because main checks them or the user confirms them. */
export const confirmedSettings = [
  'proxy',
  'proxyAddress',
  'certificates',
  'doneCommand',
  'lastFolders',
  'lastExport',
  'lastExportPreset',
  'lastGallery',
  'lastCopy',
  'studio',
  'stationId',
] as const satisfies (keyof Settings)[];

const isConfirmed = (name: string) => (confirmedSettings as readonly string[]).includes(name);
type Changeable = Omit<Settings, (typeof confirmedSettings)[number]>;

/** Absent settings stay unchanged. */
export const changedSettingsSchema = z.object(
  Object.fromEntries(
    Object.entries(settingsSchema.shape)
      .filter(([name]) => !isConfirmed(name))
      .map(([name, schema]) => [name, schema.unwrap().optional()]),
  ),
) as unknown as z.ZodType<Partial<Changeable>, Partial<Changeable>>;
