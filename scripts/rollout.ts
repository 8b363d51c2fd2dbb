/**
 * `npm run rollout -- latest.yml latest-mac.yml latest-linux.yml 25`: lets a new version out to a share of all installations.
 * Which ones these are stays the same, so that the share may only rise.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { withShare } from './rollout/feed.ts';

const words = process.argv.slice(2);
const [files, share] = [words.slice(0, -1), Number(words.at(-1)?.replace(/%$/, ''))];
if (files.length === 0 || !Number.isInteger(share) || share < 1 || share > 100) {
  console.error('Usage: npm run rollout -- <latest*.yml>… <percent, 1 to 100>');
  process.exit(2);
}
try {
  // All are looked at before one is changed.
  const changed = files.map((file) => ({ file, ...withShare(file, readFileSync(file, 'utf8'), share) }));
  for (const { file, text, version, before } of changed) {
    writeFileSync(file, text);
    console.log(`${file}: ${version} is offered to ${share}% of all installations (before: ${before ?? 0}%).`);
  }
} catch (fault) {
  console.error((fault as Error).message);
  process.exitCode = 1;
}
