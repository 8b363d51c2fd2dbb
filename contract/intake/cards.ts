/** Copying a card: where from and where to, what it would come to, and what came of it. */
import { z } from 'zod';
import type { AddReport, ProofReport } from '../app/action-reports.ts';
import type { Message } from '../messages/message.ts';
import { pathSchema } from '../validation/path-grant.ts';

/** Below the folder: as on the card, without its own "DCIM" and "100CANON"; or one for each day on which photographs were taken. */
export const copySubfolders = ['card', 'day'] as const;
/** What is done with the copies. */
export const afterCopying = ['process', 'lookFirst', 'nothing'] as const;

export const copyOptionsSchema = z.strictObject({
  /** Absolute; the card, or any folder. Empty: not chosen. */
  from: pathSchema('cardSource').default(''),
  /** Absolute; where the copies go. Empty: not chosen. */
  to: pathSchema('cardCopies').default(''),
  /** A second place for the same copies; empty: none. */
  second: pathSchema('cardCopies').default(''),
  subfolders: z.enum(copySubfolders).default('day'),
  after: z.enum(afterCopying).default('process'),
});
export type CopyOptions = z.output<typeof copyOptionsSchema>;

export interface CopyPlan {
  /** Photographs, with files beside them that go along. */
  readonly files: number;
  readonly photographs: number;
  readonly bytes: number;
  /** Files that seem to be there by name and size; their content is compared when it comes to copying. */
  readonly existing: number;
  /** Files that are no photographs, such as videos: they are left alone. */
  readonly otherFiles: number;
  /** Why it cannot begin. */
  readonly problem: Message | null;
}

export interface DestinationReport {
  /** Absolute. */
  readonly folder: string;
  /** Files that were copied, read back and found to be the same. */
  readonly copied: number;
  /** Files of the same content that were there already. */
  readonly there: number;
  /** Why it took no more. */
  readonly trouble: Message | null;
}

export interface CopyFailure {
  readonly name: string;
  readonly message: Message;
}

export interface CopyReport {
  /** On the card: photographs and files beside them. */
  readonly files: number;
  readonly others: number;
  /** In one or two places, the first one first. */
  readonly places: readonly DestinationReport[];
  /** The first of them; each is in none of the places, or not in all. */
  readonly failed: readonly CopyFailure[];
  readonly failedCount: number;
  /** What else there is to say about single files. */
  readonly notes: readonly CopyFailure[];
  readonly ending: 'whole' | 'stopped' | 'trouble';
  /** What ended it. */
  readonly trouble: Message | null;
}

/** True where every file is in every place, and was read there. */
export function isVerified({ files, places, ending, failedCount }: CopyReport): boolean {
  return (
    ending === 'whole' &&
    failedCount === 0 &&
    places.every(({ copied, there, trouble }) => trouble === null && copied + there === files)
  );
}

/** What came of it, and of the work on the copies, where that was begun. */
export interface CopyOutcome {
  readonly copy: CopyReport;
  readonly added: AddReport | null;
  readonly shown: ProofReport | null;
}
