import { describe, expect, it } from 'vitest';
import { commandAt, conflictsOf, isFixed, keysOf, shortcutIds } from '../../../contract/app/shortcuts.ts';

describe('the shortcuts', () => {
  it('have no conflicts by default', () => {
    const clashing = shortcutIds.filter((id) => conflictsOf(id, {}).length > 0);
    expect(clashing).toEqual([]);
  });

  it('conflict only if both apply in one context', () => {
    expect(conflictsOf('review.pick', { 'review.pick': ['X'] })).toEqual(['review.reject']);
    expect(conflictsOf('review.reject', { 'review.pick': ['X'] })).toEqual(['review.pick']);
    // The brush uses X itself, because nothing is decided while painting.
    expect(conflictsOf('touch.swap', { 'review.pick': ['X'] })).toEqual([]);
    expect(conflictsOf('review.pick', { 'review.pick': ['Mod+O'] })).toEqual(['app.open']);
    expect(conflictsOf('review.pick', { 'review.pick': ['ArrowLeft'] })).toContain('loupe.previous');
    expect(conflictsOf('app.samples', {})).toEqual([]);
  });

  it('change as the user sets them, except the fixed ones', () => {
    const changed = { 'review.pick': ['G'], 'loupe.back': ['G'], 'of.another.version': ['H'] };
    expect(keysOf('review.pick', changed)).toEqual(['G']);
    expect(isFixed('loupe.back')).toBe(true);
    expect(keysOf('loupe.back', changed)).toEqual(['Escape']);
    expect(commandAt('grid', ['G'], changed)).toBe('review.pick');
    expect(commandAt('grid', ['P'], changed)).toBeNull();
    expect(commandAt('grid', ['H'], changed)).toBeNull();
  });
});

describe('commandAt', () => {
  it('finds the command of the key context, the best name first', () => {
    expect(commandAt('loupe', ['X'], {})).toBe('review.reject');
    expect(commandAt('touch', ['X'], {})).toBe('touch.swap');
    expect(commandAt('touch', ['P'], {})).toBeNull();
    expect(commandAt('loupe', ['Shift+D', 'D'], {})).toBe('loupe.previousFace');
    expect(commandAt('loupe', ['Shift+C', 'C'], {})).toBe('review.compare');
    expect(commandAt('queue', ['C'], {})).toBeNull();
    expect(commandAt('queue', ['ArrowUp'], {})).toBeNull();
  });

  it('prefers the command to which the user assigned the key', () => {
    expect(commandAt('loupe', ['P'], { 'loupe.touch': ['P'] })).toBe('loupe.touch');
  });
});
