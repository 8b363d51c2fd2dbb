import { expect, it } from 'vitest';
import { type CommonPhotoInfo, emptyPhotoInfo } from '../../../../../contract/review/photo-info.ts';
import {
  changeOf,
  detailsOf,
  draftOf,
  normalizeKeywords,
  partialKeywords,
  shownText,
  withPreset,
} from '../../../../../renderer/screens/review/info/infoDraft.ts';

const common: CommonPhotoInfo = {
  count: 3,
  texts: { headline: null, description: '', creator: 'Ana', copyright: '© Ana' },
  keywords: [
    { text: 'sea', count: 3 },
    { text: 'Beach', count: 2 },
    { text: 'pier', count: 1 },
  ],
};
const draft = draftOf(common);

it('shows common values, and changes nothing without an edit', () => {
  expect([shownText(draft, common, 'headline'), shownText(draft, common, 'creator')]).toEqual([null, 'Ana']);
  expect(draft.keywords).toEqual(['sea']);
  expect(partialKeywords(draft, common).map(({ text }) => text)).toEqual(['Beach', 'pier']);
  expect(changeOf(draft, common)).toEqual({ add: [], remove: [] });
});

it('changes typed texts, clears emptied ones, and adds and removes keywords', () => {
  const changed = { texts: { headline: 'Both', creator: '' }, keywords: ['beach', 'new'], removed: ['pier'] };
  expect(changeOf(changed, common)).toEqual({
    ...{ headline: 'Both', creator: '' },
    ...{ add: ['beach', 'new'], remove: ['sea', 'pier'] },
  });
  // A keyword added to all is no longer listed as partial, in any spelling.
  expect(partialKeywords(changed, common)).toEqual([]);
});

it('is filled in by a preset, which keeps fields that it does not contain', () => {
  const preset = { ...emptyPhotoInfo, copyright: '© Studio', keywords: ['Sea', 'studio', 'pier'] };
  const filled = withPreset({ ...draft, texts: { headline: 'Typed' }, removed: ['pier'] }, preset);
  expect(filled).toEqual({
    texts: { headline: 'Typed', copyright: '© Studio' },
    ...{ keywords: ['sea', 'studio', 'pier'], removed: [] },
  });
  expect(detailsOf(filled, common)).toEqual({
    ...{ headline: 'Typed', description: '', creator: 'Ana', copyright: '© Studio' },
    keywords: ['sea', 'studio', 'pier'],
  });
});

it('keeps each keyword once, even if several are typed together, and cuts it to the maximum length', () => {
  expect(normalizeKeywords([' a ', 'A; b,c', '', 'x'.repeat(70)])).toEqual(['a', 'b', 'c', 'x'.repeat(64)]);
});
