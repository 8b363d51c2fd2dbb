/** Names of states and decisions in a search field: those of the filters, and other forms ("retenu" for "Retenues"). */
import type { JobState } from '../../../../contract/jobs/job.ts';
import { foldForSearch } from './sort-keys.ts';

export type StateMeaning =
  | { readonly is: 'state'; readonly states: readonly JobState[] }
  /** Condition on the columns `flag`, `stars` and `label` of a photograph. */
  | { readonly is: 'decision'; readonly condition: string };

const inState = (...states: JobState[]): StateMeaning => ({ is: 'state', states });
const decided = (condition: string): StateMeaning => ({ is: 'decision', condition });

/** Names in English (and of the state), de, es, fr, ja, ko, ru, zh-CN, zh-TW. */
const stateNames: readonly (readonly [StateMeaning, string])[] = [
  [
    decided('flag = 1'),
    'picked, markiert, elegidas, elegida, retenues, retenue, retenu, 採用, 채택됨, 채택, отобранные, отобрано, 留用, 已挑選',
  ],
  [
    decided('flag = -1'),
    'rejected, abgelehnt, rechazadas, rechazada, rejetées, rejetée, 除外, 제외됨, 제외, отклонённые, отклонено, 排除, 已拒絕',
  ],
  [
    decided('flag = 0'),
    'unflagged, without a flag, ohne markierung, sin indicador, sans marqueur, フラグなし, 플래그 없음, без флажка, 无旗标, 無旗標',
  ],
  [
    decided('flag = 0 AND stars = 0 AND label = 0'),
    'undecided, offen, sin decidir, sans décision, 未評価, 미결정, без решения, 未决定, 未決定',
  ],
  [
    inState('queued', 'waiting'),
    'waiting, wartend, en espera, en attente, 待機中, 대기 중, ожидают, ожидает, 等待中, 等候中',
  ],
  [
    inState('preparing', 'submitting', 'waiting', 'fetching', 'placing'),
    'running, in arbeit, en curso, en cours, 処理中, 처리 중, в работе, 处理中, 處理中',
  ],
  [inState('queued'), 'queued'],
  [inState('preparing'), 'preparing'],
  [inState('submitting'), 'submitting'],
  [inState('fetching'), 'fetching'],
  [inState('placing'), 'placing'],
  [inState('done'), 'done, fertig, terminadas, terminada, terminées, terminée, 完了, 완료, готово, 已完成'],
  [inState('failed'), 'failed, fehlgeschlagen, con error, en échec, échec, 失敗, 실패, ошибка, не удалось, 失败'],
  [
    inState('uncertain'),
    'uncertain, unklar, inciertas, incierta, incertaines, incertaine, 要判断, 불확실, под вопросом, 待决定, 待決定',
  ],
  [
    inState('cancelled'),
    'canceled, cancelled, abgebrochen, canceladas, cancelada, annulées, annulée, キャンセル済み, 취소됨, отменено, 已取消',
  ],
];

const meaningByName: ReadonlyMap<string, StateMeaning> = new Map(
  stateNames.flatMap(([meaning, names]) => names.split(', ').map((name) => [foldForSearch(name), meaning] as const)),
);
const maxStateWords = Math.max(...[...meaningByName.keys()].map((name) => name.split(' ').length));

/** @param words folded, separated by spaces */
export const parseStateWord = (words: string): StateMeaning | null => meaningByName.get(words) ?? null;

/** Parses a name of several words at the beginning of `words`. @returns their number as `length` */
export function parseStateWords(
  words: readonly string[],
): { readonly meaning: StateMeaning; readonly length: number } | null {
  for (let length = Math.min(maxStateWords, words.length); length > 1; length -= 1) {
    const meaning = parseStateWord(words.slice(0, length).join(' '));
    if (meaning) return { meaning, length };
  }
  return null;
}
