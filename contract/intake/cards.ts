import { z } from 'zod';
import type { AddReport, ProofReport } from '../app/action-reports.ts';
import type { Message } from '../messages/message.ts';
import { pathSchema } from '../validation/path-grant.ts';

/** `card`: as on the card, without "DCIM" and "100CANON"; `day`: by day of shooting. */
export const copySubfolders = ['card', 'day'] as const;
export const afterCopying = ['process', 'lookFirst', 'nothing'] as const;

export const copyOptionsSchema = z.strictObject({
  /** The card, or any folder. */
  from: pathSchema('cardSource').default(''),
  to: pathSchema('cardCopies').default(''),
  /** Second destination; empty: none. */
  second: pathSchema('cardCopies').default(''),
  subfolders: z.enum(copySubfolders).default('day'),
  after: z.enum(afterCopying).default('process'),
});
export type CopyOptions = z.output<typeof copyOptionsSchema>;

export interface CopyPlan {
  /** Photographs and their sibling files. */
  readonly files: number;
  readonly photographs: number;
  readonly bytes: number;
  /** By name and size; the copy compares content. */
  readonly existing: number;
  /** Not copied, such as videos. */
  readonly otherFiles: number;
  readonly problem: Message | null;
}

export interface DestinationReport {
  /** Absolute. */
  readonly folder: string;
  /** Read back and compared. */
  readonly copied: number;
  /** Existing files with the same content. */
  readonly there: number;
  readonly trouble: Message | null;
}

export interface CopyFailure {
  readonly name: string;
  readonly message: Message;
}

export interface CopyReport {
  readonly files: number;
  readonly others: number;
  readonly places: readonly DestinationReport[];
  /** First few files that a destination lacks. */
  readonly failed: readonly CopyFailure[];
  readonly failedCount: number;
  /** About single files. */
  readonly notes: readonly CopyFailure[];
  readonly ending: 'whole' | 'stopped' | 'trouble';
  readonly trouble: Message | null;
}

/** Whether every file is at every destination and was read back. */
export function isVerified({ files, places, ending, failedCount }: CopyReport): boolean {
  return (
    ending === 'whole' &&
    failedCount === 0 &&
    places.every(({ copied, there, trouble }) => trouble === null && copied + there === files)
  );
}

/** Outcome of the copy, and of processing if started. */
export interface CopyOutcome {
  readonly copy: CopyReport;
  readonly added: AddReport | null;
  readonly shown: ProofReport | null;
}
