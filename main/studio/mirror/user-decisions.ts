/** Sends the user's commands on jobs of others and their decisions about photographs, in order. Each stays stored until it was sent. */
import type { Store, StudioCommand } from '../../store/index.ts';
import type { StudioDatabase } from '../connection/studio-database.ts';
import type { JobCommands } from '../queue/queue-types.ts';
import { decideSql } from './mirror-sql.ts';

const pageSize = 500;

interface UserDecisionsContext {
  readonly store: Pick<Store, 'studioSync'>;
  readonly database: StudioDatabase;
  readonly overview: JobCommands;
  /** Id of this station. */
  readonly station: string;
}

/** @throws StudioUnreachable; unsent decisions stay stored */
export async function sendUserDecisions({ store, database, overview, station }: UserDecisionsContext): Promise<void> {
  const { studioSync } = store;
  for (let page = studioSync.words(pageSize); page.length > 0; page = studioSync.words(pageSize)) {
    const [first] = page;
    const end = page.findIndex(({ word }) => word !== first?.word);
    const same = end < 0 ? page : page.slice(0, end);
    if (first) await sendCommand(first.word, [...new Set(same.map(({ sharedId }) => sharedId))], overview);
    studioSync.wordsHeard(same.map(({ id }) => id));
  }
  for (let page = studioSync.decided(pageSize); page.length > 0; page = studioSync.decided(pageSize)) {
    const decisions = page.map(({ share, path, contentHash: hash, flag, stars, label, note, fields }) => {
      return { share, path, hash, flag, stars, label, note, fields };
    });
    await database.query(decideSql, [station, JSON.stringify(decisions)]);
    for (const each of page) studioSync.decidedHeard(each);
  }
}

function sendCommand(command: StudioCommand, jobs: readonly number[], overview: JobCommands): Promise<number> {
  switch (command) {
    case 'retry':
    case 'cancel':
      return overview[command]({ jobs });
    case 'send-again':
    case 'give-up':
      return overview.decide({ jobs }, command);
    case 'again':
    case 'hold':
    case 'go-on':
    case 'first':
    case 'last':
      return overview.applyToIdleJobs(jobs, command);
    default:
      return command satisfies never;
  }
}
