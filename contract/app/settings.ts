/** The settings of the app. */
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

/** Of a camera's raw file: only an embedded picture that is as large as the photograph, or whatever is in it. */
const rawPreviews = ['full-size-only', 'any'] as const;
export type RawPreview = (typeof rawPreviews)[number];
/** Of a raw file and a JPEG of one shot, side by side: which one is the photograph. */
export const rawPairs = ['jpeg', 'raw', 'both'] as const;
export type RawPair = (typeof rawPairs)[number];

/** What lies behind the transparent parts of a picture that is looked at. */
export const backdrops = ['checker', 'white', 'black', 'grey'] as const;
export type Backdrop = (typeof backdrops)[number];

export const settingsSchema = z.strictObject({
  appearance: z.enum(['system', 'light', 'dark']).default('system'),
  /** Null: the system's. */
  language: z.enum(languages).nullable().catch(null).default(null),
  /** Absolute; where results of dropped photographs go. Empty until first start fills it in. */
  outputFolder: pathSchema('settingsOutput').default(''),
  defaultProfileId: z.string().max(64).default(builtInProfileId),
  defaultRecipeId: z.string().max(64).default('portrait-cutout'),
  /** Photographs that are added are shown before anything is done with them. */
  lookFirst: z.boolean().default(false),
  notifications: z.boolean().default(true),
  /** Keep watching in the background when the window is closed. */
  keepInTray: z.boolean().default(false),
  /** The whole queue is paused. */
  paused: z.boolean().default(false),
  /** Where the operating system has no key store: keep keys in a plain file. */
  plainKeyFile: z.boolean().default(false),
  /** How services are reached: as system and environment say, directly, or through `proxyAddress`. */
  proxy: z.enum(['system', 'none', 'own']).default('system'),
  /** Origin of the user's own proxy; its name and password are in the key store. */
  proxyAddress: z.string().max(1000).default(''),
  /** Absolute path of a PEM file with authorities that are trusted beside the system's; empty: none. */
  certificates: z.string().max(4096).default(''),
  /** The computer is kept from sleeping while work runs. */
  stayAwake: z.boolean().default(true),
  /** New work waits while the computer runs on its battery. */
  pauseOnBattery: z.boolean().default(false),
  /** While nothing else is done, the built-in engine looks for near-identical photographs, and for the best of them. */
  measureWhenIdle: z.boolean().default(false),
  /** Whose results the built-in engine looks at, to mark what may be wrong with them. */
  lookAtResults: inspectionScopeSchema.default('paid'),
  /** The network that is the default is downloaded without being asked for; off once it was cancelled or removed. */
  fetchNetwork: z.boolean().default(true),
  rawPreview: z.enum(rawPreviews).default('full-size-only'),
  rawAndJpeg: z.enum(rawPairs).default('jpeg'),
  /** New versions of the app are looked for without being asked to. */
  lookForUpdates: z.boolean().default(true),
  whenDone: z.enum(['nothing', 'sleep', 'command']).default('nothing'),
  /** What the user confirmed to be run then; empty: nothing. */
  doneCommand: z.string().max(500).default(''),
  /** Side of a picture on the light table that is wished for, CSS px. */
  reviewTile: z.int().min(64).max(1024).default(176),
  /** What stands under a picture on the light table: its name, or its recipe or finding as well. */
  reviewCaption: z.enum(['name', 'recipe']).default('recipe'),
  /** How the light table is sorted: a batch or a folder, and everything else. */
  reviewOrder: z
    .strictObject({ one: photographOrderSchema, all: photographOrderSchema })
    .default({ one: { sort: 'taken', descending: false }, all: { sort: 'added', descending: true } }),
  /** Where one looked last on the light table. */
  reviewViewpoint: photographViewpointSchema.default(photographViewpointSchema.parse({})),
  reviewBackdrop: z.enum(backdrops).default('checker'),
  /** What stands beside a photograph in the loupe is shown. */
  loupeSides: z.boolean().default(true),
  /** On to the next photograph once one is decided about. */
  autoAdvance: z.boolean().default(false),
  /** Keys in place of a command's own, by its name; none: it has no key. */
  shortcuts: z
    .record(z.string().max(40), z.array(z.string().max(40)).max(4))
    .catch({})
    .default({}),
  /** Written into finished photographs that name none; empty: nothing is. */
  creator: z.string().max(500).default(''),
  copyright: z.string().max(500).default(''),
  /** Days after which what was found in photographs is forgotten by itself; null = never. */
  forgetAfterDays: z.int().min(1).max(3650).nullable().default(null),
  /** Where something of a kind was chosen last, absolute. Kept by the system's dialogs themselves. */
  lastFolders: z.record(z.string().max(40), z.string().max(4096)).catch({}).default({}),
  /** How it was exported last; null = never. Kept by the export itself. */
  lastExport: exportOptionsSchema.nullable().catch(null).default(null),
  /** Id of the preset that pictures were exported with last; null = none. */
  lastExportPreset: z.string().max(64).nullable().default(null),
  /** How a gallery for a client was made last. */
  lastGallery: galleryOptionsSchema.nullable().catch(null).default(null),
  /** How a card was copied last; null = never. Kept by the copying itself. */
  lastCopy: copyOptionsSchema.nullable().catch(null).default(null),
  /** The studio that this computer takes part in; null: none. Joined and left by commands of their own. */
  studio: studioMembershipSchema.nullable().catch(null).default(null),
  /** By what a studio knows this computer: a UUID, made when it is first needed. */
  stationId: z.string().max(40).default(''),
  /** What kept previews may take, MB of 1024 * 1024 bytes; 0 = none are kept. */
  keptPreviewsMegabytes: z.int().min(0).max(10_000_000).default(5120),
});
export type Settings = z.infer<typeof settingsSchema>;

/** Changed by requests of their own, which main has checked or the user confirmed: `settings.save` leaves them as they are. */
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

/** What `settings.save` takes: those that change, and nothing in the place of the others. */
export const changedSettingsSchema = z.object(
  Object.fromEntries(
    Object.entries(settingsSchema.shape)
      .filter(([name]) => !isConfirmed(name))
      .map(([name, schema]) => [name, schema.unwrap().optional()]),
  ),
) as unknown as z.ZodType<Partial<Changeable>, Partial<Changeable>>;
