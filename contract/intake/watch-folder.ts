import { z } from 'zod';
import type { Message } from '../messages/message.ts';
import { pathSchema } from '../validation/path-grant.ts';

export const watchFolderSchema = z.strictObject({
  id: z.string().min(1).max(64),
  path: pathSchema('watched').min(1),
  recipeId: z.string().min(1).max(64),
  /** Null = the recipe's, else a folder "Burnish" inside. */
  outputFolder: pathSchema('watchOutput').nullable().default(null),
  subfolders: z.boolean().default(true),
  /** Images from before the folder was added or the app started. */
  existing: z.enum(['take', 'skip']).default('take'),
  /** Relative glob patterns. */
  ignore: z.array(z.string().min(1).max(200)).max(50).default([]),
  /** Polls on any disk, not only on networks. */
  polling: z.boolean().default(false),
  /** Links that escape the folder. */
  followLinks: z.boolean().default(false),
  /** Results of other recipes, for chains of folders; cycles are prevented. */
  takeResults: z.boolean().default(false),
  /** Moves finished originals to a sibling folder “Done”. */
  moveDone: z.boolean().default(false),
  paused: z.boolean().default(false),
});
export type WatchFolder = z.infer<typeof watchFolderSchema>;

export interface WatchFolderStatus {
  readonly id: string;
  readonly condition: 'watching' | 'scanning' | 'paused' | 'gone' | 'failed';
  readonly message: Message | null;
}

export interface FolderProgress {
  readonly total: number;
  readonly done: number;
  readonly failed: number;
  readonly undecided: number;
  /** Latest addition; null before the first. */
  readonly lastAt: number | null;
}

/** An output folder that takes no results now. */
export interface OutputTrouble {
  /** Absolute. */
  readonly folder: string;
  readonly message: Message;
  readonly since: number;
}
