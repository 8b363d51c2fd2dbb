/** Data of the photograph in the loupe. */
import { useEffect, useState } from 'react';
import { imageUrl } from '../../../../contract/app/image-urls.ts';
import type { PhotographView } from '../../../../contract/review/list-queries.ts';
import type { PhotographDetail } from '../../../../preload/requests/photographs.ts';
import { requestQuietly } from '../../../bridge.ts';
import { useData } from '../../../state/data/store.ts';
import { rowOf } from '../../../state/lists/pagedList.ts';
import { photographList } from '../../../state/review/photographList.ts';

/** Returns the row of the list at once, and all results when they are loaded. */
export function usePhotograph(id: number | null): {
  readonly photograph: PhotographView | null;
  readonly detail: PhotographDetail | null;
} {
  const row = photographList.use((list) => rowOf(list, id));
  const version = useData((data) => data.photographsVersion);
  const [detail, setDetail] = useState<PhotographDetail | null>(null);
  useEffect(() => {
    if (id === null) return;
    let isCurrent = true;
    void requestDetail(id, version).then((reply) => {
      if (isCurrent && reply.ok) setDetail(reply.value);
    });
    return () => {
      isCurrent = false;
    };
  }, [id, version]);
  const current = detail?.photograph.id === id ? detail : null;
  return { photograph: row ?? current?.photograph ?? null, detail: current };
}

/** @param _version changes when results may have changed */
const requestDetail = (id: number, _version: number) => requestQuietly('photographs.detail', { id });

/** Waits until paging pauses. */
const preloadDelayMs = 150;

/** Loads the pictures of the neighbors of a place, so that paging is immediate. */
export function usePreload(place: number): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      const { rows } = photographList.now();
      for (const photograph of [rows.get(place + 1), rows.get(place - 1)]) {
        if (!photograph) continue;
        const { shown } = photograph;
        new Image().src = imageUrl.photograph(photograph.id);
        if (shown?.kind === 'image' && shown.present) new Image().src = imageUrl.result(shown.id);
      }
    }, preloadDelayMs);
    return () => clearTimeout(timer);
  }, [place]);
}
