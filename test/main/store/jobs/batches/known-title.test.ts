import { describe, expect, it } from 'vitest';
import { type Message, msg } from '../../../../../contract/messages/message.ts';
import { commonTitle, knownTitle } from '../../../../../main/store/index.ts';
import { paperJob, recipeOf } from '../../../../helpers/queue/queue-stage.ts';
import { messageText } from '../../../../helpers/run/message-matchers.ts';
import { test } from '../../../../helpers/store/store-stage.ts';

const wedding = 'Wedding, 12 May';
const files = (count: number, folder = wedding) => msg('intake.batch.itemsFrom', { count, folder });
const from = (...titles: readonly Message[]) =>
  titles.map((title, index) => ({ title, count: 1, path: `/photos/DSC_041${index}.jpg` }));

describe('photographs that are processed again', () => {
  it.each<[readonly Message[], string]>([
    [[wedding], 'DSC_0410 (again)'],
    [[msg('intake.batch.andMore', { name: wedding, count: 1 })], 'DSC_0410 (again)'],
    [[wedding, wedding, wedding], '3 from Wedding, 12 May (again)'],
    [[files(40), files(3)], '2 from Wedding, 12 May (again)'],
    [[wedding, 'Others'], '2 photographs (again)'],
    [[msg('intake.batch.items', { count: 2 }), msg('intake.batch.items', { count: 2 })], '2 photographs (again)'],
    [
      [msg('intake.batch.watched', { folder: 'Inbox' }), msg('intake.batch.watched', { folder: 'Inbox' })],
      '2 from Inbox (again)',
    ],
  ])('of %j are called %j', (titles, name) => {
    expect(messageText(knownTitle(from(...titles), true))).toBe(name);
  });

  it('again get no longer name', () => {
    const again = knownTitle(from(wedding, files(7), wedding), true);
    const later = knownTitle(from(again, again), true);
    expect(messageText(later)).toBe('2 from Wedding, 12 May (again)');
    // Stored by an earlier version.
    const earlier = msg('store.batch.again', { title: msg('store.batch.again', { title: wedding }) });
    expect(messageText(knownTitle(from(earlier, wedding), true))).toBe('2 from Wedding, 12 May (again)');
  });

  it('are named on any system', () => {
    const path = 'D:\\Photos\\Wedding\\DSC_0412.NEF';
    expect(messageText(knownTitle([{ title: wedding, count: 1, path }], true))).toBe('DSC_0412 (again)');
  });

  test('name their batch after all jobs, not one slice of them', ({ stage }) => {
    const { store } = stage;
    const recipe = recipeOf('smart-beauty');
    const add = (title: string, ...names: string[]) =>
      store.jobs.add(
        { title, origin: 'drop', folderId: null },
        names.map((name) => paperJob(name, recipe)),
      ).jobIds;
    const [first = 0, ...others] = add(wedding, 'a', 'b', 'c');
    const title = store.jobs.titleAgain([first, ...others]);
    expect(messageText(title)).toBe('3 from Wedding, 12 May (again)');
    const { batchId } = store.jobs.addAgain([first], null, title);
    expect(store.batches.get(batchId!)?.title).toEqual(title);
    expect(messageText(store.jobs.titleAgain([first]))).toBe('a (again)');
    expect(messageText(store.jobs.titleAgain([first, ...add('Others', 'd')]))).toBe('2 photographs (again)');
  });
});

describe('photographs that were not processed yet', () => {
  it.each<[readonly Message[], string]>([
    [[wedding], 'DSC_0410 · Wedding, 12 May'],
    [[msg('intake.batch.items', { count: 9 })], 'DSC_0410 · photos'],
    [[wedding, files(3)], '2 from Wedding, 12 May'],
    [[wedding, 'Others'], '2 photographs'],
  ])('of %j are called %j', (titles, name) => {
    expect(messageText(knownTitle(from(...titles), false))).toBe(name);
  });

  it('and gain others later are named after what they have in common', () => {
    expect(commonTitle(from(wedding, files(3)))).toBe(wedding);
    expect(commonTitle(from(wedding, 'Others'))).toBe(null);
    expect(commonTitle([])).toBe(null);
  });
});
