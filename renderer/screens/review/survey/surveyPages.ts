/** Pages of a survey, which keys navigate like one. */
import { type Cell, surveyStep } from './surveyLayout.ts';

/** More pictures on one page are too small to judge. */
const maxPerPage = 24;

interface SurveyPage {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

/** Distributes `count` photographs evenly. */
export function surveyPages(count: number): readonly SurveyPage[] {
  const pages = Math.max(1, Math.ceil(count / maxPerPage));
  return Array.from({ length: pages }, (_, page) => ({
    from: Math.floor((page * count) / pages),
    to: Math.floor(((page + 1) * count) / pages),
  }));
}

/**
 * Returns the index that a key moves to, or null for other keys. Arrows continue on the next page, and Page Down and Page Up
 * move to the first picture of a page.
 * @param cells of the current page
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
      // Continue on the neighboring page.
      if (next + from !== currentIndex) return next + from;
      if (key === 'ArrowDown') return page + 1 < pages.length ? to : currentIndex;
      return page > 0 ? from - 1 : currentIndex;
    }
  }
}

/** Returns the page of a picture. */
export const pageOf = (index: number, pages: readonly SurveyPage[]): number =>
  Math.max(
    0,
    pages.findIndex(({ to }) => index < to),
  );
