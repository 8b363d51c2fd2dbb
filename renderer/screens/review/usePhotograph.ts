/** The photograph in the loupe: its row at once, all its versions a moment later. */
import { useEffect, useState } from 'react';
import type { PhotographView } from '../../../contract/review/list-queries.ts';
import type { PhotographDetail } from '../../../preload/requests/photographs.ts';
import { requestQuietly } from '../../bridge.ts';
import { useData } from '../../state/data/store.ts';
import { rowOf } from '../../state/lists/pagedList.ts';
import { photographList } from '../../state/review/photographList.ts';

export function usePhotograph(id: number | null): {
  readonly photograph: PhotographView | null;
  readonly detail: PhotographDetail | null;
} {
  const row = photographList.use((list) => rowOf(list, id));
  const version = useData((data) => data.photographsVersion);
  const [detail, setDetail] = useState<PhotographDetail | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `version` says that results may have come
  useEffect(() => {
    if (id === null) return;
    let isCurrent = true;
    void requestQuietly('photographs.detail', { id }).then((reply) => {
      if (isCurrent && reply.ok) setDetail(reply.value);
    });
    return () => {
      isCurrent = false;
    };
  }, [id, version]);
  const own = detail?.photograph.id === id ? detail : null;
  return { photograph: row ?? own?.photograph ?? null, detail: own };
}
