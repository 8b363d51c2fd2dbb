/** What the user says about photographs in their files: headline, description, keywords, creator, copyright. */
import {
  emptyPhotoInfo,
  infoTextFields,
  type PhotoInfo,
  type PhotoInfoChange,
  photoInfoLimits,
  uniqueKeywords,
  withoutKeywords,
} from '../../../../contract/review/photo-info.ts';
import type { StoreContext } from '../../store-context.ts';
import { foldForSearch } from '../search/sort-keys.ts';
import { type DecisionStep, decisionStep, reverseStep } from './decision-steps.ts';

/** As they are stored: keywords one a line. */
type Stored = Omit<PhotoInfo, 'keywords'> & { readonly keywords: string };
export type PhotoInfoStep = DecisionStep<Stored>;

/** By name, what was said and is not any more. */
type Before = Readonly<Partial<Record<keyof PhotoInfo, readonly string[]>>>;

/** What is to be said in a file: now, and what it may still say of before. */
export interface InfoToWrite {
  readonly now: PhotoInfo;
  readonly before: Before;
}

interface Row extends Stored {
  readonly id: number;
  readonly before: string | null;
}

/** Of what was said before, the newest of each name. */
const maxPreviousValues = 100;

const linesOf = (text: string) => text.split('\n').filter(Boolean);
const detailsOf = ({ headline, description, creator, copyright, keywords }: Stored): PhotoInfo => ({
  ...{ headline, description, creator, copyright },
  keywords: linesOf(keywords),
});

export function photoInfoTable({ db, changes }: Pick<StoreContext, 'db' | 'changes'>) {
  const columns = `photographs.id, coalesce(headline, '') AS headline, coalesce(description, '') AS description,
    coalesce(creator, '') AS creator, coalesce(copyright, '') AS copyright, coalesce(keywords, '') AS keywords, before`;
  const some = db.prepare<[string], Row>(
    `SELECT ${columns} FROM photographs LEFT JOIN photograph_details ON photograph_id = photographs.id
     WHERE photographs.id IN (SELECT value FROM json_each(?))`,
  );
  const selectOne = db.prepare<[number], Row>(
    `SELECT ${columns} FROM photographs JOIN photograph_details ON photograph_id = photographs.id WHERE photographs.id = ?`,
  );
  const save = db.prepare(
    `INSERT INTO photograph_details
       (photograph_id, headline, description, creator, copyright, keywords, words, keyword_words, before)
     VALUES (@id, @headline, @description, @creator, @copyright, @keywords, @words, @keywordWords, @before)
     ON CONFLICT (photograph_id) DO UPDATE SET headline = @headline, description = @description, creator = @creator,
       copyright = @copyright, keywords = @keywords, words = @words, keyword_words = @keywordWords, before = @before`,
  );

  const put = db.transaction((ids: readonly number[], stepOf: (row: Row) => PhotoInfoStep | null): PhotoInfoStep[] =>
    some.all(JSON.stringify(ids)).flatMap((row) => {
      const step = stepOf(row);
      if (step === null) return [];
      const now = { ...row, ...step.to };
      save.run({
        ...now,
        words: foldForSearch(infoTextFields.map((name) => now[name]).join(' ')),
        keywordWords: foldForSearch(now.keywords),
        before: JSON.stringify(beforeOf(row, step)),
      });
      return [step];
    }),
  );
  const notifyChanged = (steps: PhotoInfoStep[]) => {
    changes.photographs(steps.map(({ id }) => id));
    return steps;
  };

  return {
    /** Sets details of photographs, in one transaction; those that have them already are left. Returns what it changed. */
    set: (ids: readonly number[], { add, remove, ...texts }: PhotoInfoChange): PhotoInfoStep[] =>
      notifyChanged(
        put.immediate(ids, (row) => {
          const kept = withoutKeywords(linesOf(row.keywords), remove);
          const keywords = uniqueKeywords([...kept, ...add]).slice(0, photoInfoLimits.keywords);
          return decisionStep<Stored>(row, { ...texts, keywords: keywords.join('\n') });
        }),
      ),
    /** Takes that back where it still stands. Returns what takes this back in turn. */
    restore(steps: readonly PhotoInfoStep[]): PhotoInfoStep[] {
      const byId = new Map(steps.map((step) => [step.id, step]));
      return notifyChanged(put.immediate([...byId.keys()], (row) => reverseStep(row, byId.get(row.id)!)));
    },
    get(id: number): PhotoInfo {
      const row = selectOne.get(id);
      return row === undefined ? emptyPhotoInfo : detailsOf(row);
    },
    /** What is to be said in files of a photograph; null where nothing ever was. */
    infoToWrite(id: number | null): InfoToWrite | null {
      const row = id === null ? undefined : selectOne.get(id);
      return row === undefined ? null : { now: detailsOf(row), before: JSON.parse(row.before ?? '{}') };
    },
  };
}

/** What a step leaves behind, with what others left. */
function beforeOf(row: Row, { to }: PhotoInfoStep): Before {
  const before: Record<string, readonly string[]> = JSON.parse(row.before ?? '{}');
  for (const name of Object.keys(to) as (keyof Stored)[]) {
    const gone = name === 'keywords' ? withoutKeywords(linesOf(row.keywords), linesOf(to.keywords ?? '')) : [row[name]];
    const all = [...(before[name] ?? []), ...gone.filter(Boolean)];
    if (all.length > 0) before[name] = [...new Set(all)].slice(-maxPreviousValues);
  }
  return before;
}
