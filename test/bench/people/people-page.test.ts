import { describe, expect, it } from 'vitest';
import { peoplePage, spread } from './people-page.ts';

describe('spread', () => {
  it('picks at equal distances, and at most the whole list', () => {
    expect(spread([1, 2, 3], 5)).toEqual([1, 2, 3]);
    expect(spread([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], 4)).toEqual([0, 2, 5, 7]);
  });
});

describe('peoplePage', () => {
  it('links small pictures to large ones, and shows errors', () => {
    const images = [{ label: 'lips', file: 'm7-lips' }];
    const page = peoplePage([{ name: 'm7', images, problems: ['skin: <no face>'] }], 'today', 'pictures');
    expect(page).toContain(
      '<a href="pictures/m7-lips.webp"><img loading="lazy" alt="m7, lips" src="pictures/m7-lips-small.webp">',
    );
    expect(page).toContain('skin: &lt;no face&gt;');
  });
});
