/** A watch folder: a folder whose settled images become jobs of one recipe. */
import { z } from 'zod';
import type { Message } from '../messages/message.ts';
import { pathSchema } from '../validation/path-grant.ts';

export const watchFolderSchema = z.strictObject({
  id: z.string().min(1).max(64),
  /** Absolute path. */
  path: pathSchema('watched').min(1),
  recipeId: z.string().min(1).max(64),
  /** Absolute; null = the recipe's output folder, else a folder "Burnish" inside the watched one. */
  outputFolder: pathSchema('watchOutput').nullable().default(null),
  subfolders: z.boolean().default(true),
  /** Images that are there when the folder is added or the app starts: take them, or only new ones. */
  existing: z.enum(['take', 'skip']).default('take'),
  /** Glob patterns, relative to the folder. */
  ignore: z.array(z.string().min(1).max(200)).max(50).default([]),
  /** Poll instead of relying on the system's notices, also where the folder is not known to be a network's. */
  polling: z.boolean().default(false),
  /** Follow links in it that lead out of it. */
  followLinks: z.boolean().default(false),
  /** Take results of other recipes too, so that recipes can be chained over folders; never in a circle. */
  takeResults: z.boolean().default(false),
  /** Originals move to a folder “Done” beside them once all their work is done. */
  moveDone: z.boolean().default(false),
  paused: z.boolean().default(false),
});
export type WatchFolder = z.infer<typeof watchFolderSchema>;

export interface WatchFolderStatus {
  readonly id: string;
  readonly condition: 'watching' | 'scanning' | 'paused' | 'gone' | 'failed';
  /** A sentence where there is something to say. */
  readonly message: Message | null;
}

/** What has come of a folder's photographs. */
export interface FolderProgress {
  readonly total: number;
  readonly done: number;
  readonly failed: number;
  /** How many wait for the user's decision. */
  readonly undecided: number;
  /** When the newest was taken in, ms since 1970; null before the first. */
  readonly lastAt: number | null;
}

/** An output folder that takes no results just now. */
export interface OutputTrouble {
  /** Absolute. */
  readonly folder: string;
  /** What is wrong with it and what to do, in sentences. */
  readonly message: Message;
  /** ms since 1970. */
  readonly since: number;
}
