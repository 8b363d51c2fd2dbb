/** What stands at the left of the light table, read again when results came or went. */
import type { Places } from '../../../contract/review/list-queries.ts';
import { requestQuietly } from '../../bridge.ts';
import { useData } from '../../state/data/store.ts';
import { useReread } from '../../state/data/useReread.ts';

const askPlaces = () => requestQuietly('photographs.places');

/** Null until they are there. */
export function usePlaces(): Places | null {
  const version = useData((data) => data.photographsVersion);
  const batches = useData((data) => data.batches);
  return useReread(askPlaces, version, batches);
}
