/** Which pictures are looked at side by side, and which of them the keys are on. Pure. */

export interface PhotoPane {
  /** Its photograph. */
  readonly id: number;
  /** The result that is shown; null = the one that stands for the photograph. */
  readonly versionId: number | null;
  /** Where the photograph is in the list, or was last. */
  readonly place: number;
}

export interface Panes {
  readonly panes: readonly PhotoPane[];
  /** Index of the pane that the keys are on. */
  readonly focus: number;
}

/** Side by side at most. */
export const maxComparePanes = 4;

export const focused = ({ panes, focus }: Panes): PhotoPane | null => panes[focus] ?? null;

/** With the focus on a pane, held at both ends. */
export const focusedOn = (state: Panes, index: number): Panes => ({
  panes: state.panes,
  focus: Math.max(0, Math.min(state.panes.length - 1, index)),
});

/** Without a pane: the focus stays in its place, where the next one is then. */
export function without({ panes, focus }: Panes, gone: PhotoPane): Panes {
  const rest = panes.filter((pane) => pane !== gone);
  const next = panes.indexOf(gone) < focus ? focus - (panes.length - rest.length) : focus;
  return { panes: rest, focus: Math.max(0, Math.min(rest.length - 1, next)) };
}

/** With another picture in the place of the focused one. */
export const replaced = ({ panes, focus }: Panes, pane: PhotoPane): Panes => ({
  panes: panes.map((each, index) => (index === focus ? pane : each)),
  focus,
});

/** So many panes of more, the focused one among them. */
export function visiblePanes({ panes, focus }: Panes, maxPanes: number): Panes {
  const from = Math.max(0, Math.min(focus, panes.length - maxPanes));
  return { panes: panes.slice(from, from + maxPanes), focus: focus - from };
}

/** The next result, before (-1) or after (1) the focused one, that is in no pane yet; null where all are. */
export function nextVersion(state: Panes, versions: readonly number[], delta: 1 | -1): number | null {
  const from = versions.indexOf(focused(state)?.versionId ?? -1);
  const shown = new Set(state.panes.map(({ versionId }) => versionId));
  for (let step = 1; step < versions.length; step += 1) {
    const next = versions[(from + delta * step + versions.length * step) % versions.length];
    if (next !== undefined && !shown.has(next)) return next;
  }
  return null;
}
