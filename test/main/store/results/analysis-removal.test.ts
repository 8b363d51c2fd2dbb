import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { archivedFileMessages, forgottenMessages } from '../../../../main/cli/commands/forget.ts';
import { messageText, terminalTexts } from '../../../helpers/run/message-matchers.ts';
import { analysisOf } from '../../../helpers/store/new-results.ts';
import { addJobs } from '../../../helpers/store/same-content.ts';
import { preparedRun } from '../../../helpers/store/sent-jobs.ts';
import { type StoreStage, test } from '../../../helpers/store/store-stage.ts';

/** Large enough to fill whole pages, as real landmarks do. */
const found = (mark: string) => ({ face_list: Array.from({ length: 400 }, (_, n) => ({ name: mark, landmark: n })) });
const dayMs = 24 * 60 * 60 * 1000;

/** Adds an analyzed job; its response is kept unchanged while it is placed. */
const analysed = (stage: StoreStage, name: string, mark: string): number => {
  const { stepRuns, results } = stage.store;
  const [id] = stage.add(name);
  stage.bring(id, 'done');
  stepRuns.prepared(id, 0, preparedRun);
  stepRuns.answered(id, 0, { files: [], analysis: found(mark) });
  results.add(analysisOf(stage.job(id), { operation: 'face-key-points', raw: found(mark), body: found(mark) }));
  return id;
};
const never = new AbortController().signal;
const batchOf = (stage: StoreStage, id: number) => ({ batchId: stage.job(id).batchId });
/** Returns the names of files in the data folder that contain `text`. */
const holding = ({ folder }: StoreStage, text: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && readFileSync(join(entry.parentPath, entry.name)).includes(text))
    .map(({ name }) => name);

describe('forgetting a batch', () => {
  test('deletes its data from every file, and nothing else', async ({ stage }) => {
    const { store } = stage;
    const id = analysed(stage, 'a', 'Anna Miller');
    const otherId = analysed(stage, 'b', 'Bernd');
    await store.copyIfDue(never);
    const thumbnails = join(stage.folder, 'thumbnails');
    for (const name of ['a0', 'developed']) mkdirSync(join(thumbnails, name), { recursive: true });
    const hash = '0'.repeat(64);
    for (const name of [`a0/${hash}.webp`, `developed/${hash}-heic-1.copy`, `developed/${hash}-heic-1.json`])
      writeFileSync(join(thumbnails, name), 'a face');
    writeFileSync(join(thumbnails, 'mine.txt'), 'not a picture of ours');
    expect(holding(stage, 'Anna Miller').length).toBeGreaterThan(1);

    const scope = batchOf(stage, id);
    expect(store.analysisRemoval.find(scope)).toEqual({ analyses: 1, left: 0 });
    expect(store.analysisRemoval.batches()).toMatchObject([{ title: 'b' }, { title: 'a', analyses: 1 }]);
    stage.clock.advance(1000);
    expect(await store.analysisRemoval.forget(scope)).toBe(1);

    expect(holding(stage, 'Anna Miller')).toEqual([]);
    expect(holding(stage, 'Bernd').some((name) => name.includes('-copy-'))).toBe(true);
    expect(readdirSync(thumbnails, { recursive: true })).toEqual(['a0', 'developed', 'mine.txt']);
    const [result] = await store.results.ofJob(id);
    expect(result).toMatchObject({ kind: 'analysis', present: false });
    expect([store.results.analysis(result!.id), store.results.raw(result!.id)]).toEqual([null, null]);
    expect(store.results.outcomeOf(id)).toEqual({ paths: [], analysis: undefined });
    expect(store.stepRuns.get(id, 0)?.answer).toBe(null);
    expect(store.views.byId([id])[0]).toMatchObject({ state: 'done', resultCount: 1 });
    expect(store.results.outcomeOf(otherId).analysis).toEqual(found('Bernd'));
    expect(store.analysisRemoval.find(scope)).toEqual({ analyses: 0, left: 0 });
    expect(await store.analysisRemoval.forget(scope)).toBe(0);
  });

  test.for([
    { next: 'the same is forgotten again', method: 'forget' },
    { next: 'the next start looks for what is old', method: 'forgetOld' },
  ] as const)('is finished when it ended after its first step and $next', async ({ method }, { stage }) => {
    const { store } = stage;
    const id = analysed(stage, 'a', 'Anna Miller');
    await store.copyIfDue(never);
    stage.clock.advance(1000);
    const scope = batchOf(stage, id);
    // As after a kill, no new copies replace the existing ones.
    await store.endBeside();
    await expect(store.analysisRemoval.forget(scope)).rejects.toThrow();
    expect(holding(stage, 'Anna Miller').some((name) => name.includes('-copy-'))).toBe(true);

    const { analysisRemoval } = stage.second();
    await analysisRemoval[method](scope);
    expect(holding(stage, 'Anna Miller')).toEqual([]);
    expect(await analysisRemoval.forget(scope)).toBe(0);
  });

  test('deletes the previews of its photographs, and of no others', async ({ stage }) => {
    const { keptPreviews: kept, analysisRemoval } = stage.store;
    const [id, other] = [analysed(stage, 'a', 'Anna'), analysed(stage, 'b', 'Bernd')];
    const files = [id, other].map((each, index) => {
      const photographId = stage.job(each).photographId!;
      const name = String(index).repeat(32);
      const made = { subject: 'photograph', id: photographId, name, bytes: 1, width: 1, height: 1 } as const;
      kept.keep(made, { photographId, at: 0 });
      for (const file of [kept.fileOf(made), kept.waitingFile(photographId)]) {
        mkdirSync(join(file, '..'), { recursive: true });
        writeFileSync(file, 'a face');
      }
      return [kept.fileOf(made), kept.waitingFile(photographId)];
    });
    await analysisRemoval.forget(batchOf(stage, id));
    expect(files.map((each) => each.map(existsSync))).toEqual([
      [false, false],
      [true, true],
    ]);
    expect(kept.space()).toEqual({ pictures: 1, bytes: 1 });
    expect(kept.due(false, 10)).toEqual([]);
  });

  test('deletes the face counts of background measurements, and uses no other data of faces', async ({ stage }) => {
    const { measures, analysisRemoval } = stage.store;
    const ids = [analysed(stage, 'a', 'Anna'), stage.add('b')[0]!, stage.add('c')[0]!];
    const photographs = ids.map((id) => stage.job(id).photographId!);
    const judgement = { sharpness: 2, clippedLow: 0, clippedHigh: 0, light: 0.5, faces: 3, eyesOpen: 2.5, eyesShut: 0 };
    for (const id of photographs) {
      measures.put(id, 1, { takenAt: 0, camera: null, hash: '0'.repeat(16), tint: '80'.repeat(32) });
      measures.putRating(id, judgement);
      stage.clock.advance(dayMs);
    }
    const seen = () =>
      measures.ratings(photographs).map(({ faces, eyesOpen, eyesShut }) => [faces, eyesOpen, eyesShut]);
    await analysisRemoval.forget(batchOf(stage, ids[1]!));
    expect(seen()).toEqual([
      [3, 2.5, 0],
      [null, null, null],
      [3, 2.5, 0],
    ]);
    await analysisRemoval.forget({ before: stage.clock.now() - 2 * dayMs });
    expect(seen()).toEqual([
      [null, null, null],
      [null, null, null],
      [3, 2.5, 0],
    ]);
    expect(measures.ratings(photographs).map(({ sharpness }) => sharpness)).toEqual([2, 2, 2]);
  });

  test('skips a photograph with unfinished work, or whose data another one waits for', async ({ stage }) => {
    const { store } = stage;
    const id = analysed(stage, 'a', 'Anna');
    const scope = batchOf(stage, id);
    const ids = addJobs(stage, [{ ...stage.job(id), sourcePath: '/elsewhere/b.jpg' }]);
    expect(stage.job(ids[0])).toMatchObject({ follows: id, state: 'placing' });
    expect(store.analysisRemoval.find(scope)).toEqual({ analyses: 0, left: 1 });
    expect(await store.analysisRemoval.forget(scope)).toBe(0);

    store.actions.cancel(ids);
    expect(await store.analysisRemoval.forget(scope)).toBe(1);
    // Later jobs with the same content find nothing to share.
    expect(store.results.ofGroup(id)).toEqual([]);
  });

  test('keeps paid results not yet saved, which a retry downloads', async ({ stage }) => {
    const { store } = stage;
    const [id] = stage.add('a');
    stage.bring(id, 'fetching');
    store.stepRuns.prepared(id, 0, preparedRun);
    store.stepRuns.answered(id, 0, { files: [], analysis: found('Anna') });
    store.actions.cancel([id]);
    const scope = batchOf(stage, id);
    expect(store.analysisRemoval.find(scope)).toEqual({ analyses: 0, left: 1 });
    await store.analysisRemoval.forget(scope);
    expect(store.stepRuns.get(id, 0)?.answer).not.toBe(null);
  });
});

describe('forgetting by age', () => {
  test('removes older data, automatically if the settings say so', async ({ stage }) => {
    const { store, clock } = stage;
    const first = analysed(stage, 'a', 'Anna');
    clock.advance(10 * dayMs);
    const second = analysed(stage, 'b', 'Bernd');
    await store.analysisRemoval.forgetOld();
    expect(store.results.outcomeOf(first).analysis).toBeDefined();
    store.settings.save({ forgetAfterDays: 7 });
    await store.analysisRemoval.forgetOld();
    expect(store.results.outcomeOf(first).analysis).toBeUndefined();
    expect(store.results.outcomeOf(second).analysis).toBeDefined();
    expect(await store.analysisRemoval.forget({ before: clock.now() + 1 })).toBe(1);
  });
});

describe('the report', () => {
  test.for([
    [{ analyses: 0, left: 0 }, ['There are no analyses to forget.']],
    [{ analyses: 1, left: 0 }, ['1 analysis was forgotten. The photographs and result images are kept.']],
    [
      { analyses: 12, left: 2 },
      [
        '12 analyses were forgotten. The photographs and result images are kept.',
        '2 analyses were kept because their photographs are not finished.',
      ],
    ],
    [
      { analyses: 0, left: 1 },
      ['Nothing was forgotten.', '1 analysis was kept because its photograph is not finished.'],
    ],
  ] as const)('%j', ([counts, lines]) => expect(terminalTexts(forgottenMessages(counts))).toEqual(lines));
});

test('names databases that were set aside, because only the user deletes them', async ({ stage }) => {
  const { store } = stage;
  expect(archivedFileMessages(await store.analysisRemoval.putAside())).toEqual([]);
  const name = 'burnish.db-damaged-2026-01-30T09-00-00-000Z';
  for (const each of [name, `${name}.txt`, `${name}-wal`, `${name}-2`]) writeFileSync(join(store.folder, each), '');
  const paths = [name, `${name}-2`].map((each) => join(store.folder, each));
  const found = (await store.analysisRemoval.putAside()).sort();
  expect(found).toEqual(paths);
  expect(messageText(archivedFileMessages(found)[0])).toContain(paths.join(', '));
});
