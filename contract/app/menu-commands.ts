/** Commands of the application menu. */
import type { CommandId } from './shortcuts.ts';

/** Main sends their ids to the window, which reports the ones that are possible (`app.menu`). */
export const menuCommands = [
  'app.open',
  'app.copyCard',
  'app.products',
  'app.newRecipe',
  'app.newFolder',
  'review.export',
  'review.gallery',
  'app.picks',
  'review.takeOver',
  'review.unpickRest',
  'go.queue',
  'go.review',
  'go.folders',
  'go.recipes',
  'go.services',
  'go.settings',
  'go.studio',
  'review.follow',
  'review.followSecond',
  'app.palette',
  'app.help',
  'app.crashes',
  'app.about',
] as const satisfies readonly CommandId[];
export type MenuCommand = (typeof menuCommands)[number];

/** Actions of the Edit menu: on the text that is being edited, else on photographs. */
export type EditAction = 'undo' | 'redo' | 'copy' | 'selectAll';
