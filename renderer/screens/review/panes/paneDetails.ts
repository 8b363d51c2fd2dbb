/** The photographs that are looked at side by side, wherever they stand in the list: their rows and all their results. */
import { useEffect } from 'react';
import { create } from 'zustand';
import type { VersionView } from '../../../../contract/review/list-queries.ts';
import type { DecisionChange } from '../../../../contract/review/photo-decision.ts';
import type { PhotographDetail } from '../../../../preload/requests/photographs.ts';
import { requestQuietly } from '../../../bridge.ts';
import { useData } from '../../../state/data/store.ts';
import type { PhotoPane } from '../../../state/review/panes.ts';

/** By photograph; null: it is gone. */
type Details = ReadonlyMap<number, PhotographDetail | null>;

export const useDetails = create<{ readonly details: Details }>(() => ({ details: new Map() }));

/** Reads these photographs, and again when any changed. */
export function useReadDetails(ids: readonly number[]): void {
  const version = useData((data) => data.photographsVersion);
  const key = ids.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for `ids`; `version` says that something changed
  useEffect(() => {
    let isCurrent = true;
    for (const id of new Set(ids)) {
      void readDetail(id, () => isCurrent);
    }
    return () => {
      isCurrent = false;
    };
  }, [key, version]);
  useEffect(() => () => useDetails.setState({ details: new Map() }), []);
}

/** Shows what is stored. */
export async function readDetail(id: number, isWanted = () => true): Promise<void> {
  const reply = await requestQuietly('photographs.detail', { id });
  if (!reply.ok || !isWanted()) return;
  useDetails.setState(({ details }) => ({ details: new Map(details).set(id, reply.value) }));
}

/** The result that a pane shows. */
export function versionOf(detail: PhotographDetail | null | undefined, { versionId }: PhotoPane): VersionView | null {
  if (!detail) return null;
  return detail.versions.find(({ id }) => id === versionId) ?? detail.photograph.shown;
}

/** Shows a decision at once; what main says of it later holds. */
export function showDecided(pane: PhotoPane, change: DecisionChange, isVersion: boolean): void {
  const detail = useDetails.getState().details.get(pane.id);
  if (!detail) return;
  const { photograph, versions } = detail;
  const changed: PhotographDetail = isVersion
    ? {
        ...detail,
        versions: versions.map((each) =>
          each.id === pane.versionId ? { ...each, decision: { ...each.decision, ...change } } : each,
        ),
      }
    : { ...detail, photograph: { ...photograph, decision: { ...photograph.decision, ...change } } };
  useDetails.setState(({ details }) => ({ details: new Map(details).set(pane.id, changed) }));
}
