import { describe, expect, test } from 'vitest';
import { quoteServiceText, sanitizeServiceText } from '../../../../main/service/errors/service-text.ts';

describe("a service's text", () => {
  test.each([
    ['key sk_live_0123456789abcdef0123 refused', 'key … refused'],
    ['see https://results.example/a?sig=1 now', 'see … now'],
    ['line one\nline two\u0000\u001b[31m', 'line one line two [31m'],
    ['', ''],
  ])('%j is quoted as %j', (words, expected) => {
    expect(sanitizeServiceText(words)).toBe(expected);
  });

  test('a long text is truncated', () => {
    expect(sanitizeServiceText('word '.repeat(10_000)).length).toBeLessThanOrEqual(160);
  });

  test('is not quoted if nothing printable is left', () => {
    expect(quoteServiceText('\u0000 \n')).toBeNull();
    expect(quoteServiceText('Try later.')).not.toBeNull();
  });
});
