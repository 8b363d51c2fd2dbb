/** What the details of many photographs have in common. */
import type { Database } from 'better-sqlite3';
import { type CommonPhotoInfo, type InfoTextField, infoTextFields } from '../../../contract/review/photo-info.ts';

/** Keywords that are told. */
const maxCommonKeywords = 200;

type Bounds = { readonly count: number } & Readonly<Record<`${'least' | 'most'}_${InfoTextField}`, string | null>>;

export function commonDetails(db: Database): (ids: readonly number[]) => CommonPhotoInfo {
  const bounds = infoTextFields.map(
    (name) => `min(coalesce(${name}, '')) AS least_${name}, max(coalesce(${name}, '')) AS most_${name}`,
  );
  const texts = db.prepare<[string], Bounds>(
    `SELECT count(*) AS count, ${bounds.join(', ')} FROM photographs
     LEFT JOIN photograph_details ON photograph_id = photographs.id WHERE photographs.id IN (SELECT value FROM json_each(?))`,
  );
  const lists = db
    .prepare<[string], string>(
      `SELECT keywords FROM photograph_details WHERE keywords <> '' AND photograph_id IN (SELECT value FROM json_each(?))`,
    )
    .pluck();
  return (ids) => {
    const all = JSON.stringify(ids);
    const row = texts.get(all);
    const counts = new Map<string, number>();
    for (const keywords of lists.iterate(all))
      for (const text of keywords.split('\n')) counts.set(text, (counts.get(text) ?? 0) + 1);
    const common = (name: InfoTextField) =>
      row?.[`least_${name}`] === row?.[`most_${name}`] ? (row?.[`least_${name}`] ?? '') : null;
    return {
      count: row?.count ?? 0,
      texts: {
        ...{ headline: common('headline'), description: common('description') },
        ...{ creator: common('creator'), copyright: common('copyright') },
      },
      keywords: [...counts]
        .map(([text, count]) => ({ text, count }))
        .sort((a, b) => b.count - a.count)
        .slice(0, maxCommonKeywords),
    };
  };
}
