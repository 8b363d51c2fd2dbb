/** Whether a result can be touched up, as far as the window knows, or the reason why not. Pure. */
import type { PhotographPresence } from '../../../../contract/review/file-availability.ts';
import type { PhotographView, VersionView } from '../../../../contract/review/list-queries.ts';
import { type TouchUpEdit, touchUpKind } from '../../../../contract/touch-up/touch-up.ts';

type UnavailableReason = 'analysis' | 'neither' | 'part' | 'size' | 'resultAway' | 'originalAway';
export type TouchUpAvailability = { readonly by: TouchUpEdit['by'] } | { readonly why: UnavailableReason };

export function touchUpAvailability(
  version: VersionView,
  photograph: Pick<PhotographView, 'width' | 'height'>,
  presence: PhotographPresence | null,
): TouchUpAvailability {
  if (version.kind === 'analysis') return { why: 'analysis' };
  const kind = touchUpKind(version.operation);
  if (kind === null) return { why: 'neither' };
  const result = presence?.results.find(({ resultId }) => resultId === version.id);
  if (!version.present || (result && isMissing(result.state))) return { why: 'resultAway' };
  if (presence && isMissing(presence.original.state)) return { why: 'originalAway' };
  if (version.box !== null) return kind === 'brush' ? { by: kind } : { why: 'part' };
  const isFullSize = version.width === photograph.width && version.height === photograph.height;
  return isFullSize ? { by: kind } : { why: 'size' };
}

/** Unknown files count as available, because opening them reports the reason. */
const isMissing = (state: PhotographPresence['original']['state']) => state !== 'here' && state !== 'unknown';
