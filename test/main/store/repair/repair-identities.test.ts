import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openStore } from '../../../../main/store/index.ts';
import type { MergedTable } from '../../../../main/store/repair/merge-rows.ts';
import { repairIdentities } from '../../../../main/store/repair/repair-identities.ts';
import type { Row } from '../../../../main/store/repair/table-shapes.ts';
import { paperJob, recipeOf } from '../../../helpers/queue/queue-stage.ts';
import { ownFolder } from '../../../helpers/store/own-folder.ts';
import { drop } from '../../../helpers/store/same-content.ts';

describe('a job whose row and indexes disagree', () => {
  const hash = 'a'.repeat(64);
  const otherHash = `${'a'.repeat(63)}b`;
  const broken = `${'a'.repeat(63)}j`;
  const row = (more: Row = {}): Row => ({
    ...{ id: 1, content_hash: hash, recipe_hash: 'r', source_path: '/p.jpg' },
    ...{ target_hash: 't', profile_id: 's', turn: 0 },
    ...more,
  });
  const inIndex = (more: Row = {}) => {
    const { content_hash, recipe_hash, source_path, target_hash, profile_id, turn, id } = row(more);
    return [content_hash, recipe_hash, source_path, target_hash, profile_id, turn, id].map((value) => value ?? null);
  };
  const settled = (is: Row, once: Row | null, more: { leading?: Row; backup?: Row; originals?: string[] } = {}) => {
    const jobs: MergedTable = new Map([['[1]', { row: row(is), origin: 'tree' }]]);
    const { content_hash, recipe_hash, profile_id } = row(more.leading);
    const leading = [content_hash, recipe_hash, profile_id, 1].map((value) => value ?? null);
    const doubtful = repairIdentities(jobs, {
      indexedJobs: new Map(once ? [[1, inIndex(once)]] : []),
      leadingJobs: new Map(more.leading ? [[1, leading]] : []),
      backup: new Map(more.backup ? [['[1]', row(more.backup)]] : []),
      originals: new Set(more.originals ?? []),
    });
    return { row: jobs.get('[1]')?.row, isDoubtful: doubtful.has(1) };
  };
  const asItWas = { row: row(), isDoubtful: false };

  it.each([
    ['stays as it is where they agree', settled({}, {})],
    ['stays as it is where there is no index', settled({}, null)],
    ['has the hash of the index where its own is none', settled({ content_hash: broken }, {})],
    ['keeps its hash where that of the index is none', settled({}, { content_hash: broken })],
    ['has the hash two indexes agree on', settled({ content_hash: otherHash }, {}, { leading: {} })],
    ['keeps its hash where one index agrees with it', settled({}, { content_hash: otherHash }, { leading: {} })],
    ['has the hash of index and copy', settled({ content_hash: otherHash }, {}, { backup: {} })],
    ['has the path of a known original', settled({ source_path: '/q.jpg' }, {}, { originals: ['/p.jpg'] })],
  ])('%s', (_, found) => {
    expect(found).toEqual(asItWas);
  });

  it.each([
    ['one index says another hash', { content_hash: otherHash }, {}],
    ['no index knows better than a hash that is none', { content_hash: broken }, null],
    ['both hashes are none', { content_hash: broken }, { content_hash: broken }],
    ['one index says another path', { source_path: '/q.jpg' }, {}],
  ])('is doubtful, and stays unchanged, if %s', (_, is, once) => {
    expect(settled(is, once)).toEqual({ row: row(is), isDoubtful: true });
  });
});

describe('a database with one wrong character in the hash of a photograph', () => {
  const folder = ownFolder();

  it.each(['j', 'f'])('recognizes the photograph (%s)', (wrong) => {
    const job = paperJob('e', recipeOf('portrait-background-removal'));
    const before = openStore({ folder: folder() });
    const { jobIds } = before.jobs.add(drop, [job]);
    before.close();
    const bytes = readFileSync(before.file);
    // The row stores the hash after the output folder; index entries begin with it.
    const at = bytes.indexOf(job.outputFolder + job.contentHash) + job.outputFolder.length;
    expect(at).toBeGreaterThan(job.outputFolder.length);
    expect(job.contentHash[9]).not.toBe(wrong);
    bytes.write(wrong, at + 9);
    writeFileSync(before.file, bytes);

    const store = openStore({ folder: folder() });
    expect(store.rescue).toMatchObject({ lostJobs: 0, doubtfulCount: 0, hasUnknownLosses: false });
    expect(store.jobs.get(jobIds[0]!)?.contentHash).toBe(job.contentHash);
    expect(store.jobs.add(drop, [job])).toMatchObject({ jobIds: [], resumed: jobIds });
    store.close();
  });
});
