/** All words for people, in English. */
import { about, crashes } from './en/about.ts';
import { cards } from './en/cards.ts';
import { commands, menus, shortcuts } from './en/commands.ts';
import { common } from './en/common.ts';
import { panes } from './en/compareSurvey.ts';
import { comparisons } from './en/comparisons.ts';
import { costs } from './en/costs.ts';
import { exporting } from './en/export.ts';
import { folders } from './en/folders.ts';
import { gallery } from './en/gallery.ts';
import { info } from './en/info.ts';
import { originals } from './en/originals.ts';
import { picks } from './en/pickRules.ts';
import { presets } from './en/presets.ts';
import { privacy } from './en/privacy.ts';
import { products } from './en/products.ts';
import { queue } from './en/queue.ts';
import { only } from './en/recipeConditions.ts';
import { recipes } from './en/recipes.ts';
import { looks } from './en/resultFlaws.ts';
import { review } from './en/review.ts';
import { services } from './en/services.ts';
import { settings } from './en/settings.ts';
import { studio } from './en/studio.ts';
import { joining } from './en/studioSettings.ts';
import { touch } from './en/touchUp.ts';
import { trial } from './en/trial.ts';

export const en = {
  ...common,
  about,
  crashes,
  commands,
  menus,
  shortcuts,
  queue,
  review,
  looks,
  panes,
  folders,
  recipes,
  services,
  costs,
  settings,
  studio,
  joining,
  presets,
  products,
  cards,
  originals,
  privacy,
  touch,
  trial,
  comparisons,
  only,
  picks,
  exporting,
  info,
  gallery,
} as const;
