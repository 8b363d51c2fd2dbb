/** Photo info that the user has set: headline, description, keywords, creator, copyright. */
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
import { createDecisionWriter, type DecisionStep } from './decision-steps.ts';

/** Keywords are stored one per line. */
type StoredInfo = Omit<PhotoInfo, 'keywords'> & { readonly keywords: string };
export type PhotoInfoStep = DecisionStep<StoredInfo>;

/** Earlier values by field. */
type PreviousInfo = Readonly<Partial<Record<keyof PhotoInfo, readonly string[]>>>;

/** The info of a file, and earlier values that it may still contain. */
export interface InfoToWrite {
  readonly now: PhotoInfo;
  readonly before: PreviousInfo;
}

interface InfoRow extends StoredInfo {
  readonly id: number;
  /** JSON of `PreviousInfo`. */
  readonly before: string | null;
}

/** Per field; the newest are kept. */
const maxPreviousValues = 100;

const infoColumns = `photographs.id, coalesce(headline, '') AS headline, coalesce(description, '') AS description,
  coalesce(creator, '') AS creator, coalesce(copyright, '') AS copyright, coalesce(keywords, '') AS keywords, before`;
const infoByIds = `SELECT ${infoColumns} FROM photographs
  LEFT JOIN photograph_details ON photograph_id = photographs.id
  WHERE photographs.id IN (SELECT value FROM json_each(?))`;
const infoById = `SELECT ${infoColumns} FROM photographs
  JOIN photograph_details ON photograph_id = photographs.id WHERE photographs.id = ?`;
const saveInfo = `INSERT INTO photograph_details
    (photograph_id, headline, description, creator, copyright, keywords, words, keyword_words, before)
  VALUES (@id, @headline, @description, @creator, @copyright, @keywords, @words, @keywordWords, @before)
  ON CONFLICT (photograph_id) DO UPDATE SET headline = @headline, description = @description, creator = @creator,
    copyright = @copyright, keywords = @keywords, words = @words, keyword_words = @keywordWords, before = @before`;

export function photoInfoTable({ db, changes }: Pick<StoreContext, 'db' | 'changes'>) {
  const byIds = db.prepare<[string], InfoRow>(infoByIds);
  const byId = db.prepare<[number], InfoRow>(infoById);
  const save = db.prepare(saveInfo);
  const { change, restore } = createDecisionWriter<StoredInfo, InfoRow>(db, {
    select: (ids) => byIds.all(JSON.stringify(ids)),
    save(row, step) {
      const info = { ...row, ...step.to };
      save.run({
        ...info,
        words: foldForSearch(infoTextFields.map((field) => info[field]).join(' ')),
        keywordWords: foldForSearch(info.keywords),
        before: JSON.stringify(previousValues(row, step)),
      });
    },
    onChanged: (rows) => changes.photographs(rows.map(({ id }) => id)),
  });

  return {
    set: (ids: readonly number[], { add, remove, ...texts }: PhotoInfoChange): PhotoInfoStep[] =>
      change(ids, (row) => {
        const kept = withoutKeywords(toLines(row.keywords), remove);
        const keywords = uniqueKeywords([...kept, ...add]).slice(0, photoInfoLimits.keywords);
        return { ...texts, keywords: keywords.join('\n') };
      }),
    restore,
    get(id: number): PhotoInfo {
      const row = byId.get(id);
      return row === undefined ? emptyPhotoInfo : toPhotoInfo(row);
    },
    /** Returns the info for the files of a photograph; null if it never had any. */
    infoToWrite(id: number | null): InfoToWrite | null {
      const row = id === null ? undefined : byId.get(id);
      return row === undefined ? null : { now: toPhotoInfo(row), before: JSON.parse(row.before ?? '{}') };
    },
  };
}

const toLines = (text: string) => text.split('\n').filter(Boolean);

const toPhotoInfo = ({ headline, description, creator, copyright, keywords }: StoredInfo): PhotoInfo => ({
  headline,
  description,
  creator,
  copyright,
  keywords: toLines(keywords),
});

/** Returns the previous values of a row after a step. */
function previousValues(row: InfoRow, { to }: PhotoInfoStep): PreviousInfo {
  const previous: Record<string, readonly string[]> = JSON.parse(row.before ?? '{}');
  for (const field of Object.keys(to) as (keyof StoredInfo)[]) {
    const removed =
      field === 'keywords' ? withoutKeywords(toLines(row.keywords), toLines(to.keywords ?? '')) : [row[field]];
    const values = [...(previous[field] ?? []), ...removed.filter(Boolean)];
    if (values.length > 0) previous[field] = [...new Set(values)].slice(-maxPreviousValues);
  }
  return previous;
}
