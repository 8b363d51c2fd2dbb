import type { AddReport, ComparisonStarted, ProofReport } from '../../../contract/app/action-reports.ts';
import type { EngineStatus, Snapshot } from '../../../contract/app/app-snapshot.ts';
import type { OutputTrouble, WatchFolderStatus } from '../../../contract/intake/watch-folder.ts';
import type { OperationId } from '../../../contract/operations/operation-spec.ts';
import type { Recipe } from '../../../contract/recipes/recipe.ts';
import type { ProfileStatus } from '../../../contract/services/profile.ts';
import type { ComparisonEstimate } from '../../../contract/services/service-comparison.ts';
import type { StudioMembership } from '../../../contract/studio/studio.ts';
import type { JoinOutcome, ShareCheck, StudioOverview } from '../../../contract/studio/studio-status.ts';
import type { ExportContext } from '../../delivery/common/export-context.ts';
import type { GalleryContext } from '../../delivery/gallery/make-gallery.ts';
import type { BatteryPause } from '../../pipeline/flow/permits/battery-pause.ts';
import type { OutputFolders } from '../../pipeline/output/output-folders.ts';
import type { Previews } from '../../previews/previews.ts';
import type { Offline } from '../../review/offline/offline.ts';
import type { Review } from '../../review/review.ts';
import type { Networks } from '../../service/engine/networks/network-manager.ts';
import type { KeyStore } from '../../service/keys/key-store.ts';
import type { Services } from '../../service/services.ts';
import type { NewBatch, ReprocessSource, Store } from '../../store/index.ts';

/** Status that is not in the database. */
export interface LiveStatus {
  engine(): EngineStatus;
  profiles(): ProfileStatus[];
  folders(): WatchFolderStatus[];
  /** Output folders that currently take no results. */
  outputs(): readonly OutputTrouble[];
  power(): Snapshot['power'];
  studio(): Snapshot['studio'];
}

/** This computer's part in a studio. All methods throw UserFacingError. */
export interface StudioControl {
  /** Returns an address for people, with everything that distinguishes databases. */
  shown(address: string): Promise<string>;
  /** @param password null: the stored one */
  join(wanted: StudioMembership, password: string | null, canCreate: boolean): Promise<JoinOutcome>;
  leave(first: 'finish' | 'give-back'): Promise<void>;
  checkShare(name: string, folder: string): Promise<ShareCheck>;
  /** Starts or stops a database on this computer. Returns its address; null after a stop. */
  serve(on: boolean): Promise<string | null>;
  overview(): Promise<StudioOverview>;
  /** @param station null: all stations */
  pause(station: string | null, paused: boolean): Promise<void>;
  drain(station: string, draining: boolean): Promise<void>;
  limit(service: string, requests: number): Promise<void>;
  allow(service: string, station: string, allowed: boolean): Promise<void>;
  /** @param folder id of a watch folder */
  takeWatch(folder: string): Promise<void>;
  fetchOlder(): Promise<void>;
  approvePrices(profileId: string): Promise<void>;
}

/** Photographs become jobs. */
export interface IntakeActions {
  /** Adds files and folders. */
  add(paths: readonly string[], recipeId: string): Promise<AddReport>;
  /** Adds files and folders as proofs, which the user looks through first. */
  lookFirst(paths: readonly string[], recipeId: string): Promise<ProofReport>;
  /** Adds the samples of the app, each with a suitable recipe. */
  addSamples(): Promise<AddReport>;
  /**
   * Adds known photographs again.
   * @param recipeId null: each photograph's own recipe, as currently saved
   * @param profileId service that replaces the recipe's
   * @param options as in `ReprocessOptions`
   */
  processWith(
    sources: readonly ReprocessSource[],
    recipeId: string | null,
    profileId?: string | null,
    options?: { readonly isRest?: boolean; readonly into?: number | null },
  ): Promise<AddReport>;
  /** Adds known photographs (a diverse sample if there are many) with one recipe at two services. */
  compareServices(
    sources: readonly ReprocessSource[],
    recipeId: string,
    profileIds: readonly [string, string],
  ): Promise<ComparisonStarted>;
  /** Returns the cost of a comparison before it starts. */
  estimateComparison(
    sources: readonly ReprocessSource[],
    recipeId: string,
    profileIds: readonly [string, string],
  ): ComparisonEstimate;
  /** Returns whether a batch of these recipes starts held, until its cost is known, or with a trial. */
  batchTerms(recipes: readonly Recipe[]): Pick<NewBatch, 'heldForCost' | 'trial'>;
  /** Returns the report with the batch's cost. The batch starts if its cost needs no approval. */
  withCosts(report: AddReport): Promise<AddReport>;
  /** Returns the folder for results of a watch folder. */
  outputOf(folderId: string): string | null;
}

/** Changes that blocked work may be waiting for. */
export interface ServiceActions {
  /** Reports a changed profile or key. */
  profileChanged(profileId: string): void;
  /** Ends a pause or stop of a service, and queries it at once. */
  tryNow(profileId: string): void;
  /** Reports another proxy or other certificates. */
  networkChanged(): void;
}

/** The parts of the app that handlers use. */
export interface IpcContext extends IntakeActions, ServiceActions {
  readonly store: Store;
  readonly review: Review;
  /** Previews and paths while files are unavailable. */
  readonly offline: Offline;
  readonly services: Services;
  readonly keys: KeyStore;
  /** Networks of the catalog. */
  readonly networks: Networks;
  readonly previews: Previews;
  /** Previews of a batch by the built-in engine, deleted when their sheet closes. */
  readonly drafts: Previews;
  readonly exports: ExportContext;
  readonly galleries: GalleryContext;
  readonly studio: StudioControl;
  readonly live: LiveStatus;
  /** Output folders that take no results; `tryNow` checks them at once. */
  readonly outputs: Pick<OutputFolders, 'troubles' | 'tryNow'>;
  /** Holds new work while on battery. */
  readonly power: BatteryPause;
  /** Returns the absolute path of a sample photograph for an operation; null if the samples are missing. */
  previewSample(operation: OperationId): string | null;
  about(): Snapshot['about'];
}
