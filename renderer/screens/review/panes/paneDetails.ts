/** Photographs of a comparison or survey with all their results, whether listed or not. */
import { useEffect, useEffectEvent } from 'react';
import { create } from 'zustand';
import type { VersionView } from '../../../../contract/review/list-queries.ts';
import type { DecisionChange } from '../../../../contract/review/photo-decision.ts';
import type { PhotographDetail } from '../../../../preload/requests/photographs.ts';
import { requestQuietly } from '../../../bridge.ts';
import { useData } from '../../../state/data/store.ts';
import type { PhotoPane } from '../../../state/review/panes.ts';

/** By photograph id. Null if the photograph was removed. */
type Details = ReadonlyMap<number, PhotographDetail | null>;

export const useDetails = create<{ readonly details: Details }>(() => ({ details: new Map() }));

/** Loads photographs, and again after changes. */
export function useReadDetails(ids: readonly number[]): void {
  const version = useData((data) => data.photographsVersion);
  const key = ids.join();
  const read = useEffectEvent((_key: string, _version: number) => {
    let isCurrent = true;
    for (const id of new Set(ids)) void readDetail(id, () => isCurrent);
    return () => {
      isCurrent = false;
    };
  });
  useEffect(() => read(key, version), [key, version]);
  useEffect(() => () => useDetails.setState({ details: new Map() }), []);
}

export async function readDetail(id: number, isWanted = () => true): Promise<void> {
  const reply = await requestQuietly('photographs.detail', { id });
  if (!reply.ok || !isWanted()) return;
  useDetails.setState(({ details }) => ({ details: new Map(details).set(id, reply.value) }));
}

export function versionOf(detail: PhotographDetail | null | undefined, { versionId }: PhotoPane): VersionView | null {
  if (!detail) return null;
  return detail.versions.find(({ id }) => id === versionId) ?? detail.photograph.shown;
}

/** Shows a decision before it is stored. */
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
