import i18next from 'i18next';
import { expect, it } from 'vitest';
import '../../../../../renderer/locales/setup.ts';
import { msg } from '../../../../../contract/messages/message.ts';
import { dayTime } from '../../../../../renderer/locales/format.ts';
import { ambiguousBatches, batchNote, batchTooltip } from '../../../../../renderer/screens/review/sidebar/batchNote.ts';

const { t } = i18next;
const noon = new Date(2025, 4, 12, 12, 5).getTime();
const inbox = msg('intake.batch.watched', { folder: 'Inbox' });
const batch = (id: number, title: Parameters<typeof ambiguousBatches>[0][number]['title'], createdAt: number) => ({
  ...{ id, title, createdAt, count: 1200, recipeName: 'Skin, soft', proofs: false, isOpen: false, addedBy: null },
});

it('starts with the part that distinguishes batches', () => {
  const one = batch(1, 'Wedding', noon);
  expect(batchNote(one, false, t)).toBe('May 12 · 1,200 · Skin, soft');
  expect(batchNote(one, true, t)).toMatch(/^May 12, 12:05\sPM · 1,200 · Skin, soft$/);
  expect(batchNote({ ...one, createdAt: Date.now() }, false, t)).toMatch(/^\d+:\d\d\s[AP]M · 1,200 · Skin, soft$/);
  expect(batchNote({ ...one, proofs: true, isOpen: true }, false, t)).toBe('May 12 · 1,200 · To look through');
  expect(batchTooltip(one, 'Wedding', t)).toBe(`Wedding · ${dayTime(noon)} · Skin, soft`);
});

it('shows the time of batches with the same name and day', () => {
  const hour = 60 * 60 * 1000;
  const list = [
    batch(1, inbox, noon),
    batch(2, 'Wedding', noon),
    batch(3, inbox, noon + hour),
    batch(4, inbox, noon + 48 * hour),
  ];
  expect([...ambiguousBatches(list)]).toEqual([1, 3]);
});
