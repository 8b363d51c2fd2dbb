/** Every command of the window: where it can be given, and the keys it has before anybody changes them. */

/** Where the keys are: on one of these at any time. */
export type KeyContext = 'queue' | 'grid' | 'loupe' | 'touch' | 'compare' | 'survey' | 'judging' | 'elsewhere';

export interface Shortcut {
  readonly at: readonly KeyContext[];
  /**
   * What is pressed together, as in `Mod+Shift+P`: Mod is Cmd on a Mac and Ctrl elsewhere, then Alt and Shift, then a capital
   * letter, a digit, a character, or the name that the web gives a key. Each of several does it.
   */
  readonly keys: readonly string[];
  /** Its keys mean the same in every program, so that they cannot be changed. */
  readonly isFixed?: true;
  /** No command: what the keys do in a list or on a picture that has the focus. */
  readonly isMove?: true;
}

const review = ['grid', 'loupe', 'compare', 'survey'] as const;
const notTouching = ['queue', ...review, 'elsewhere'] as const;
const everywhere = [...notTouching, 'touch'] as const;
const looking = ['compare', 'survey'] as const;

const at = <const G extends readonly KeyContext[]>(grounds: G, ...keys: string[]) => ({ at: grounds, keys });
const fixed = <const G extends readonly KeyContext[]>(grounds: G, ...keys: string[]) =>
  ({ at: grounds, keys, isFixed: true }) as const;
const move = <const G extends readonly KeyContext[]>(grounds: G, ...keys: string[]) =>
  ({ at: grounds, keys, isFixed: true, isMove: true }) as const;

/** In the order in which they are listed; the first part of a name is the group that it is listed in. */
export const shortcuts = {
  'app.open': at(everywhere, 'Mod+O'),
  'app.copyCard': at(everywhere),
  'app.products': at(everywhere),
  'app.samples': at(everywhere),
  'app.lookFirst': at(everywhere),
  'app.picks': at(everywhere),
  'app.pause': at(everywhere, 'Mod+Shift+P'),
  'app.retryFailed': at(everywhere),
  'app.cancelAll': at(everywhere),
  'app.undo': at(notTouching, 'Mod+Z'),
  'app.redo': at(notTouching, 'Mod+Shift+Z', 'Mod+Y'),
  'app.palette': at([...everywhere, 'judging'], 'Mod+K'),
  'app.menu': fixed(everywhere, 'Shift+F10', 'ContextMenu'),
  'app.newFolder': at(everywhere),
  'app.newRecipe': at(everywhere),
  'app.newService': at(everywhere),
  'app.light': at(everywhere),
  'app.dark': at(everywhere),
  'app.system': at(everywhere),
  'app.language': at(everywhere),
  'app.data': at(everywhere),
  'app.logs': at(everywhere),
  'app.help': at([...everywhere, 'judging'], '?'),
  'app.shortcuts': at(everywhere),
  'app.about': at(everywhere),
  'go.queue': at(everywhere, 'Mod+1'),
  'go.review': at(everywhere, 'Mod+2'),
  'go.folders': at(everywhere, 'Mod+3'),
  'go.recipes': at(everywhere, 'Mod+4'),
  'go.services': at(everywhere, 'Mod+5'),
  'go.settings': at(everywhere, 'Mod+6'),
  'go.studio': at(everywhere, 'Mod+7'),

  'queue.move': move(['queue'], 'ArrowUp', 'ArrowDown'),
  'queue.extend': move(['queue'], 'Shift+ArrowUp', 'Shift+ArrowDown'),
  'queue.search': at(['queue'], 'Mod+F'),
  'queue.all': at(['queue'], 'Mod+A'),
  'queue.clear': fixed(['queue'], 'Escape'),
  'queue.review': at(['queue'], 'Space', 'Enter'),
  'queue.retry': at(['queue']),
  'queue.again': at(['queue']),
  'queue.with': at(['queue']),
  'queue.try': at(['queue']),
  'queue.services': at(['queue']),
  'queue.hold': at(['queue']),
  'queue.resume': at(['queue']),
  'queue.first': at(['queue']),
  'queue.last': at(['queue']),
  'queue.cancel': at(['queue']),
  'queue.remove': at(['queue'], 'Delete', 'Backspace'),
  'queue.sendAgain': at(['queue']),
  'queue.giveUp': at(['queue']),
  'queue.originals': at(['queue']),
  'queue.reveal': at(['queue']),
  'queue.showAll': at(['queue']),
  'queue.showQueued': at(['queue']),
  'queue.showRunning': at(['queue']),
  'queue.showDone': at(['queue']),
  'queue.showFailed': at(['queue']),
  'queue.showUncertain': at(['queue']),
  'queue.showCancelled': at(['queue']),
  'queue.sortActivity': at(['queue']),
  'queue.sortOrder': at(['queue']),
  'queue.sortName': at(['queue']),
  'queue.sortRecipe': at(['queue']),
  'queue.sortSize': at(['queue']),
  'queue.sortAdded': at(['queue']),

  'review.pick': at(review, 'P'),
  'review.reject': at(review, 'X'),
  'review.unflag': at(review, 'U'),
  'review.stars0': at(review, '0'),
  'review.stars1': at(review, '1'),
  'review.stars2': at(review, '2'),
  'review.stars3': at(review, '3'),
  'review.stars4': at(review, '4'),
  'review.stars5': at(review, '5'),
  'review.red': at(review, '6'),
  'review.yellow': at(review, '7'),
  'review.green': at(review, '8'),
  'review.blue': at(review, '9'),
  'review.purple': at(review),
  'review.advance': at(review),
  'review.onward': move(review, 'CapsLock'),
  'review.stack': at(['grid', 'loupe'], 'S'),
  'review.compare': at(review, 'C'),
  'review.survey': at(review, 'N'),
  'review.export': at(review, 'Mod+E'),
  'review.info': at(review, 'Mod+I'),
  'review.gallery': at(review),
  'review.check': at(review),
  'review.with': at(review),
  'review.try': at(['grid', 'loupe']),
  'review.services': at(review),
  'review.processPicked': at(['grid', 'loupe']),
  'review.keepOnly': at(['grid', 'loupe']),
  'review.originals': at(review),
  'review.originalsBack': at(review),
  'review.removeProofs': at(['grid', 'loupe']),
  'review.takeOver': at(review),
  'review.unpickRest': at(review),
  'review.copy': at(review, 'Mod+C'),
  'review.reveal': at(['grid', 'loupe']),
  'review.again': at(['grid', 'loupe']),

  'grid.move': move(['grid'], 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'),
  'grid.extend': move(['grid'], 'Shift+ArrowLeft', 'Shift+ArrowRight'),
  'grid.search': at(['grid'], 'Mod+F'),
  'grid.all': at(['grid'], 'Mod+A'),
  'grid.open': at(['grid'], 'Enter', 'Space'),
  'grid.clear': fixed(['grid'], 'Escape'),
  'grid.clearFilters': at(['grid']),
  'grid.showPicked': at(['grid']),
  'grid.showUnflagged': at(['grid']),
  'grid.showRejected': at(['grid']),
  'grid.showClient': at(['grid']),
  'grid.showUndecided': at(['grid']),
  'grid.showUnprocessed': at(['grid']),
  'grid.showEyes': at(['grid']),
  'grid.showFocus': at(['grid']),
  'grid.showFlawed': at(['grid']),
  'grid.showStars1': at(['grid']),
  'grid.showStars2': at(['grid']),
  'grid.showStars3': at(['grid']),
  'grid.showStars4': at(['grid']),
  'grid.showStars5': at(['grid']),
  'grid.showRed': at(['grid']),
  'grid.showYellow': at(['grid']),
  'grid.showGreen': at(['grid']),
  'grid.showBlue': at(['grid']),
  'grid.showPurple': at(['grid']),
  'grid.sortAdded': at(['grid']),
  'grid.sortTaken': at(['grid']),
  'grid.sortName': at(['grid']),
  'grid.sortStars': at(['grid']),
  'grid.sortSize': at(['grid']),
  'grid.turnOrder': at(['grid']),
  'grid.captionName': at(['grid']),
  'grid.captionRecipe': at(['grid']),

  'loupe.next': fixed(['loupe'], 'ArrowRight'),
  'loupe.previous': fixed(['loupe'], 'ArrowLeft'),
  'loupe.nextVersion': fixed(['loupe'], 'ArrowDown'),
  'loupe.previousVersion': fixed(['loupe'], 'ArrowUp'),
  'loupe.zoom': at(['loupe', 'compare', 'judging'], 'Z', 'Space'),
  'loupe.zoomIn': at(['loupe', 'compare', 'touch', 'judging'], '+', '='),
  'loupe.zoomOut': at(['loupe', 'compare', 'touch', 'judging'], '-'),
  'loupe.slideRight': at(['loupe'], ']'),
  'loupe.slideLeft': at(['loupe'], '['),
  'loupe.flicker': at(['loupe'], '\\'),
  'loupe.difference': at(['loupe'], 'Y'),
  'loupe.peaking': at(['loupe'], 'M'),
  'loupe.nextFace': at(['loupe'], 'D'),
  'loupe.previousFace': at(['loupe'], 'Shift+D'),
  'loupe.background': at(['loupe', 'compare', 'touch', 'judging'], 'B'),
  'loupe.marks': at(['loupe'], 'O'),
  'loupe.sides': at(['loupe'], 'Tab'),
  'loupe.fullScreen': at(['loupe', 'compare', 'survey', 'touch'], 'F'),
  'loupe.touch': at(['loupe'], 'K'),
  'loupe.back': fixed(['loupe'], 'Escape'),

  'panes.next': fixed(looking, 'ArrowRight'),
  'panes.previous': fixed(looking, 'ArrowLeft'),
  'panes.exchangeNext': fixed(['compare'], 'ArrowDown'),
  'panes.exchangePrevious': fixed(['compare'], 'ArrowUp'),
  'panes.below': fixed(['survey'], 'ArrowDown'),
  'panes.above': fixed(['survey'], 'ArrowUp'),
  'panes.first': fixed(['survey'], 'Home'),
  'panes.last': fixed(['survey'], 'End'),
  'panes.nextPage': fixed(['survey'], 'PageDown'),
  'panes.previousPage': fixed(['survey'], 'PageUp'),
  'panes.alone': move(['compare'], 'Alt'),
  'panes.takeOut': at(['survey'], '/', 'Delete', 'Backspace'),
  'panes.open': at(looking, 'Enter'),
  'panes.back': fixed(looking, 'Escape'),

  'touch.zoom': at(['touch'], 'Z'),
  'touch.larger': at(['touch'], ']'),
  'touch.smaller': at(['touch'], '['),
  'touch.softer': at(['touch'], 'Shift+]'),
  'touch.harder': at(['touch'], 'Shift+['),
  'touch.swap': at(['touch'], 'X'),
  'touch.swapHeld': move(['touch'], 'Alt'),
  'touch.edges': at(['touch'], 'A'),
  'touch.pan': move(['touch'], 'Space'),
  'touch.undo': at(['touch'], 'Backspace', 'Mod+Z'),
  'touch.redo': at(['touch'], 'Mod+Shift+Z', 'Mod+Y'),
  'touch.done': at(['touch'], 'Enter'),
  'touch.cancel': fixed(['touch'], 'Escape'),

  'judging.left': at(['judging'], 'ArrowLeft', '1'),
  'judging.right': at(['judging'], 'ArrowRight', '2'),
  'judging.both': at(['judging'], 'ArrowUp', '3'),
  'judging.neither': at(['judging'], 'ArrowDown', '4'),
  'judging.original': at(['judging'], '\\', 'O'),
  'judging.previous': at(['judging'], 'Backspace', 'PageUp'),
  'judging.next': at(['judging'], 'PageDown'),
  'judging.back': fixed(['judging'], 'Escape'),
} as const satisfies Readonly<Record<string, Shortcut>>;

type Shortcuts = typeof shortcuts;
export type ShortcutId = keyof Shortcuts;
/** Of those that are commands. */
export type CommandId = {
  [Id in ShortcutId]: Shortcuts[Id] extends { readonly isMove: true } ? never : Id;
}[ShortcutId];

export const shortcutIds = Object.keys(shortcuts) as ShortcutId[];

/** The keys that the user gave commands in place of their own, by the commands' names; others that stand here mean nothing. */
export type ChangedKeys = Readonly<Record<string, readonly string[]>>;

const shortcutOf = (id: ShortcutId): Shortcut => shortcuts[id];

export const isFixed = (id: ShortcutId): boolean => shortcutOf(id).isFixed ?? false;
const isChanged = (id: ShortcutId, changed: ChangedKeys): boolean => !isFixed(id) && Object.hasOwn(changed, id);

/** The keys of a command as they are now. */
export const keysOf = (id: ShortcutId, changed: ChangedKeys): readonly string[] =>
  (isChanged(id, changed) ? changed[id] : undefined) ?? shortcuts[id].keys;

/** What has one of its keys too, where that could be meant as well. */
export function conflictsOf(id: ShortcutId, changed: ChangedKeys): ShortcutId[] {
  const { at: grounds } = shortcutOf(id);
  const keys = keysOf(id, changed);
  return shortcutIds.filter(
    (other) =>
      other !== id &&
      shortcutOf(other).at.some((ground) => grounds.includes(ground)) &&
      keysOf(other, changed).some((key) => keys.includes(key)),
  );
}

/** The command that a key gives: of two, the one that the user gave the key. @param names of the key, the best one first */
export function commandAt(ground: KeyContext, names: readonly string[], changed: ChangedKeys): CommandId | null {
  const here = shortcutIds.filter((id) => shortcutOf(id).at.includes(ground) && !shortcutOf(id).isMove);
  for (const name of names) {
    const meant = here.filter((id) => keysOf(id, changed).includes(name));
    const id = meant.find((each) => isChanged(each, changed)) ?? meant[0];
    if (id !== undefined) return id as CommandId;
  }
  return null;
}
