/** Texts of a batch in the sidebar. */
import type { TFunction } from 'i18next';
import { toLogText } from '../../../../contract/messages/message.ts';
import type { Places } from '../../../../contract/review/list-queries.ts';
import { clockMinute, dayTime, formatCount, shortDay } from '../../../locales/format.ts';

type ListedBatch = Places['batches'][number];

/** The second line: time and count come first, because the end may be cut off. */
export function batchNote(batch: ListedBatch, isAmbiguous: boolean, t: TFunction): string {
  return [timeOf(batch.createdAt, isAmbiguous), formatCount(batch.count), originOf(batch, t)].join(' · ');
}

export function batchTooltip(batch: ListedBatch, name: string, t: TFunction): string {
  return [name, dayTime(batch.createdAt), originOf(batch, t)].join(' · ');
}

const originOf = ({ proofs, isOpen, recipeName }: ListedBatch, t: TFunction) =>
  proofs ? t(isOpen ? 'review.proofs.place' : 'review.proofs.done') : recipeName;

function timeOf(createdAt: number, isAmbiguous: boolean): string {
  if (dayOf(createdAt) === dayOf(Date.now())) return clockMinute(createdAt);
  return isAmbiguous ? `${shortDay(createdAt)}, ${clockMinute(createdAt)}` : shortDay(createdAt);
}

/** Returns the ids of batches that share their name and day with another one. */
export function ambiguousBatches(batches: readonly ListedBatch[]): ReadonlySet<number> {
  const firstByKey = new Map<string, number>();
  const ambiguous = new Set<number>();
  for (const { id, title, createdAt } of batches) {
    const key = `${dayOf(createdAt)} ${toLogText(title)}`;
    const first = firstByKey.get(key);
    if (first === undefined) firstByKey.set(key, id);
    else ambiguous.add(first).add(id);
  }
  return ambiguous;
}

const dayOf = (time: number) => new Date(time).toDateString();
