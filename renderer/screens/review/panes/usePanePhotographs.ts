import type { PhotographView, VersionView } from '../../../../contract/review/list-queries.ts';
import { rowOf } from '../../../state/lists/pagedList.ts';
import type { PhotoPane } from '../../../state/review/panes.ts';
import { photographList } from '../../../state/review/photographList.ts';
import { useDetails } from './paneDetails.ts';

export interface PanePhotograph {
  readonly photograph: PhotographView;
  /** Null shows the photograph. */
  readonly version: VersionView | null;
}

/** Returns the photograph and result of a pane: null if the photograph was removed, undefined until it is loaded. */
export function usePanePhotographs({ id, versionId }: PhotoPane): PanePhotograph | null | undefined {
  const detail = useDetails(({ details }) => details.get(id));
  const row = photographList.use((list) => rowOf(list, id));
  const photograph = detail?.photograph ?? row;
  if (!photograph) return detail === null ? null : undefined;
  // The primary result in this list may be another one than without filters.
  const shown = row?.shown ?? photograph.shown;
  const version = detail?.versions.find((each) => each.id === (versionId ?? shown?.id));
  return { photograph, version: version ?? shown };
}
