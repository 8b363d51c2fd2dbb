/** The context menus of the light table. */
import type { MenuPart } from '../../components/actions/CommandMenu.tsx';

const flag = { title: 'menus.flag', ids: ['review.pick', 'review.reject', 'review.unflag'] } as const;
const stars = {
  title: 'menus.stars',
  ids: ['review.stars0', 'review.stars1', 'review.stars2', 'review.stars3', 'review.stars4', 'review.stars5'],
} as const;
const label = {
  title: 'menus.label',
  ids: ['review.red', 'review.yellow', 'review.green', 'review.blue', 'review.purple'],
} as const;
const processing = {
  title: 'menus.process',
  ids: ['review.again', 'review.with', 'review.services', 'review.try'],
} as const;
const exporting = { title: 'menus.export', ids: ['review.export', 'review.gallery', 'review.check'] } as const;

const common: readonly MenuPart[] = [
  [flag, stars, label],
  [processing, exporting, 'review.info'],
  ['review.copy', 'review.reveal', 'review.originals'],
  ['review.keepOnly', 'review.removeProofs'],
];

export const tileMenu: readonly MenuPart[] = [
  ['grid.open', 'review.compare', 'review.survey', 'review.stack'],
  ...common,
];

export const loupeMenu: readonly MenuPart[] = [
  ['loupe.back', 'loupe.touch', 'review.compare', 'review.stack'],
  ...common,
];
