/** Every request and event of the bridge, typed once: arguments as zod schemas, answers as types. */
import { z } from 'zod';
import {
  type AddReport,
  decisionSchema,
  type ExcludedPhotos,
  type KeepOneReport,
  type ProofReport,
} from '../contract/app/action-reports.ts';
import type { Changes, JobDetail, Notice, Snapshot } from '../contract/app/app-snapshot.ts';
import type { LoginStart } from '../contract/app/login-item.ts';
import { changedSettingsSchema, settingsSchema } from '../contract/app/settings.ts';
import { closeStateSchema } from '../contract/app/unsaved-changes.ts';
import type { UpdateStatus } from '../contract/app/update-status.ts';
import type { ClientCommand } from '../contract/delivery/gallery.ts';
import { type Grant, grantIdSchema, maxPathLength } from '../contract/intake/path-grant.ts';
import { watchFolderSchema } from '../contract/intake/watch-folder.ts';
import type { UncertainGroup } from '../contract/jobs/job.ts';
import type { AnalysisView, ForgettableCounts } from '../contract/jobs/result.ts';
import type { Message } from '../contract/messages/message.ts';
import { pickRuleSchema } from '../contract/recipes/pick-rules.ts';
import { savedRecipeSchema } from '../contract/recipes/recipe.ts';
import type { BulkProgress } from '../contract/review/bulk-progress.ts';
import { photographChoiceSchema } from '../contract/review/list-queries.ts';
import { networkIdSchema } from '../contract/services/networks.ts';
import { type ConnectionReport, profileSchema } from '../contract/services/profile.ts';
import { type CrashAnswers, crashRequests } from './requests/about.ts';
import { type OfflineAnswers, offlineRequests } from './requests/availability.ts';
import { type CardAnswers, cardRequests } from './requests/cards.ts';
import { type ComparisonAnswers, comparisonRequests } from './requests/comparisons.ts';
import { type CostAnswers, costRequests } from './requests/costs.ts';
import { type ExportAnswers, exportRequests } from './requests/export.ts';
import { type ExportPresetAnswers, exportPresetRequests } from './requests/export-presets.ts';
import { type GalleryAnswers, galleryRequests } from './requests/gallery.ts';
import { type LoupeAnswers, loupeRequests } from './requests/loupe.ts';
import { type OriginalAnswers, originalRequests } from './requests/originals.ts';
import { type DetailsAnswers, detailsRequests } from './requests/photo-info.ts';
import { type PresetAnswers, presetRequests } from './requests/presets.ts';
import { type PreviewAnswers, previewRequests } from './requests/preview.ts';
import { type ProductAnswers, productRequests } from './requests/products.ts';
import { type ReviewAnswers, reviewRequests } from './requests/review.ts';
import { type StudioAnswers, studioRequests } from './requests/studio.ts';
import { type TouchAnswers, touchRequests } from './requests/touch-up.ts';
import { type TrialAnswers, trialRequests } from './requests/trials.ts';
import { type UpdateAnswers, updateRequests } from './requests/updates.ts';

const id = z.int().positive();
const name = z.string().min(1).max(64);

/**
 * Arguments of each request, as one object. A path in it is a `pathSchema`: only the one that is stored there already is
 * taken as it is; for another one a grant's id stands in its place (`path-grant.ts`).
 */
export const requestSchemas = {
  'app.snapshot': z.undefined(),
  'app.chooseImages': z.undefined(),
  'app.chooseFolder': z.strictObject({ title: z.string().max(200), start: z.string().max(maxPathLength).nullable() }),
  'app.choosePhotograph': z.strictObject({ purpose: z.enum(['reference', 'preview']) }),
  'app.revealDataFolder': z.undefined(),
  'app.revealLogs': z.undefined(),
  'app.diagnostics': z.undefined(),
  /** The answer to the event `leaving`. */
  'app.leaving': closeStateSchema,
  'intake.add': z.strictObject({ grant: grantIdSchema, recipeId: name }),
  'intake.lookFirst': z.strictObject({ grant: grantIdSchema, recipeId: name }),
  'intake.samples': z.undefined(),
  'queue.setPaused': z.strictObject({ paused: z.boolean() }),
  'batches.setHeld': z.strictObject({ id, held: z.boolean() }),
  'batches.cancel': z.strictObject({ id }),
  /** What `batches.forget` would delete. */
  'batches.forgettable': z.strictObject({ id }),
  /** Deletes what was found in the photographs of a batch. */
  'batches.forget': z.strictObject({ id }),
  /** All uncertain jobs of one cause, as many as the user was shown. */
  'jobs.decideCause': z.strictObject({
    cause: z.string().min(1).max(100),
    decision: decisionSchema,
    /** How many the user was told of: where there are more by now, they are asked about again. */
    seen: z.int().positive(),
  }),
  'jobs.detail': z.strictObject({ id }),
  'jobs.notMeant': z.undefined(),
  'jobs.notMeantIn': z.strictObject({ id }),
  /** What is done with photographs of a batch that are picked; null = nothing by itself. */
  'batches.setPickRule': z.strictObject({ id, rule: pickRuleSchema.nullable() }),
  /** Whether the file of a failed job is another one by now, or is there again. */
  'jobs.isMended': z.strictObject({ id }),
  'jobs.revealSource': z.strictObject({ id }),
  'results.analysis': z.strictObject({ id }),
  /** `output`: the file of a further output of the recipe. */
  'results.reveal': z.strictObject({ id, output: z.int().min(1).max(4).optional() }),
  /** A folder that photographs came from. */
  'results.revealFolder': z.strictObject({ id }),
  /** Of these photographs: how many results are beside the one that stands for each, or beside `kept`. */
  'results.others': z.strictObject({ on: photographChoiceSchema, kept: id.nullable() }),
  /** Moves their files to the trash of the system, and takes them off the photographs. */
  'results.keepOnly': z.strictObject({ on: photographChoiceSchema, kept: id.nullable() }),
  ...loupeRequests,
  ...offlineRequests,
  ...reviewRequests,
  ...originalRequests,
  ...detailsRequests,
  ...cardRequests,
  ...costRequests,
  ...crashRequests,
  ...trialRequests,
  ...comparisonRequests,
  ...touchRequests,
  ...exportRequests,
  ...exportPresetRequests,
  ...galleryRequests,
  'folders.save': watchFolderSchema,
  'folders.setPaused': z.strictObject({ id: name, paused: z.boolean() }),
  'folders.remove': z.strictObject({ id: name }),
  'folders.reveal': z.strictObject({ id: name, which: z.enum(['watched', 'output']) }),
  'recipes.save': savedRecipeSchema,
  'recipes.remove': z.strictObject({ id: name }),
  ...previewRequests,
  ...presetRequests,
  ...productRequests,
  'profiles.save': z.strictObject({
    profile: profileSchema,
    /** undefined = keep the key. */ key: z.string().max(4096).optional(),
  }),
  'profiles.remove': z.strictObject({ id: name }),
  'profiles.test': z.strictObject({ profile: profileSchema, key: z.string().max(4096).optional() }),
  'profiles.refresh': z.strictObject({ id: name }),
  /** Ends a pause or a stop of a service: asks it again at once. */
  'profiles.tryNow': z.strictObject({ id: name }),
  /** Looks at folders that take no results again at once. */
  'outputs.tryNow': z.strictObject({}),
  /** Asks for another folder for what goes to one of them; false = the user chose none. */
  'outputs.redirect': z.strictObject({ folder: z.string().min(1).max(4096) }),
  /** Fetches a network of the catalogue, or goes on with it. */
  'networks.download': z.strictObject({ id: networkIdSchema }),
  'networks.cancel': z.strictObject({ id: networkIdSchema }),
  'networks.remove': z.strictObject({ id: networkIdSchema }),
  'settings.save': changedSettingsSchema,
  /** `address`: of the user's own proxy, perhaps with name and password; main asks before it is used. */
  'system.setProxy': z.strictObject({ proxy: settingsSchema.shape.proxy.unwrap(), address: z.string().max(1000) }),
  'system.chooseCertificates': z.undefined(),
  'system.removeCertificates': z.undefined(),
  /** Empty: none. Main shows it, and asks, before it is kept. */
  'system.setDoneCommand': z.strictObject({ command: z.string().max(500) }),
  'system.continueOnBattery': z.undefined(),
  'system.startsAtLogin': z.undefined(),
  'system.setStartsAtLogin': z.strictObject({ isOn: z.boolean() }),
  ...updateRequests,
  ...studioRequests,
} as const;

export type RequestName = keyof typeof requestSchemas;
export const requestNames = Object.keys(requestSchemas) as RequestName[];
export type RequestArgs<N extends RequestName> = z.output<(typeof requestSchemas)[N]>;

export interface Answers
  extends OfflineAnswers,
    LoupeAnswers,
    ReviewAnswers,
    OriginalAnswers,
    DetailsAnswers,
    CardAnswers,
    CostAnswers,
    CrashAnswers,
    TrialAnswers,
    ComparisonAnswers,
    TouchAnswers,
    ExportAnswers,
    ExportPresetAnswers,
    PreviewAnswers,
    PresetAnswers,
    ProductAnswers,
    GalleryAnswers,
    UpdateAnswers,
    StudioAnswers {
  'app.snapshot': Snapshot;
  /** Id of one grant for all of them; null when nothing was chosen. */
  'app.chooseImages': string | null;
  'app.chooseFolder': Grant | null;
  'app.choosePhotograph': Grant | null;
  'app.revealDataFolder': undefined;
  'app.revealLogs': undefined;
  'app.diagnostics': string;
  'app.leaving': undefined;
  'intake.add': AddReport;
  'intake.lookFirst': ProofReport;
  'intake.samples': AddReport;
  'queue.setPaused': undefined;
  'batches.setHeld': undefined;
  'batches.cancel': undefined;
  'batches.forgettable': ForgettableCounts;
  /** How many analyses. */
  'batches.forget': number;
  'jobs.decideCause': UncertainGroup | null;
  'jobs.detail': JobDetail | null;
  /** Those of the list that their recipe was not for, of the newest batches. */
  'jobs.notMeant': readonly ExcludedPhotos[];
  /** The ids of those of a batch. */
  'jobs.notMeantIn': readonly number[];
  'batches.setPickRule': undefined;
  'jobs.isMended': boolean;
  'jobs.revealSource': undefined;
  'results.analysis': AnalysisView | null;
  'results.reveal': undefined;
  'results.revealFolder': undefined;
  'results.others': number;
  'results.keepOnly': KeepOneReport;
  'folders.save': undefined;
  'folders.setPaused': undefined;
  'folders.remove': undefined;
  'folders.reveal': undefined;
  'recipes.save': undefined;
  'recipes.remove': undefined;
  'profiles.save': undefined;
  'profiles.remove': undefined;
  'profiles.test': ConnectionReport;
  'profiles.refresh': undefined;
  'profiles.tryNow': undefined;
  'outputs.tryNow': undefined;
  'outputs.redirect': boolean;
  'networks.download': undefined;
  'networks.cancel': undefined;
  'networks.remove': undefined;
  'settings.save': undefined;
  'system.setProxy': undefined;
  'system.chooseCertificates': undefined;
  'system.removeCertificates': undefined;
  'system.setDoneCommand': undefined;
  'system.continueOnBattery': undefined;
  'system.startsAtLogin': LoginStart;
  'system.setStartsAtLogin': undefined;
}

export interface Events {
  changes: Changes;
  notice: Notice;
  /** How far work with very many rows is. */
  bulk: BulkProgress;
  /** How updates of the app stand. */
  updates: UpdateStatus;
  /** The window is about to be closed: `app.leaving` says what would be lost, after the form is saved where the user wants that. */
  leaving: { readonly saveForm: boolean };
  /** The menu or the tray asks for a screen, and for what is done there. */
  navigate: {
    /** Absent: the one that is shown stays. */
    readonly screen?: 'queue' | 'review' | 'folders' | 'recipes' | 'services' | 'studio' | 'settings';
    readonly action?: 'choose' | 'importPicks' | 'about' | ClientCommand;
  };
}
export const eventNames = [
  'changes',
  'notice',
  'bulk',
  'updates',
  'leaving',
  'navigate',
] as const satisfies readonly (keyof Events)[];

/**
 * The one request that names paths: sent by the preload script, which has them of the system, for dropped files. The page
 * cannot reach it.
 */
export const dropChannel = 'drop.grant';
export const dropSchema = z.strictObject({ paths: z.array(z.string().min(1).max(maxPathLength)).max(100_000) });

/** How a request ends on the wire: a refused one carries a sentence for people. */
export type Reply<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly message: Message };

type GroupOf<N extends string> = N extends `${infer Group}.${string}` ? Group : never;
type MethodOf<N extends string, Group extends string> = N extends `${Group}.${infer Method}` ? Method : never;
type Call<N extends RequestName> =
  RequestArgs<N> extends undefined
    ? () => Promise<Reply<Answers[N]>>
    : (args: z.input<(typeof requestSchemas)[N]>) => Promise<Reply<Answers[N]>>;

/** One named function per request, grouped by what it is about: `burnish.jobs.retry({ ids })`. */
export type BridgeRequests = {
  readonly [Group in GroupOf<RequestName>]: {
    readonly [Method in MethodOf<RequestName, Group>]: Call<Extract<`${Group}.${Method}`, RequestName>>;
  };
};

/** What the preload script puts on `window.burnish`. */
export interface Bridge extends BridgeRequests {
  /** One named subscription per event; each returns the function that ends it. */
  readonly on: { readonly [N in keyof Events]: (listener: (event: Events[N]) => void) => () => void };
  /**
   * Asks for a grant for files and folders dropped on the window; `files` are the DOM's File objects. Its value is null
   * where none of them lies on a disk, as an image dragged from a web page.
   */
  readonly grantDropped: (files: readonly unknown[]) => Promise<Reply<string | null>>;
}
