/** Loads the neighbours of the photograph in the loupe ahead, so that paging shows them at once. */
import { useEffect } from 'react';
import { imageUrl } from '../../../preload/contract/images.ts';
import type { ResultView } from '../../../preload/contract/result.ts';

export function usePreload(results: readonly ResultView[], index: number): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const result of [results[index + 1], results[index - 1]]) {
        if (!result) continue;
        new Image().src = imageUrl.source(result.jobId);
        if (result.kind === 'image' && result.present) new Image().src = imageUrl.result(result.id);
      }
    }, 150);
    return () => clearTimeout(timer);
  }, [results, index]);
}
