/** Options that select photographs, as Review lists them. */
import { Option } from 'commander';
import type { PhotographQuery } from '../../../contract/review/list-queries.ts';
import { parsePositiveInteger } from './option-parsers.ts';

export interface PhotoSelection {
  readonly batch?: number;
  readonly picked?: boolean;
  readonly search?: string;
}

export const selectionOptions = [
  new Option('--batch <number>', 'only photographs of this batch').argParser(parsePositiveInteger),
  new Option('--picked', 'only picked photographs'),
  new Option('--search <words>', 'only photographs that Review finds with these words'),
];

/** Returns the query of the list in Review, sorted by the time the photographs were taken. */
export async function selectionQuery({ batch, picked, search }: PhotoSelection): Promise<PhotographQuery> {
  const { everyPhotograph } = await import('../../../contract/review/list-queries.ts');
  return {
    ...everyPhotograph,
    batchId: batch ?? null,
    flags: picked ? [1] : [],
    text: search ?? '',
    sort: 'taken',
    descending: false,
  };
}
