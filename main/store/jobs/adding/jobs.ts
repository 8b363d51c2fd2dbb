/** Adds and reads jobs, and changes the content of unsent ones. */
import type { JobError, JobState } from '../../../../contract/jobs/job.ts';
import type { Message } from '../../../../contract/messages/message.ts';
import { withoutConditions } from '../../../../contract/recipes/recipe.ts';
import type { StoreContext } from '../../store-context.ts';
import type { NewBatch } from '../batches/batches.ts';
import { titleJobsAgain } from '../batches/known-title.ts';
import { isPaidSql } from '../charge-sql.ts';
import { isLocalSql, mirroredStation } from '../job-ownership.ts';
import { type Job, type JobRow, toJob } from '../job-rows.ts';
import { type ContentTwin, type FileMatch, sameWork } from '../sharing/find-same-work.ts';
import { type JobTables, jobAdding } from './add-jobs.ts';
import { type AddOptions, type AddOutcome, jobKeys, type NewJob, toNewJob, type WorkOnFile } from './new-jobs.ts';
import { problemRecorder } from './reuse-jobs.ts';

type TargetBatch = NewBatch | { readonly batchId: number };
type NewContent = Pick<NewJob, 'contentHash' | 'pictureHash' | 'bytes' | 'width' | 'height'>;

const pathsSql = `SELECT source_path FROM jobs WHERE content_hash = ? AND ${isLocalSql('jobs')} ORDER BY id DESC LIMIT 20`;

const beforeSql = `SELECT other.* FROM jobs AS own JOIN jobs AS other ON other.content_hash = own.content_hash
  WHERE own.id = ? AND own.turn = 0 AND other.id <> own.id AND other.profile_id = own.profile_id
  ORDER BY other.id DESC LIMIT 50`;

const setContentSql = `UPDATE OR IGNORE jobs SET content_hash = @contentHash, picture_hash = @pictureHash, bytes = @bytes,
    width = @width, height = @height, follows = @follows, turn = @turn, photograph_id = @photographId
  WHERE id = @id`;

const proofsSql =
  'SELECT photograph_id FROM jobs JOIN proofs USING (photograph_id) WHERE id IN (SELECT value FROM json_each(?))';

export function jobs(context: StoreContext, tables: JobTables) {
  const { db, changes } = context;
  const { batches: batchTable, actions, followers } = tables;
  const byId = db.prepare<[number], JobRow>('SELECT * FROM jobs WHERE id = ?');
  const byIds = db.prepare<[string], JobRow>(
    'SELECT * FROM jobs WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id',
  );
  const before = db.prepare<[number], JobRow>(beforeSql);
  const inState = db.prepare<[JobState], JobRow>(
    'SELECT * FROM jobs WHERE state = ? AND removed_at IS NULL ORDER BY id',
  );
  const paths = db.prepare<[string], string>(pathsSql).pluck();
  const paid = db.prepare<[number], number>(`SELECT ${isPaidSql} FROM jobs WHERE id = ?`).pluck();
  const proofs = db.prepare<[string], number>(proofsSql).pluck();
  const titleAgain = titleJobsAgain(db);
  const same = sameWork(db);
  const recordProblem = problemRecorder(db);
  const addAll = jobAdding(context, tables, same, recordProblem);
  const changeContent = contentChange(context, tables, same);

  const read = (id: number): Job | null => {
    const row = byId.get(id);
    return row ? toJob(row) : null;
  };
  function add(batch: TargetBatch, items: readonly NewJob[], options: AddOptions = {}): AddOutcome {
    const added = addAll.immediate(batch, items, options);
    const ids = [...added.jobIds, ...added.resumed];
    changes.list('batches');
    changes.jobs(ids);
    // Their proofs are in progress now.
    changes.photographs(proofs.all(JSON.stringify(ids)));
    return added;
  }
  function addAgain(
    ids: readonly number[],
    targetBatchId: number | null = null,
    title: Message = titleAgain(ids),
  ): AddOutcome {
    const rows = byIds.all(JSON.stringify(ids));
    const remoteIds = actions.workAgain(rows.flatMap((row) => (mirroredStation(row) === null ? [] : row.id)));
    if (remoteIds.length > 0) {
      const remote = new Set(remoteIds);
      const local = rows.flatMap(({ id }) => (remote.has(id) ? [] : id));
      const added = addAgain(local, targetBatchId, title);
      const { resumed, skipped } = added;
      return { ...added, resumed: [...resumed, ...remoteIds], skipped: skipped + remoteIds.length };
    }
    const first = rows[0] && batchTable.get(rows[0].batch_id);
    if (!first) return noneAdded;
    const items = rows.map(toNewJob).map((job) => ({ ...job, recipe: withoutConditions(job.recipe), again: true }));
    if (targetBatchId !== null) return add({ batchId: targetBatchId }, items);
    // Added by the user, so not part of the watch folder's batch.
    const origin = first.origin === 'watch' ? 'drop' : first.origin;
    return add({ title, origin, folderId: null }, items);
  }

  return {
    /**
     * Adds all or none. A file with a job for this recipe continues it. Content processed with the recipe is placed
     * from that result, not sent again.
     */
    add,
    /** Adds the same photographs and recipes again, as a new batch or to `targetBatchId`. */
    /** @param title of the new batch; of a slice, the title of the whole */
    addAgain,
    titleAgain,
    get: read,
    /** Returns others with the same content and service, newest first; none if the job was added again. */
    before: (id: number): Job[] => before.all(id).map(toJob),
    inState: (state: JobState): Job[] => inState.all(state).map(toJob),
    sameJob(item: WorkOnFile, beforeEdit: FileMatch): Job | null {
      const found = same.ofFile(jobKeys(item), beforeEdit);
      return found ? read(found.id) : null;
    },
    twinsOf: (item: WorkOnFile & Pick<NewJob, 'relativeFolder'>): ContentTwin[] =>
      same.twins(jobKeys(item), item.relativeFolder),
    /** Returns source paths, newest first. */
    pathsOf: (contentHash: string): string[] => paths.all(contentHash),
    isPaid: (id: number): boolean => paid.get(id) === 1,
    changeContent,
    /** Records `NewJob.problem` later. An unsent job runs next. */
    foundWrong(item: WorkOnFile, problem: JobError): void {
      const found = same.ofFile(jobKeys(item), 'is-made');
      if (found === null || !recordProblem(found.id, problem)) return;
      actions.hurry([found.id]);
      changes.jobs([found.id]);
    },
    lead: followers.lead,
  };
}

const noneAdded: AddOutcome = {
  batchId: null,
  jobIds: [],
  resumed: [],
  undecided: [],
  finished: [],
  resultsGone: 0,
  skipped: 0,
};

function contentChange({ db }: StoreContext, { followers, photographs }: JobTables, same: ReturnType<typeof sameWork>) {
  const byId = db.prepare<[number], JobRow>('SELECT * FROM jobs WHERE id = ?');
  const setContent = db.prepare(setContentSql);
  /**
   * Updates the content of an unsent job. One of its followers leads the old content. Returns false if the new
   * content has a job already.
   */
  return (id: number, content: NewContent): boolean => {
    const row = byId.get(id);
    if (!row) return false;
    const { contentHash, pictureHash = null } = content;
    const keys = jobKeys({ ...toNewJob(row), contentHash, pictureHash });
    if (same.ofFile({ ...keys, pictureHash: null }, 'is-made') !== null) return false;
    followers.promoteSuccessor(id);
    const leader = same.leader(keys, null, id);
    const photographId = photographs.findOrCreate({ ...content, sourcePath: row.source_path });
    const turn = same.nextTurn(keys);
    setContent.run({ ...content, pictureHash, id, photographId, follows: leader?.id ?? null, turn });
    return true;
  };
}
