import { describe, expect, it } from 'vitest';
import '../../../renderer/locales/setup.ts';
import { baseName, folderName, formatBytes, formatDuration, percent } from '../../../renderer/locales/format.ts';

describe('formatDuration', () => {
  it.each([
    [-5, '0 s'],
    [400, '0 s'],
    [8_000, '8 s'],
    [89_400, '89 s'],
    [90_000, '2 min'],
    [600_000, '10 min'],
    [3_600_000, '1 h'],
    [3_900_000, '1 h 5 min'],
    [172_800_000, '2 d'],
  ])('%i ms is "%s"', (ms, words) => {
    expect(formatDuration(ms)).toBe(words);
  });
});

describe('formatBytes', () => {
  it.each([
    [812, '812 bytes'],
    [24_576, '24 KB'],
    [2_516_582, '2.4 MB'],
    [3_221_225_472, '3 GB'],
  ])('%i is "%s"', (size, words) => {
    expect(formatBytes(size)).toBe(words);
  });
});

it('rounds shares to whole percents', () => {
  expect([percent(0), percent(0.615), percent(1)]).toEqual(['0%', '62%', '100%']);
});

describe('paths', () => {
  it.each([
    ['/home/anna/a.jpg', 'a.jpg', '/home/anna'],
    ['C:\\Photos\\a.jpg', 'a.jpg', 'C:\\Photos'],
    ['/a.jpg', 'a.jpg', '/'],
    ['/home/anna/', 'anna', '/home/anna'],
    ['a.jpg', 'a.jpg', ''],
  ])('%s', (path, name, folder) => {
    expect([baseName(path), folderName(path)]).toEqual([name, folder]);
  });
});
