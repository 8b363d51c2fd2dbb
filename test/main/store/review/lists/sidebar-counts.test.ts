import { describe, expect, it } from 'vitest';
import { spansSince } from '../../../../../main/store/review/lists/sidebar-counts.ts';

describe('spansSince', () => {
  it.each([
    ['the middle of a month', new Date(2026, 10, 22, 15), new Date(2026, 8, 3)],
    ['the first days of a year', new Date(2026, 0, 3, 1), new Date(2024, 10, 30)],
    ['the first day', new Date(2026, 2, 1), new Date(2026, 2, 1)],
    ['a day with a change of the clock', new Date(2026, 2, 29, 12), new Date(2026, 1, 1)],
  ])('%s: starts with today, leaves no gap, and reaches back to the oldest', (_, now, first) => {
    const spans = spansSince(first.getTime(), now.getTime());
    const today = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime();
    expect(spans[0]?.from).toBe(today);
    for (const [index, span] of spans.entries()) {
      expect(span.to).toBeGreaterThan(span.from);
      if (index > 0) expect(span.to).toBe(spans[index - 1]?.from);
    }
    expect(spans.at(-1)!.from).toBeLessThanOrEqual(first.getTime());
    for (const { from } of spans.slice(2)) expect(new Date(from).getDate()).toBe(1);
  });
});
