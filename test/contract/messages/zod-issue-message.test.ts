import { expect, it } from 'vitest';
import type { z } from 'zod';
import { messageOfIssue } from '../../../contract/messages/zod-issue-message.ts';
import { recipeSchema } from '../../../contract/recipes/recipe.ts';
import { profileSchema } from '../../../contract/services/profile.ts';
import { messageText } from '../../helpers/run/message-matchers.ts';

const recipe = (but: object) => [
  recipeSchema,
  { id: 'r', name: 'R', steps: [step('smart-beauty')], output: {}, ...but },
];
const step = (operation: string, params = {}) => ({ operation, params });
const profile = (but: object) => [profileSchema, { id: 'p', kind: 'remote', name: 'P', baseUrl: '', ...but }];

it.each<[unknown[], string]>([
  [recipe({ name: ' ' }), 'Give the recipe a name.'],
  [recipe({ output: { template: '' } }), 'Give the results a name.'],
  [recipe({ steps: [] }), 'Add a step.'],
  [recipe({ steps: [step('ai-eyebrows')] }), 'Choose the reference photograph.'],
  [recipe({ steps: [step('skin-analysis'), step('smart-beauty')] }), '“Skin analysis” can only be the last step.'],
  [recipe({ steps: [step('face-beauty-pro', { whitening: 101 })] }), 'The value must be at most 100.'],
  [recipe({ steps: [step('face-beauty-pro', { whitening: -1 })] }), 'The value must be at least 0.'],
  [recipe({ steps: [step('apparel-background-removal', { out_mode: 2 })] }), 'The value must be one of these: 0, 1.'],
  [recipe({ steps: [step('face-beauty-pro', { bleaching: 1 })] }), 'This value cannot be used.'],
  [recipe({ name: 'R'.repeat(81) }), 'This is too long. The maximum is 80 characters.'],
  [profile({ name: '' }), 'Give the service a name.'],
  [profile({ baseUrl: 'ftp://example.org' }), 'The address must begin with https:// or http://.'],
  [profile({ baseUrl: `https://${'a'.repeat(2000)}` }), 'This address is too long.'],
  [profile({ keyHeader: 'a b' }), 'This is not a valid header name.'],
  [profile({ id: '' }), 'This value cannot be used.'],
])('%#: describes the problem in a sentence', ([schema, value], words) => {
  const issues = (schema as z.ZodType).safeParse(value).error?.issues ?? [];
  expect(issues.map((issue) => messageText(messageOfIssue(issue)))).toEqual([words]);
});
