/** What the user said at this station about jobs of others and about photographs, told to the studio. A word stays until it was heard. */
import type { Store, StudioCommand } from '../../store/index.ts';
import type { StudioDatabase } from '../connection/connection.ts';
import type { Overview } from '../overview/overview.ts';
import { decideSql } from './mirror-sql.ts';

const atOnce = 500;

interface UserDecisionsContext {
  readonly store: Pick<Store, 'studioSync'>;
  readonly database: StudioDatabase;
  readonly overview: Overview;
  readonly station: string;
}

/** Tells all there is, in its order. @throws StudioUnreachable; what was not heard stays */
export async function sendUserDecisions({ store, database, overview, station }: UserDecisionsContext): Promise<void> {
  const { studioSync } = store;
  for (let words = studioSync.words(atOnce); words.length > 0; words = studioSync.words(atOnce)) {
    const [first] = words;
    const end = words.findIndex(({ word }) => word !== first?.word);
    const same = end < 0 ? words : words.slice(0, end);
    if (first) await sendCommand(first.word, [...new Set(same.map(({ sharedId }) => sharedId))], overview);
    studioSync.wordsHeard(same.map(({ id }) => id));
  }
  for (let all = studioSync.decided(atOnce); all.length > 0; all = studioSync.decided(atOnce)) {
    const given = all.map(({ share, path, contentHash: hash, flag, stars, label, note, fields }) => ({
      ...{ share, path, hash, flag, stars, label, note, fields },
    }));
    await database.query(decideSql, [station, JSON.stringify(given)]);
    for (const each of all) studioSync.decidedHeard(each);
  }
}

function sendCommand(word: StudioCommand, jobs: readonly number[], overview: Overview): Promise<number> {
  switch (word) {
    case 'retry':
    case 'cancel':
      return overview[word]({ jobs });
    case 'send-again':
    case 'give-up':
      return overview.decide({ jobs }, word);
    case 'again':
    case 'hold':
    case 'go-on':
    case 'first':
    case 'last':
      return overview.put(jobs, word);
    default:
      return word satisfies never;
  }
}
