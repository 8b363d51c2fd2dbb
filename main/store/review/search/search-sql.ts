/** Translates the text of a search field into SQL conditions. */
import type { Database } from 'better-sqlite3';
import { defaultStrategy, findingConditions, type QueryStrategy } from './finding-conditions.ts';
import { parseSearch, type SearchMeaning } from './parse-search.ts';
import { type Conditions, clientPicksSql, type SearchColumns, sqlNameList } from './sql-conditions.ts';
import { createNameReader, createWordConditions } from './word-conditions.ts';

type ColumnMeaning = Exclude<SearchMeaning, { readonly is: 'labelled' | 'keyword' }>;

export function createSearchSql(db: Database, strategy: QueryStrategy = defaultStrategy) {
  const names = createNameReader(db, strategy.many);
  const findings = findingConditions(db, strategy);

  function meaningCondition(meaning: ColumnMeaning, columns: SearchColumns): string {
    const { photographId } = columns;
    switch (meaning.is) {
      case 'date':
        return columns.date(meaning);
      case 'state':
        return columns.state(meaning.states);
      case 'decision':
        return columns.ofPhotograph(meaning.condition);
      case 'chosen':
        return `${photographId} IN ${clientPicksSql(meaning.condition)}`;
      case 'client': {
        const ids = names.clientIds(meaning.words).join(', ');
        return `${photographId} IN ${clientPicksSql(`answer_id IN (${ids})`)}`;
      }
      case 'operation':
        return columns.operation(sqlNameList(meaning.operations));
      case 'measured':
        return findings.conditionFor(photographId, meaning.kind, '', meaning);
      case 'found': {
        const conditions = meaning.kinds.map(([kind, text]) => findings.conditionFor(photographId, kind, text));
        return `(${conditions.join(' OR ')})`;
      }
    }
  }

  return {
    recipeNames: names.recipeNames,
    findings,
    /** Adds the conditions of `text`. */
    add({ sql, values }: Conditions, text: string, columns: SearchColumns): void {
      const terms = parseSearch(text, strategy.now());
      if (terms.length === 0) return;
      const wordConditions = createWordConditions(names, columns, values);
      for (const [index, { meanings, words }] of terms.entries()) {
        const alternatives = meanings.map((meaning, meaningIndex) => {
          const key = `meant${index}x${meaningIndex}`;
          if (meaning.is === 'labelled') return wordConditions.foreignLabel(meaning.words, key) ?? 'FALSE';
          if (meaning.is === 'keyword') return wordConditions.keyword(meaning.words, key);
          return meaningCondition(meaning, columns);
        });
        const texts = words.map((word, wordIndex) => wordConditions.anyText(word, `word${index}x${wordIndex}`));
        if (texts.length > 0) alternatives.push(`(${texts.join(' AND ')})`);
        sql.push(`(${alternatives.join(' OR ')})`);
      }
    },
  };
}
