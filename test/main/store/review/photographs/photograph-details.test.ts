import { expect } from 'vitest';
import { everyPhotograph, jobQuerySchema } from '../../../../../contract/review/list-queries.ts';
import { detailsChangeSchema, emptyPhotoInfo } from '../../../../../contract/review/photo-info.ts';
import { openReviewQueries } from '../../../../../main/store/review/queries.ts';
import { runSql } from '../../../../helpers/store/own-folder.ts';
import { reportedPhotographs } from '../../../../helpers/store/shown-photographs.ts';
import { type StoreStage, test } from '../../../../helpers/store/store-stage.ts';

const change = (of: object) => detailsChangeSchema.parse(of);

/** Finishes photographs with these names. Returns their ids. */
const photographs = (stage: StoreStage, ...names: string[]) =>
  stage.add(...names).map((id) => {
    stage.finish(id);
    return stage.job(id).photographId!;
  });

test('sets named fields, adds keywords once, and removes others', ({ stage }) => {
  const [one, two] = photographs(stage, 'a.jpg', 'b.jpg');
  const { photographDetails: details } = stage.store;
  details.set([one!], change({ headline: ' Two\tpiers ', creator: 'Ana', add: ['Beach', 'sea'] }));
  details.set([one!, two!], change({ copyright: '© Ana', add: ['BEACH', 'Été'], remove: ['Sea'] }));
  const texts = { headline: 'Two piers', creator: 'Ana', copyright: '© Ana' };
  expect(details.get(one!)).toEqual({ ...emptyPhotoInfo, ...texts, keywords: ['Beach', 'Été'] });
  expect(details.get(two!)).toEqual({ ...emptyPhotoInfo, copyright: '© Ana', keywords: ['BEACH', 'Été'] });
  expect(details.set([one!], change({ headline: 'Two piers', add: ['été'] }))).toEqual([]);
});

test('is undone unless something newer was set, and redone', ({ stage }) => {
  const [one] = photographs(stage, 'a.jpg');
  const { photographDetails: details } = stage.store;
  const steps = details.set([one!], change({ headline: 'First', creator: 'Ana', add: ['x'] }));
  details.set([one!], change({ headline: 'Second' }));
  const again = details.restore(steps);
  expect(details.get(one!)).toEqual({ ...emptyPhotoInfo, headline: 'Second' });
  details.restore(again);
  expect(details.get(one!)).toEqual({ ...emptyPhotoInfo, headline: 'Second', creator: 'Ana', keywords: ['x'] });
});

test('remembers earlier photo info for files that still carry it', ({ stage }) => {
  const [one, two] = photographs(stage, 'a.jpg', 'b.jpg');
  const { photographDetails: details } = stage.store;
  const steps = details.set([one!], change({ headline: 'First', add: ['beech', 'sea'] }));
  details.set([one!], change({ headline: '', remove: ['beech'], add: ['beach'] }));
  expect(details.infoToWrite(one!)).toEqual({
    now: { ...emptyPhotoInfo, keywords: ['sea', 'beach'] },
    before: { headline: ['First'], keywords: ['beech'] },
  });
  details.set([two!], change({ creator: 'Ana' }));
  const [step] = details.set([two!], change({ creator: 'Bo' }));
  details.restore([step!]);
  expect(details.infoToWrite(two!)).toMatchObject({ now: { creator: 'Ana' }, before: { creator: ['Ana', 'Bo'] } });
  expect(details.restore(steps)).toEqual([]);
  expect(details.infoToWrite(null)).toBeNull();
});

test('reports which photographs differ', async ({ stage }) => {
  const [one] = photographs(stage, 'a.jpg');
  const { photographDetails: details } = stage.store;
  const reported = await reportedPhotographs(stage.store, () => details.set([one!], change({ add: ['x'] })));
  expect(reported).toEqual([[one]]);
});

test('reports common photo info, and finds photographs by it', ({ stage }) => {
  const ids = photographs(stage, 'a.jpg', 'b.jpg', 'c.jpg');
  const [one, two, three] = ids;
  const { photographDetails: details } = stage.store;
  details.set([one!, two!], change({ creator: 'Zoë Müller', headline: 'Harbour', add: ['Golden hour', 'sea'] }));
  details.set([three!], change({ creator: 'Zoë Müller', add: ['sea'] }));
  const queries = openReviewQueries(stage.store.file);
  expect(queries['details.common']({ ids })).toEqual({
    count: 3,
    texts: { headline: null, description: '', creator: 'Zoë Müller', copyright: '' },
    keywords: [
      { text: 'sea', count: 3 },
      { text: 'Golden hour', count: 2 },
    ],
  });
  const found = (text: string) =>
    queries['photographs.chosen']({ query: { ...everyPhotograph, text }, except: [] }).sort((a, b) => a - b);
  expect(found('keyword:golden')).toEqual([one, two]);
  expect(found('keyword:harbour')).toEqual([]);
  expect(found('harbour hour')).toEqual([one, two]);
  expect(found('muller')).toEqual(ids);
  expect(found("keyword:'%")).toEqual([]);
  const query = jobQuerySchema.parse({ text: 'keyword:golden' });
  expect(queries['jobs.chosen']({ choice: { query, except: [] }, states: null })).toHaveLength(2);
  queries.close();
});

test.for([
  { name: 'too many keywords', of: { add: Array.from({ length: 101 }, (_, index) => `${index}`) } },
  { name: 'a keyword that is too long', of: { add: ['x'.repeat(65)] } },
  { name: 'an empty keyword', of: { add: [' \u0000 '] } },
  { name: 'a text that is too long', of: { headline: 'x'.repeat(501) } },
  { name: 'an unknown field', of: { keywords: [] } },
])('rejects $name', ({ of }) => {
  expect(detailsChangeSchema.safeParse(of).success).toBe(false);
});

test('removes control characters', () => {
  expect(detailsChangeSchema.parse({ add: ['a\nb'], description: 'one\r\n\ttwo ' })).toEqual({
    ...{ add: ['a b'], remove: [], description: 'one\ntwo' },
  });
});

test('a damaged preset is left out, and the others stay', ({ stage }) => {
  const { detailsPresets } = stage.store;
  const studio = { id: 'a', name: 'Studio', details: { ...emptyPhotoInfo, creator: 'Ana', keywords: ['studio'] } };
  detailsPresets.save(studio);
  detailsPresets.save({ ...studio, id: 'b', name: 'Other' });
  runSql(stage.folder, `UPDATE details_presets SET preset = '{"id":"b"}' WHERE id = 'b'`);
  expect(detailsPresets.list()).toEqual([studio]);
  detailsPresets.save({ ...studio, name: 'Renamed' });
  expect(detailsPresets.list()).toMatchObject([{ name: 'Renamed' }]);
  detailsPresets.remove('a');
  expect(detailsPresets.list()).toEqual([]);
});
