/** What the context menus of the light table have. */
import type { MenuPart } from '../../components/CommandMenu.tsx';

const stars = {
  title: 'menus.stars',
  ids: ['review.stars0', 'review.stars1', 'review.stars2', 'review.stars3', 'review.stars4', 'review.stars5'],
} as const;
const label = {
  title: 'menus.label',
  ids: ['review.red', 'review.yellow', 'review.green', 'review.blue', 'review.purple'],
} as const;

const decisions: MenuPart = ['review.pick', 'review.reject', 'review.unflag', stars, label];
const handOn: MenuPart = ['review.info', 'review.export', 'review.gallery', 'review.check', 'review.copy'];
const file: MenuPart = [
  'review.reveal',
  'review.again',
  'review.with',
  'review.services',
  'review.try',
  'review.keepOnly',
  'review.originals',
  'review.removeProofs',
];

/** Of what is selected in the grid. */
export const tileMenu: readonly MenuPart[] = [
  ['grid.open', 'review.compare', 'review.survey', 'review.stack'],
  decisions,
  handOn,
  file,
];

/** Of the photograph in the loupe. */
export const loupeMenu: readonly MenuPart[] = [
  ['loupe.back', 'loupe.touch', 'review.compare', 'review.stack'],
  decisions,
  handOn,
  file,
];
