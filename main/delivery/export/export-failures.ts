/** What could not be made of a choice, or has something said about it: all are counted, the first hundred are told one by one. */
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
import { DataDiskFull } from './export-file.ts';

/** What is wrong with the folder or its disk: nothing else will go there either. */
const ofTheFolder = new Set(
  'ENOSPC EDQUOT EROFS EACCES EPERM ENOTDIR EIO ETIMEDOUT ESTALE EHOSTDOWN ENOTCONN ENODEV ENXIO'.split(' '),
);

/** Failures that are told one by one. */
const maxListedFailures = 100;

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

  /** Sentences about a file that was made, which they do not name. */
  addAll(path: string, notes: readonly MessageDescriptor[]): void {
    if (notes.length > 0)
      this.add(path, msg('delivery.export.notes', { name: basename(path), notes: joinMessages(...notes) }));
  }

  /** What was thrown in its own words where it has some. */
  addFault(path: string, fault: unknown): void {
    const name = basename(path);
    if (!(fault instanceof UserFacingError)) {
      this.add(path, msg('delivery.export.fault', { name }));
      return;
    }
    // Sentences about a picture alone do not name its file.
    const isNamed = !(fault instanceof ImagingError) || Object.hasOwn(fault.sentence.values ?? {}, 'name');
    this.add(path, isNamed ? fault.sentence : msg('delivery.export.refused', { name, why: fault.sentence }));
  }
}

/** True where nothing else can be written, either. */
export function isFatal(fault: unknown): fault is UserFacingError {
  if (fault instanceof DataDiskFull) return true;
  const code = ((fault as Error).cause as NodeJS.ErrnoException | undefined)?.code ?? '';
  return fault instanceof UserFacingError && ofTheFolder.has(code) && isWriting(fault);
}

/** `placeSibling` says first which folder it could not write to, `createExportFolder` which one it could not make. */
const isWriting = ({ sentence }: UserFacingError) =>
  /pipeline\.(disk\.notWritten|folder\.)/.test(JSON.stringify(sentence));
