/** A survey of more than can be judged at once is looked at page by page, which the keys lead through like one. Pure. */
import { type Cell, surveyStep } from './surveyLayout.ts';

/** More than these on one page are too small to be judged. */
const maxPerPage = 24;

export interface SurveyPage {
  readonly from: number;
  /** The first of the next page. */
  readonly to: number;
}

/** All pages, none much fuller than another. */
export function surveyPages(count: number): readonly SurveyPage[] {
  const pages = Math.max(1, Math.ceil(count / maxPerPage));
  return Array.from({ length: pages }, (_, page) => ({
    from: Math.floor((page * count) / pages),
    to: Math.floor(((page + 1) * count) / pages),
  }));
}

/**
 * Where a key leads; null when it means nothing here. Arrows lead from one page to the next, Page Down and Page Up to its first picture.
 * @param cells of the page on which `index` is
 */
export function nextSurveyIndex(
  key: string,
  currentIndex: number,
  pages: readonly SurveyPage[],
  cells: readonly Cell[],
): number | null {
  const page = pageOf(currentIndex, pages);
  const { from, to } = pages[page] ?? { from: 0, to: 0 };
  const last = Math.max(0, (pages.at(-1)?.to ?? 0) - 1);
  switch (key) {
    case 'ArrowRight':
      return Math.min(last, currentIndex + 1);
    case 'ArrowLeft':
      return Math.max(0, currentIndex - 1);
    case 'Home':
      return 0;
    case 'End':
      return last;
    case 'PageDown':
      return pages[page + 1]?.from ?? last;
    case 'PageUp':
      return pages[page - 1]?.from ?? 0;
    default: {
      const next = surveyStep(key, currentIndex - from, cells);
      if (next === null) return null;
      // Beyond the last line of a page the next one begins.
      if (next + from !== currentIndex) return next + from;
      if (key === 'ArrowDown') return page + 1 < pages.length ? to : currentIndex;
      return page > 0 ? from - 1 : currentIndex;
    }
  }
}

/** On which page a picture is. */
export const pageOf = (index: number, pages: readonly SurveyPage[]): number =>
  Math.max(
    0,
    pages.findIndex(({ to }) => index < to),
  );
