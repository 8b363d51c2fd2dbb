/** The photograph and the result that a pane shows: from the list at once, with all its results a moment later. */
import type { PhotographView, VersionView } from '../../../../contract/review/list-queries.ts';
import { rowOf } from '../../../state/lists/pagedList.ts';
import type { PhotoPane } from '../../../state/review/panes.ts';
import { photographList } from '../../../state/review/photographList.ts';
import { useDetails } from './paneDetails.ts';

export interface LookedAt {
  readonly photograph: PhotographView;
  /** Null: the photograph itself. */
  readonly version: VersionView | null;
}

/** Undefined until it is known, null where it is gone. */
export function usePanePhotographs({ id, versionId }: PhotoPane): LookedAt | null | undefined {
  const detail = useDetails(({ details }) => details.get(id));
  const row = photographList.use((list) => rowOf(list, id));
  const photograph = detail?.photograph ?? row;
  if (!photograph) return detail === null ? null : undefined;
  // What stands for it in this list is another one, perhaps, than what stands for it among all.
  const shown = row?.shown ?? photograph.shown;
  const version = detail?.versions.find((each) => each.id === (versionId ?? shown?.id));
  return { photograph, version: version ?? shown };
}
