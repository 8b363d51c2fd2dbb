import { useCallback } from 'react';
import { everyPhotograph, type PhotographQuery } from '../../../../contract/review/list-queries.ts';
import { requestQuietly } from '../../../bridge.ts';
import { useData } from '../../../state/data/store.ts';
import { useReread } from '../../../state/data/useReread.ts';
import { useReviewUi } from '../../../state/review/reviewUi.ts';

/** Returns the number of photographs in the open place regardless of its filters. @param conditions a stable object */
export function usePlaceCount(conditions: Partial<PhotographQuery>): number {
  const { batchId, folderId, recipe, from, to } = useReviewUi((ui) => ui.query);
  const version = useData((data) => data.photographsVersion);
  const requestCount = useCallback(
    () =>
      requestQuietly('photographs.count', { ...everyPhotograph, batchId, folderId, recipe, from, to, ...conditions }),
    [batchId, folderId, recipe, from, to, conditions],
  );
  return useReread(requestCount, version) ?? 0;
}
