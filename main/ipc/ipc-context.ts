import type { About, LicenseId, LoginStart } from '../../contract/app/about.ts';
import type { AddReport, ComparisonStarted, ProofReport } from '../../contract/app/action-reports.ts';
import type { Snapshot } from '../../contract/app/app-snapshot.ts';
import type { DisplayedPhotograph, DisplayStatus } from '../../contract/app/display-status.ts';
import type { MenuCommand } from '../../contract/app/menu-commands.ts';
import type { CloseState } from '../../contract/app/unsaved-changes.ts';
import type { UpdateStatus } from '../../contract/app/update-status.ts';
import type { Message, MessageDescriptor } from '../../contract/messages/message.ts';
import type { OperationId } from '../../contract/operations/operation-spec.ts';
import type { Recipe } from '../../contract/recipes/recipe.ts';
import type { ComparisonEstimate } from '../../contract/services/service-comparison.ts';
import type { CrashReports } from '../crashes/crash-reports.ts';
import type { ExportContext } from '../delivery/common/export-context.ts';
import type { GalleryContext } from '../delivery/gallery/make-gallery.ts';
import type { BatteryPause } from '../pipeline/flow/permits/battery-pause.ts';
import type { OutputFolders } from '../pipeline/output/output-folders.ts';
import type { Previews } from '../previews/step-preview.ts';
import type { Offline } from '../review/offline/offline.ts';
import type { Review } from '../review/review.ts';
import type { Networks } from '../service/engine/networks/network-manager.ts';
import type { KeyStore } from '../service/keys/key-store.ts';
import type { Services } from '../service/services.ts';
import type { NewBatch, ReprocessSource, Store } from '../store/index.ts';
import type { LiveStatus } from './live-status.ts';
import type { StudioControl } from './studio-control.ts';

export interface IpcContext {
  readonly store: Store;
  readonly services: Services;
  readonly previews: Previews;
  /** Previews of a batch by the built-in engine, deleted when their sheet closes. */
  readonly drafts: Previews;
  readonly keys: KeyStore;
  readonly live: LiveStatus;
  /** Networks of the catalogue. */
  readonly networks: Networks;
  /** What is shown while files are away. */
  readonly offline: Offline;
  readonly review: Review;
  /** This computer's part in a studio. */
  readonly studio: StudioControl;
  /** What results are handed on with. */
  readonly exports: ExportContext;
  /** What galleries for clients are made with. */
  readonly galleries: GalleryContext;
  /** Absolute path of a photograph to show an operation on; null when the samples are missing. */
  previewSample(operation: OperationId): string | null;
  /** Takes in what was dropped or chosen: files and folders. */
  add(paths: readonly string[], recipeId: string): Promise<AddReport>;
  /** Shows what was dropped or chosen, to be chosen from before it is processed. */
  lookFirst(paths: readonly string[], recipeId: string): Promise<ProofReport>;
  /**
   * Takes photographs that are here in with another recipe, or (null) each with its own as it is now.
   * @param profileId a service in the place of the recipe's
   * @param options as in `ReprocessOptions`
   */
  processWith(
    sources: readonly ReprocessSource[],
    recipeId: string | null,
    profileId?: string | null,
    options?: { readonly isRest?: boolean; readonly into?: number | null },
  ): Promise<AddReport>;
  /**
   * Takes photographs that are here (of many, such as differ) in with one recipe at two services, and compares these.
   * @returns the comparison's id
   */
  compareServices(
    sources: readonly ReprocessSource[],
    recipeId: string,
    profileIds: readonly [string, string],
  ): Promise<ComparisonStarted>;
  /** The cost of the same, before anything is added. */
  estimateComparison(
    sources: readonly ReprocessSource[],
    recipeId: string,
    profileIds: readonly [string, string],
  ): ComparisonEstimate;
  /** How a batch of these recipes begins: held until it is known what it may cost, or with a trial. */
  batchTerms(recipes: readonly Recipe[]): Pick<NewBatch, 'heldForCost' | 'trial'>;
  /** What was added to such a batch with what it may cost; it goes on where that need not be asked about. */
  withCosts(report: AddReport): Promise<AddReport>;
  /** Takes in the photographs the app comes with, each with the recipe that suits it. */
  addSamples(): Promise<AddReport>;
  /** A profile was changed, or its key: what was stopped for it may go on. */
  profileChanged(profileId: string): void;
  /** Ends a pause or a stop of a service: asks it again at once. */
  tryNow(profileId: string): void;
  /** Folders that take no results: looked at again at once, by this process. */
  readonly outputs: Pick<OutputFolders, 'troubles' | 'tryNow'>;
  /** Where a watch folder's results go. */
  outputOf(folderId: string): string | null;
  about(): Snapshot['about'];
  /** Holds new work back on the battery. */
  readonly power: BatteryPause;
  /** Proxy or certificates are others now: whatever was stopped for them may go on. */
  networkChanged(): void;
}

/** What a dialog of main's own asks; `detail` may be the user's own words. */
export interface ConfirmDialog {
  readonly message: MessageDescriptor;
  readonly detail: Message;
  readonly button: MessageDescriptor;
}

/** What only the desktop can do; paths given to it come from the database, never from the page. */
export interface DesktopActions {
  /** Starts the queue, the engine and the watch folders, unless they have been started. */
  startWork(): void;
  chooseImages(): Promise<readonly string[]>;
  chooseImage(): Promise<string | null>;
  chooseFolder(title: Message, start: string | null): Promise<string | null>;
  /** A PEM file. */
  chooseCertificates(): Promise<string | null>;
  /** A table (CSV). */
  chooseProductList(): Promise<string | null>;
  /** A recipe as a file. */
  chooseRecipe(): Promise<string | null>;
  /** A file of a client's choices. */
  choosePicks(): Promise<string | null>;
  /** Asks in a dialog that the page has no part in. */
  confirm(question: ConfirmDialog): Promise<boolean>;
  /** Shows a file or folder in the system's file manager. Nothing is ever opened: that would start programs. */
  reveal(path: string): void;
  /** The system drags files, while the mouse is held. @param picture a PNG of what is dragged; null = none */
  dragOut(paths: readonly string[], picture: Buffer | null): void;
  /** Puts files on the clipboard. */
  copyFiles(paths: readonly string[]): Promise<void>;
  /** The window fills the screen, or does not. */
  fullScreen(isOn: boolean): void;
  /** A window on a second display, which only shows photographs. */
  readonly display: {
    status(): DisplayStatus;
    /** False without a second display. */
    open(): boolean;
    /** Null: nothing. */
    show(photograph: DisplayedPhotograph | null): void;
    close(): void;
  };
  /** What the window says before it is closed. */
  reportCloseState(state: CloseState): void;
  /** Enables these items of the application menu, and disables the others. */
  enableInMenu(possible: readonly MenuCommand[]): void;
  /** Of the app. */
  readonly updates: {
    status(): UpdateStatus;
    look(): Promise<void>;
    /** Installs what is ready and starts it, unless the user wants to stay. */
    restart(): Promise<void>;
  };
  /** Whether the system starts the app at login. */
  readonly login: {
    status(): LoginStart;
    /** False where the system does not take it. */
    set(isOn: boolean): boolean;
  };
  readonly logFolder: string;
  about(): About;
  /** Its sections; none where the file is not there. */
  license(id: LicenseId): Promise<readonly string[]>;
  readonly crashes: CrashReports;
  /** Absolute; where Burnish’s own code is. */
  readonly codeFolder: string;
  /** Facts for a bug report, without keys and addresses of results. */
  diagnostics(): Promise<string>;
}
