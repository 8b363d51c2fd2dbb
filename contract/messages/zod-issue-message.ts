import type { z } from 'zod';
import en from './en.json' with { type: 'json' };
import { type MessageDescriptor, type MessageKey, msg } from './message.ts';

/** Returns the schema's own message, or one that names the exceeded bound, or a general one. */
export function messageOfIssue(issue: z.core.$ZodIssue): MessageDescriptor {
  if (issue.code === 'custom' && issue.params?.sentence !== undefined)
    return issue.params.sentence as MessageDescriptor;
  if (Object.hasOwn(en.sentences, issue.message)) return { key: issue.message as MessageKey };
  if (issue.code === 'too_small' && isOfNumber(issue))
    return msg('contract.issue.least', { least: Number(issue.minimum) });
  if (issue.code === 'too_big' && isOfNumber(issue)) return msg('contract.issue.most', { most: Number(issue.maximum) });
  if (issue.code === 'too_big' && issue.origin === 'string')
    return msg('contract.issue.longest', { most: Number(issue.maximum) });
  return msg('contract.issue.unusable');
}

const isOfNumber = ({ origin }: { readonly origin: string }) => origin === 'number' || origin === 'int';
