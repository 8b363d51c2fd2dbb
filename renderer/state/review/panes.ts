/** Pictures side by side, and the active one. Pure. */

export interface PhotoPane {
  /** Id of the photograph. */
  readonly id: number;
  /** The shown result; null for the primary one. */
  readonly versionId: number | null;
  /** Last known place in the list. */
  readonly place: number;
}

export interface Panes {
  readonly panes: readonly PhotoPane[];
  /** Index of the active pane. */
  readonly focus: number;
}

export const maxComparePanes = 4;

export const focused = ({ panes, focus }: Panes): PhotoPane | null => panes[focus] ?? null;

export const focusPane = (state: Panes, index: number): Panes => ({
  panes: state.panes,
  focus: Math.max(0, Math.min(state.panes.length - 1, index)),
});

/** Removes a pane. If it was active, the next one is. */
export function removePane({ panes, focus }: Panes, removed: PhotoPane): Panes {
  const rest = panes.filter((pane) => pane !== removed);
  const next = panes.indexOf(removed) < focus ? focus - (panes.length - rest.length) : focus;
  return { panes: rest, focus: Math.max(0, Math.min(rest.length - 1, next)) };
}

/** Replaces the active pane. */
export const replacePane = ({ panes, focus }: Panes, pane: PhotoPane): Panes => ({
  panes: panes.map((each, index) => (index === focus ? pane : each)),
  focus,
});

/** Limits the panes around the active one. */
export function visiblePanes({ panes, focus }: Panes, maxPanes: number): Panes {
  const from = Math.max(0, Math.min(focus, panes.length - maxPanes));
  return { panes: panes.slice(from, from + maxPanes), focus: focus - from };
}

/** Returns the next result that no pane shows, or null. */
export function nextVersion(state: Panes, versions: readonly number[], delta: 1 | -1): number | null {
  const from = versions.indexOf(focused(state)?.versionId ?? -1);
  const shown = new Set(state.panes.map(({ versionId }) => versionId));
  for (let step = 1; step < versions.length; step += 1) {
    const next = versions[(from + delta * step + versions.length * step) % versions.length];
    if (next !== undefined && !shown.has(next)) return next;
  }
  return null;
}
