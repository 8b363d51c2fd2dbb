import { existsSync } from 'node:fs';
import type { About, LicenseId, LoginStart } from '../../../contract/app/about.ts';
import type { DisplayedPhotograph, DisplayStatus } from '../../../contract/app/display-status.ts';
import type { MenuCommand } from '../../../contract/app/menu-commands.ts';
import type { CloseState } from '../../../contract/app/unsaved-changes.ts';
import type { UpdateStatus } from '../../../contract/app/update-status.ts';
import { type Message, type MessageDescriptor, msg } from '../../../contract/messages/message.ts';
import type { CrashReports } from '../../crashes/crash-reports.ts';
import { UserError } from './user-error.ts';

/** A question of main; `detail` may be the user's own text. */
export interface ConfirmDialog {
  readonly message: MessageDescriptor;
  readonly detail: Message;
  readonly button: MessageDescriptor;
}

/** Dialogs of main, which the page cannot answer. Null if the user chose nothing. */
export interface DialogActions {
  chooseImages(): Promise<readonly string[]>;
  chooseImage(): Promise<string | null>;
  chooseFolder(title: Message, start: string | null): Promise<string | null>;
  /** A PEM file. */
  chooseCertificates(): Promise<string | null>;
  /** A table (CSV). */
  chooseProductList(): Promise<string | null>;
  chooseRecipe(): Promise<string | null>;
  /** A file with a client's choices. */
  choosePicks(): Promise<string | null>;
  confirm(question: ConfirmDialog): Promise<boolean>;
}

/** Files leave the app by the system. */
export interface FileActions {
  /** Shows a file or folder in the system's file manager. Nothing is opened, because that would start programs. */
  reveal(path: string): void;
  /** Drags files while the mouse button is down. @param picture PNG at the pointer, or null */
  dragOut(paths: readonly string[], picture: Buffer | null): void;
  /** Puts files on the clipboard. */
  copyFiles(paths: readonly string[]): Promise<void>;
}

export interface WindowActions {
  /** Starts the queue, the engine and the watch folders, once. */
  startWork(): void;
  fullScreen(isOn: boolean): void;
  /** The window on a second display, which only shows photographs. */
  readonly display: {
    status(): DisplayStatus;
    /** False without a second display. */
    open(): boolean;
    /** Null: nothing. */
    show(photograph: DisplayedPhotograph | null): void;
    close(): void;
  };
  /** Receives the window's reply to the event `leaving`. */
  reportCloseState(state: CloseState): void;
  /** Enables these items of the application menu, and disables the others. */
  enableInMenu(possible: readonly MenuCommand[]): void;
}

/** The installed app. */
export interface ProgramActions {
  readonly updates: {
    status(): UpdateStatus;
    look(): Promise<void>;
    /** Installs a downloaded update and starts it, unless the user cancels. */
    restart(): Promise<void>;
  };
  /** Whether the system starts the app at login. */
  readonly login: {
    status(): LoginStart;
    /** False if the system refuses. */
    set(isOn: boolean): boolean;
  };
  readonly logFolder: string;
  about(): About;
  /** The sections of a license; empty if its file is missing. */
  license(id: LicenseId): Promise<readonly string[]>;
  readonly crashes: CrashReports;
  /** Absolute folder of Burnish's own code. */
  readonly codeFolder: string;
  /** Facts for a bug report, without keys and addresses of results. */
  diagnostics(): Promise<string>;
}

/** Actions of the desktop. Their paths come from the database or a dialog, never from the page. */
export interface DesktopActions extends DialogActions, FileActions, WindowActions, ProgramActions {}

/** @throws UserError if the path does not exist */
export function revealPath(desktop: FileActions, path: string): void {
  if (!existsSync(path)) throw new UserError(msg('ipc.gone.path', { path }));
  desktop.reveal(path);
}
