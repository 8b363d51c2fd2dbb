/** Where a packaged app looks for new versions: `BURNISH_UPDATE_FEED` of the build's environment, and nothing else. */
import { isIP } from 'node:net';

export class FeedRefused extends Error {}

/**
 * Words for electron-builder, which writes the address beside the app (`app-update.yml`); none where no feed is given: that app
 * does not update itself.
 * @throws FeedRefused for what is no address of a feed: whoever can change an answer on its way can install anything
 */
export function feedArguments(feed: string | undefined): string[] {
  if (!feed) return [];
  const url = URL.parse(feed);
  const isHere = url?.protocol === 'http:' && isIP(url.hostname) === 4 && url.hostname.startsWith('127.');
  if (url === null || (url.protocol !== 'https:' && !isHere) || url.username !== '')
    throw new FeedRefused(`BURNISH_UPDATE_FEED must be an https:// address without user name and password: ${feed}`);
  return ['--config.publish.provider=generic', `--config.publish.url=${feed}`];
}
