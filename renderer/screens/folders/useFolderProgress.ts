/** How far the photographs of a watch folder are. */
import { useCallback } from 'react';
import type { FolderProgress } from '../../../contract/intake/watch-folder.ts';
import { requestQuietly } from '../../bridge.ts';
import { useData } from '../../state/data/store.ts';
import { useReread } from '../../state/data/useReread.ts';

/** Null until it is known. */
export function useFolderProgress(id: string): FolderProgress | null {
  const version = useData((data) => data.jobsVersion);
  return useReread(
    useCallback(() => requestQuietly('folders.progress', { id }), [id]),
    version,
  );
}
