/** The second line of a batch in the sidebar. Time and number come first, because the end may be cut off. */
import type { TFunction } from 'i18next';
import { toLogText } from '../../../../contract/messages/message.ts';
import type { Places } from '../../../../contract/review/list-queries.ts';
import { clockMinute, dayTime, formatCount, shortDay } from '../../../locales/format.ts';

type ListedBatch = Places['batches'][number];

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
  const firstOf = new Map<string, number>();
  const found = new Set<number>();
  for (const { id, title, createdAt } of batches) {
    const key = `${dayOf(createdAt)} ${toLogText(title)}`;
    const first = firstOf.get(key);
    if (first === undefined) firstOf.set(key, id);
    else found.add(first).add(id);
  }
  return found;
}

const dayOf = (time: number) => new Date(time).toDateString();
