/** What people are told of an issue that zod has found. */
import type { z } from 'zod';
import { type Sentence, type SentenceKey, say } from './sentence.ts';
import { words } from './words/index.ts';

/** The sentence the schema has for it; where it has none, the bound that was crossed, or that the value cannot be used. */
export function messageOfIssue(issue: z.core.$ZodIssue): Sentence {
  if (issue.code === 'custom' && issue.params?.sentence !== undefined) return issue.params.sentence as Sentence;
  if (Object.hasOwn(words, issue.message)) return { key: issue.message as SentenceKey };
  if (issue.code === 'too_small' && isOfNumber(issue))
    return say('contract.issue.least', { least: Number(issue.minimum) });
  if (issue.code === 'too_big' && isOfNumber(issue)) return say('contract.issue.most', { most: Number(issue.maximum) });
  if (issue.code === 'too_big' && issue.origin === 'string')
    return say('contract.issue.longest', { most: Number(issue.maximum) });
  return say('contract.issue.unusable');
}

const isOfNumber = ({ origin }: { readonly origin: string }) => origin === 'number' || origin === 'int';
