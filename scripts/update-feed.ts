/** The address where a packaged app looks for updates: only `BURNISH_UPDATE_FEED` of the build environment. */
import { isIP } from 'node:net';

export class FeedRefused extends Error {}

/**
 * Returns arguments for electron-builder, which writes the address next to the app (`app-update.yml`). Without a feed
 * the list is empty, and the app does not update itself.
 * @throws FeedRefused if the connection would not be secure: an attacker who can change a response can install anything
 */
export function feedArguments(feed: string | undefined): string[] {
  if (!feed) return [];
  const url = URL.parse(feed);
  const isHere = url?.protocol === 'http:' && isIP(url.hostname) === 4 && url.hostname.startsWith('127.');
  if (url === null || (url.protocol !== 'https:' && !isHere) || url.username !== '')
    throw new FeedRefused(`BURNISH_UPDATE_FEED must be an https:// address without user name and password: ${feed}`);
  return ['--config.publish.provider=generic', `--config.publish.url=${feed}`];
}
