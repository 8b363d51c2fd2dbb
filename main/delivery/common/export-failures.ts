/** Errors of an export: those of single files are listed, and those of the folder or a disk end it. */
import { basename } from 'node:path';
import type { ExportFailure } from '../../../contract/delivery/export.ts';
import {
  joinMessages,
  type Message,
  type MessageDescriptor,
  msg,
  UserFacingError,
} from '../../../contract/messages/message.ts';
import { ImagingError } from '../../imaging/errors.ts';

const maxListedFailures = 100;

/** Failures of single files: all are counted, the first 100 are listed. */
export class FailureList {
  readonly listed: ExportFailure[] = [];
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** @param path of the picture */
  add(path: string, message: Message): void {
    this.#count += 1;
    if (this.listed.length < maxListedFailures) this.listed.push({ name: basename(path), message });
  }

  /** Adds the notes on a file, which do not name it. */
  addNotes(path: string, notes: readonly MessageDescriptor[]): void {
    if (notes.length > 0)
      this.add(path, msg('delivery.export.notes', { name: basename(path), notes: joinMessages(...notes) }));
  }

  addError(path: string, error: unknown): void {
    const name = basename(path);
    if (!(error instanceof UserFacingError)) {
      this.add(path, msg('delivery.export.fault', { name }));
      return;
    }
    // Messages about a picture do not name its file.
    const isNamed = !(error instanceof ImagingError) || Object.hasOwn(error.sentence.values ?? {}, 'name');
    this.add(path, isNamed ? error.sentence : msg('delivery.export.refused', { name, why: error.sentence }));
  }
}

/** The disk of the data folder is full. */
export class DataDiskFull extends UserFacingError {}

/** Codes of errors that concern a whole folder or its disk. */
const folderErrorCodes = new Set(
  'ENOSPC EDQUOT EROFS EACCES EPERM ENOTDIR EIO ETIMEDOUT ESTALE EHOSTDOWN ENOTCONN ENODEV ENXIO'.split(' '),
);

/** Whether no other file can be written either. */
export function isFatal(error: unknown): error is UserFacingError {
  if (error instanceof DataDiskFull) return true;
  const code = ((error as Error).cause as NodeJS.ErrnoException | undefined)?.code ?? '';
  return error instanceof UserFacingError && folderErrorCodes.has(code) && isWriteError(error);
}

/** Recognizes the messages of `placeSibling` and `createExportFolder`. */
const isWriteError = ({ sentence }: UserFacingError) =>
  /pipeline\.(disk\.notWritten|folder\.)/.test(JSON.stringify(sentence));

/** Returns the message of an error that ended an export. @throws the error if it is unexpected */
export function failureMessage(error: unknown): Message {
  if (error instanceof UserFacingError) return error.sentence;
  if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  return msg('delivery.export.noRoomHere');
}
