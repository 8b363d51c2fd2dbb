/** Loads the neighbours of the photograph in the loupe ahead, so that paging shows them at once. */
import { useEffect } from 'react';
import { imageUrl } from '../../../contract/app/image-urls.ts';
import { photographList } from '../../state/review/photographList.ts';

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
    }, 150);
    return () => clearTimeout(timer);
  }, [place]);
}
