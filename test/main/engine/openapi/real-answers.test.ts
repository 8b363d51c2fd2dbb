import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { test } from 'vitest';
import { group } from '../../../helpers/faces.ts';
import { describedAnswers } from '../../../helpers/real-answers.ts';

const answers = describedAnswers();

// One of each shape of answer; the others are in the long tests.
const shapes = [
  'ai-face-rating',
  'face-key-points',
  'skin-analysis',
  'face-analyzer-advanced',
  'ai-red-lip-gloss',
  'commodity-background-removal',
] as const;

test.each(shapes)('%s', (id) => answers.ofPortrait(id));

const analyses = ['face-key-points', 'face-analyzer-advanced'] as const;

test.each(analyses)('%s of three people', async (id) => {
  const upload = await sharp(await readFile(group(1)))
    .resize(1200)
    .jpeg()
    .toBuffer();
  await answers.ofPeople(id, upload, 3);
});
