import { describe, expect, it } from 'vitest';
import { nextSurveyIndex, pageOf, surveyPages } from '../../../../../renderer/screens/review/survey/surveyPages.ts';

const sizes = (count: number) => surveyPages(count).map(({ from, to }) => to - from);

describe('pages of a survey', () => {
  it.each([
    [1, [1]],
    [24, [24]],
    [25, [12, 13]],
    [49, [16, 16, 17]],
  ])('%i photographs, none omitted', (count, pages) => {
    expect(sizes(count)).toEqual(pages);
  });

  it('hold thousands', () => {
    expect(sizes(10_001).reduce((sum, size) => sum + size)).toBe(10_001);
    expect(Math.max(...sizes(10_001))).toBeLessThanOrEqual(24);
  });
});

describe('keys', () => {
  const pages = surveyPages(25);
  /** Three cells in a row. */
  const cells = Array.from({ length: 13 }, (_, at) => ({
    x: (at % 3) * 100,
    y: Math.floor(at / 3) * 100,
    width: 90,
    height: 90,
  }));

  it.each([
    ['ArrowRight', 11, 12],
    ['ArrowLeft', 12, 11],
    ['ArrowLeft', 0, 0],
    ['ArrowRight', 24, 24],
    ['Home', 20, 0],
    ['End', 0, 24],
    ['PageDown', 3, 12],
    ['PageDown', 20, 24],
    ['PageUp', 20, 0],
    ['ArrowDown', 1, 4],
    ['ArrowDown', 24, 24],
    ['ArrowUp', 13, 11],
    ['ArrowUp', 1, 1],
    ['p', 3, null],
  ] as const)('%s leads from %i to %s', (key, at, to) => {
    const { from, to: end } = pages[pageOf(at, pages)]!;
    expect(nextSurveyIndex(key, at, pages, cells.slice(0, end - from))).toBe(to);
  });

  it('the down arrow leads from the last row of a page to the next page', () => {
    expect(nextSurveyIndex('ArrowDown', 10, pages, cells.slice(0, 12))).toBe(12);
  });
});
