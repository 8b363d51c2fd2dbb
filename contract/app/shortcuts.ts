export type KeyContext = 'queue' | 'grid' | 'loupe' | 'touch' | 'compare' | 'survey' | 'judging' | 'elsewhere';

export interface Shortcut {
  readonly contexts: readonly KeyContext[];
  /**
   * Keys such as `Mod+Shift+P`: Mod (Cmd on a Mac, else Ctrl), Alt, Shift, then a capital letter, digit, character, or
   * the DOM's name of a key. Each entry triggers the command.
   */
  readonly keys: readonly string[];
  /** The keys mean the same in every program, so they are not changeable. */
  readonly isFixed?: true;
  /** No command: documents keys of a focused list or picture. */
  readonly isMove?: true;
}

const review = ['grid', 'loupe', 'compare', 'survey'] as const;
const notTouching = ['queue', ...review, 'elsewhere'] as const;
const everywhere = [...notTouching, 'touch'] as const;
const looking = ['compare', 'survey'] as const;

const commandIn = <const G extends readonly KeyContext[]>(contexts: G, ...keys: string[]) => ({
  contexts,
  keys,
});
const fixed = <const G extends readonly KeyContext[]>(contexts: G, ...keys: string[]) =>
  ({ contexts, keys, isFixed: true }) as const;
const move = <const G extends readonly KeyContext[]>(contexts: G, ...keys: string[]) =>
  ({ contexts, keys, isFixed: true, isMove: true }) as const;

/** In display order. The first part of a name is its group. */
export const shortcuts = {
  'app.open': commandIn(everywhere, 'Mod+O'),
  'app.copyCard': commandIn(everywhere),
  'app.products': commandIn(everywhere),
  'app.samples': commandIn(everywhere),
  'app.lookFirst': commandIn(everywhere),
  'app.picks': commandIn(everywhere),
  'app.pause': commandIn(everywhere, 'Mod+Shift+P'),
  'app.retryFailed': commandIn(everywhere),
  'app.cancelAll': commandIn(everywhere),
  'app.undo': commandIn(notTouching, 'Mod+Z'),
  'app.redo': commandIn(notTouching, 'Mod+Shift+Z', 'Mod+Y'),
  'app.palette': commandIn([...everywhere, 'judging'], 'Mod+K'),
  'app.menu': fixed(everywhere, 'Shift+F10', 'ContextMenu'),
  'app.newFolder': commandIn(everywhere),
  'app.newRecipe': commandIn(everywhere),
  'app.newService': commandIn(everywhere),
  'app.costs': commandIn(everywhere),
  'app.studio': commandIn(everywhere),
  'app.light': commandIn(everywhere),
  'app.dark': commandIn(everywhere),
  'app.system': commandIn(everywhere),
  'app.language': commandIn(everywhere),
  'app.data': commandIn(everywhere),
  'app.logs': commandIn(everywhere),
  'app.diagnostics': commandIn(everywhere),
  'app.crashes': commandIn(everywhere),
  'app.help': commandIn([...everywhere, 'judging'], '?'),
  'app.shortcuts': commandIn(everywhere),
  'app.about': commandIn(everywhere),
  'go.queue': commandIn(everywhere, 'Mod+1'),
  'go.review': commandIn(everywhere, 'Mod+2'),
  'go.folders': commandIn(everywhere, 'Mod+3'),
  'go.recipes': commandIn(everywhere, 'Mod+4'),
  'go.services': commandIn(everywhere, 'Mod+5'),
  'go.settings': commandIn(everywhere, 'Mod+6'),
  'go.studio': commandIn(everywhere, 'Mod+7'),

  'queue.move': move(['queue'], 'ArrowUp', 'ArrowDown'),
  'queue.extend': move(['queue'], 'Shift+ArrowUp', 'Shift+ArrowDown'),
  'queue.search': commandIn(['queue'], 'Mod+F'),
  'queue.all': commandIn(['queue'], 'Mod+A'),
  'queue.clear': fixed(['queue'], 'Escape'),
  'queue.review': commandIn(['queue'], 'Space', 'Enter'),
  'queue.retry': commandIn(['queue']),
  'queue.again': commandIn(['queue']),
  'queue.with': commandIn(['queue']),
  'queue.try': commandIn(['queue']),
  'queue.services': commandIn(['queue']),
  'queue.hold': commandIn(['queue']),
  'queue.resume': commandIn(['queue']),
  'queue.first': commandIn(['queue']),
  'queue.last': commandIn(['queue']),
  'queue.cancel': commandIn(['queue']),
  'queue.remove': commandIn(['queue'], 'Delete', 'Backspace'),
  'queue.sendAgain': commandIn(['queue']),
  'queue.giveUp': commandIn(['queue']),
  'queue.originals': commandIn(['queue']),
  'queue.reveal': commandIn(['queue']),
  'queue.showAll': commandIn(['queue']),
  'queue.showQueued': commandIn(['queue']),
  'queue.showRunning': commandIn(['queue']),
  'queue.showDone': commandIn(['queue']),
  'queue.showFailed': commandIn(['queue']),
  'queue.showUncertain': commandIn(['queue']),
  'queue.showCancelled': commandIn(['queue']),
  'queue.sortActivity': commandIn(['queue']),
  'queue.sortOrder': commandIn(['queue']),
  'queue.sortName': commandIn(['queue']),
  'queue.sortRecipe': commandIn(['queue']),
  'queue.sortSize': commandIn(['queue']),
  'queue.sortAdded': commandIn(['queue']),

  'review.pick': commandIn(review, 'P'),
  'review.reject': commandIn(review, 'X'),
  'review.unflag': commandIn(review, 'U'),
  'review.stars0': commandIn(review, '0'),
  'review.stars1': commandIn(review, '1'),
  'review.stars2': commandIn(review, '2'),
  'review.stars3': commandIn(review, '3'),
  'review.stars4': commandIn(review, '4'),
  'review.stars5': commandIn(review, '5'),
  'review.red': commandIn(review, '6'),
  'review.yellow': commandIn(review, '7'),
  'review.green': commandIn(review, '8'),
  'review.blue': commandIn(review, '9'),
  'review.purple': commandIn(review),
  'review.advance': commandIn(review),
  'review.onward': move(review, 'CapsLock'),
  'review.stack': commandIn(['grid', 'loupe'], 'S'),
  'review.compare': commandIn(review, 'C'),
  'review.survey': commandIn(review, 'N'),
  'review.follow': commandIn(review, 'Mod+Shift+F'),
  'review.followSecond': commandIn(review),
  'review.export': commandIn(review, 'Mod+E'),
  'review.info': commandIn(review, 'Mod+I'),
  'review.gallery': commandIn(review),
  'review.check': commandIn(review),
  'review.with': commandIn(review),
  'review.try': commandIn(['grid', 'loupe']),
  'review.services': commandIn(review),
  'review.processPicked': commandIn(['grid', 'loupe']),
  'review.keepOnly': commandIn(['grid', 'loupe']),
  'review.originals': commandIn(review),
  'review.originalsBack': commandIn(review),
  'review.removeProofs': commandIn(['grid', 'loupe']),
  'review.takeOver': commandIn(review),
  'review.unpickRest': commandIn(review),
  'review.copy': commandIn(review, 'Mod+C'),
  'review.reveal': commandIn(['grid', 'loupe']),
  'review.again': commandIn(['grid', 'loupe']),

  'grid.move': move(['grid'], 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'),
  'grid.extend': move(['grid'], 'Shift+ArrowLeft', 'Shift+ArrowRight'),
  'grid.search': commandIn(['grid'], 'Mod+F'),
  'grid.all': commandIn(['grid'], 'Mod+A'),
  'grid.open': commandIn(['grid'], 'Enter', 'Space'),
  'grid.clear': fixed(['grid'], 'Escape'),
  'grid.clearFilters': commandIn(['grid']),
  'grid.showPicked': commandIn(['grid']),
  'grid.showUnflagged': commandIn(['grid']),
  'grid.showRejected': commandIn(['grid']),
  'grid.showClient': commandIn(['grid']),
  'grid.showUndecided': commandIn(['grid']),
  'grid.showUnprocessed': commandIn(['grid']),
  'grid.showEyes': commandIn(['grid']),
  'grid.showFocus': commandIn(['grid']),
  'grid.showFlawed': commandIn(['grid']),
  'grid.showStars1': commandIn(['grid']),
  'grid.showStars2': commandIn(['grid']),
  'grid.showStars3': commandIn(['grid']),
  'grid.showStars4': commandIn(['grid']),
  'grid.showStars5': commandIn(['grid']),
  'grid.showRed': commandIn(['grid']),
  'grid.showYellow': commandIn(['grid']),
  'grid.showGreen': commandIn(['grid']),
  'grid.showBlue': commandIn(['grid']),
  'grid.showPurple': commandIn(['grid']),
  'grid.sortAdded': commandIn(['grid']),
  'grid.sortTaken': commandIn(['grid']),
  'grid.sortName': commandIn(['grid']),
  'grid.sortStars': commandIn(['grid']),
  'grid.sortSize': commandIn(['grid']),
  'grid.turnOrder': commandIn(['grid']),
  'grid.captionName': commandIn(['grid']),
  'grid.captionRecipe': commandIn(['grid']),

  'loupe.next': fixed(['loupe'], 'ArrowRight'),
  'loupe.previous': fixed(['loupe'], 'ArrowLeft'),
  'loupe.nextVersion': fixed(['loupe'], 'ArrowDown'),
  'loupe.previousVersion': fixed(['loupe'], 'ArrowUp'),
  'loupe.zoom': commandIn(['loupe', 'compare', 'judging'], 'Z', 'Space'),
  'loupe.zoomIn': commandIn(['loupe', 'compare', 'touch', 'judging'], '+', '='),
  'loupe.zoomOut': commandIn(['loupe', 'compare', 'touch', 'judging'], '-'),
  'loupe.slideRight': commandIn(['loupe'], ']'),
  'loupe.slideLeft': commandIn(['loupe'], '['),
  'loupe.flicker': commandIn(['loupe'], '\\'),
  'loupe.difference': commandIn(['loupe'], 'Y'),
  'loupe.peaking': commandIn(['loupe'], 'M'),
  'loupe.nextFace': commandIn(['loupe'], 'D'),
  'loupe.previousFace': commandIn(['loupe'], 'Shift+D'),
  'loupe.background': commandIn(['loupe', 'compare', 'touch', 'judging'], 'B'),
  'loupe.marks': commandIn(['loupe'], 'O'),
  'loupe.sides': commandIn(['loupe'], 'Tab'),
  'loupe.fullScreen': commandIn(['loupe', 'compare', 'survey', 'touch'], 'F'),
  'loupe.touch': commandIn(['loupe'], 'K'),
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
  'panes.takeOut': commandIn(['survey'], '/', 'Delete', 'Backspace'),
  'panes.open': commandIn(looking, 'Enter'),
  'panes.back': fixed(looking, 'Escape'),

  'touch.zoom': commandIn(['touch'], 'Z'),
  'touch.larger': commandIn(['touch'], ']'),
  'touch.smaller': commandIn(['touch'], '['),
  'touch.softer': commandIn(['touch'], 'Shift+]'),
  'touch.harder': commandIn(['touch'], 'Shift+['),
  'touch.swap': commandIn(['touch'], 'X'),
  'touch.swapHeld': move(['touch'], 'Alt'),
  'touch.edges': commandIn(['touch'], 'A'),
  'touch.pan': move(['touch'], 'Space'),
  'touch.undo': commandIn(['touch'], 'Backspace', 'Mod+Z'),
  'touch.redo': commandIn(['touch'], 'Mod+Shift+Z', 'Mod+Y'),
  'touch.done': commandIn(['touch'], 'Enter'),
  'touch.cancel': fixed(['touch'], 'Escape'),

  'judging.left': commandIn(['judging'], 'ArrowLeft', '1'),
  'judging.right': commandIn(['judging'], 'ArrowRight', '2'),
  'judging.both': commandIn(['judging'], 'ArrowUp', '3'),
  'judging.neither': commandIn(['judging'], 'ArrowDown', '4'),
  'judging.original': commandIn(['judging'], '\\', 'O'),
  'judging.previous': commandIn(['judging'], 'Backspace', 'PageUp'),
  'judging.next': commandIn(['judging'], 'PageDown'),
  'judging.back': fixed(['judging'], 'Escape'),
} as const satisfies Readonly<Record<string, Shortcut>>;

type Shortcuts = typeof shortcuts;
export type ShortcutId = keyof Shortcuts;
export type CommandId = {
  [Id in ShortcutId]: Shortcuts[Id] extends { readonly isMove: true } ? never : Id;
}[ShortcutId];

export const shortcutIds = Object.keys(shortcuts) as ShortcutId[];

/** Custom keys by command. Unknown ids are ignored. */
export type ChangedKeys = Readonly<Record<string, readonly string[]>>;

const shortcutOf = (id: ShortcutId): Shortcut => shortcuts[id];

export const isFixed = (id: ShortcutId): boolean => shortcutOf(id).isFixed ?? false;
const isChanged = (id: ShortcutId, changed: ChangedKeys): boolean => !isFixed(id) && Object.hasOwn(changed, id);

export const keysOf = (id: ShortcutId, changed: ChangedKeys): readonly string[] =>
  (isChanged(id, changed) ? changed[id] : undefined) ?? shortcuts[id].keys;

/** Returns other shortcuts that share a key and a context with `id`. */
export function conflictsOf(id: ShortcutId, changed: ChangedKeys): ShortcutId[] {
  const { contexts } = shortcutOf(id);
  const keys = keysOf(id, changed);
  return shortcutIds.filter(
    (otherId) =>
      otherId !== id &&
      shortcutOf(otherId).contexts.some((context) => contexts.includes(context)) &&
      keysOf(otherId, changed).some((key) => keys.includes(key)),
  );
}

/**
 * Returns the command of a key, or null. If two have it, the one with custom keys wins.
 * @param names of the key, best first
 */
export function commandAt(context: KeyContext, names: readonly string[], changed: ChangedKeys): CommandId | null {
  const candidateIds = shortcutIds.filter((id) => shortcutOf(id).contexts.includes(context) && !shortcutOf(id).isMove);
  for (const name of names) {
    const matches = candidateIds.filter((id) => keysOf(id, changed).includes(name));
    const id = matches.find((each) => isChanged(each, changed)) ?? matches[0];
    if (id !== undefined) return id as CommandId;
  }
  return null;
}
