/**
 * `npm run rollout -- latest.yml latest-mac.yml latest-linux.yml 25`: offers a new version to a share of all
 * installations. A higher share includes the installations of a lower one, so it may only rise.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { withShare } from './rollout/feed.ts';

const args = process.argv.slice(2);
const [files, share] = [args.slice(0, -1), Number(args.at(-1)?.replace(/%$/, ''))];
if (files.length === 0 || !Number.isInteger(share) || share < 1 || share > 100) {
  console.error('Usage: npm run rollout -- <latest*.yml>… <percent, 1 to 100>');
  process.exit(2);
}
try {
  // All files are checked before any is written.
  const changed = files.map((file) => ({ file, ...withShare(file, readFileSync(file, 'utf8'), share) }));
  for (const { file, text, version, before } of changed) {
    writeFileSync(file, text);
    console.log(`${file}: ${version} is offered to ${share}% of all installations (before: ${before ?? 0}%).`);
  }
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
